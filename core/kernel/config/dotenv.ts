// Reads a `.env` file: NAME=value lines, comments, quotes. "…" allows \n and several lines, '…' is literal. Other lines are
// mistakes with a line number.
import { readFileSync } from 'node:fs';
import type { Mistake } from '../errors/startup-error';
import { thrownCode } from '../errors/thrown';

export function readDotenv(file: string, mistakes: Mistake[]): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = thrownCode(error);
    if (code !== 'ENOENT')
      mistakes.push({ where: file, message: `the file cannot be read (${code}); check its permissions` });
    return {};
  }
  return parseDotenv(text, file, mistakes);
}

const ENTRY =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|([^\n#"']*?(?:[^\s#][#][^\n]*?)?))[ \t]*(?:[ \t]#[^\n]*)?$/;

export function parseDotenv(text: string, file: string, mistakes: Mistake[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, value, line, text: assignment } of assignmentsIn(text))
    if (name !== null) values[name] = value;
    else if (!COMMENT.test(assignment))
      mistakes.push({
        where: file,
        at: `line ${line}`,
        message: 'expected NAME=value, "value" or a comment',
      });
  return values;
}

/** One or more lines of a `.env` file. */
export interface Assignment {
  /** null: a comment, an empty line or a mistake. */
  readonly name: string | null;
  readonly value: string;
  /** The number of the first line. */
  readonly line: number;
  readonly text: string;
}

export function assignmentsIn(text: string): Assignment[] {
  const made: Assignment[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const start = index;
    const first = lines[index] ?? '';
    let whole = first;
    while (!COMMENT.test(first) && opensQuote(whole) && index + 1 < lines.length)
      whole += `\n${lines[++index] ?? ''}`;
    const [, name, double, single, bare] = ENTRY.exec(whole) ?? [];
    if (name === undefined) index = start;
    made.push({
      name: name ?? null,
      value: double === undefined ? (single ?? bare ?? '') : unescaped(double),
      line: start + 1,
      text: name === undefined ? first : whole,
    });
  }
  return made;
}

const COMMENT = /^\s*(#.*)?$/;

const opensQuote = (line: string): boolean =>
  /^[^=]*=[ \t]*"(?:[^"\\]|\\[\s\S])*$/.test(line) || /^[^=]*=[ \t]*'[^']*$/.test(line);

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const unescaped = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_all, letter: string) => ESCAPES[letter] ?? letter);
