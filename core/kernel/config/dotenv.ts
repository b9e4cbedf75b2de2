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
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const start = index;
    let line = lines[index] ?? '';
    if (/^\s*(#.*)?$/.test(line)) continue;
    while (opensQuote(line) && index + 1 < lines.length) line += `\n${lines[++index] ?? ''}`;
    const [, name, double, single, bare] = ENTRY.exec(line) ?? [];
    if (name === undefined) {
      mistakes.push({
        where: file,
        at: `line ${start + 1}`,
        message: 'expected NAME=value, "value" or a comment',
      });
      index = start;
    } else values[name] = double === undefined ? (single ?? bare ?? '') : unescaped(double);
  }
  return values;
}

const opensQuote = (line: string): boolean =>
  /^[^=]*=[ \t]*"(?:[^"\\]|\\[\s\S])*$/.test(line) || /^[^=]*=[ \t]*'[^']*$/.test(line);

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const unescaped = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_all, letter: string) => ESCAPES[letter] ?? letter);
