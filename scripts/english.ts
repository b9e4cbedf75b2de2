// Measures how plain the English of the repository is: words that style forbids, and sentences of more than 20 words.
//   node dist/scripts/english.js [--list] [PATH…]      PATH: a file or a folder, from the root of the repository
// Prints a table per folder; `--list` prints each place. Exits with 1 for a forbidden word, or when more than 5 % of the
// sentences in comments are long.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { countWords, sentencesOf } from './english/sentences';
import { type Text, textsOf } from './english/texts';

const ROOT = resolve(__dirname, '..', '..');
const MOST_WORDS = 20;
const MOST_LONG = 0.05;
const FORBIDDEN = /\b(?:nobody|whoever|somebody|told|asleep|woken|obeys|gives? way)\b/gi;
/** Text that the repository quotes: rows of the specification. */
const QUOTED = /^(conformance\/spec\/sections\/|plugins\/[^/]+\/conformance\/rows\.ts$)/;

interface Row {
  words: number;
  comments: number;
  longComments: number;
  prose: number;
  longProse: number;
}

const emptyRow = (): Row => ({ words: 0, comments: 0, longComments: 0, prose: 0, longProse: 0 });

function main(args: readonly string[]): void {
  const isListing = args.includes('--list');
  const paths = args.filter((arg) => arg !== '--list');
  const unknown = paths.find((path) => path.startsWith('-') || !existsSync(path));
  if (unknown !== undefined) {
    console.error(`${unknown}: no such option or file. Usage: english [--list] [PATH…]`);
    process.exitCode = 2;
    return;
  }
  const rows = new Map<string, Row>();
  const total = emptyRow();
  for (const file of filesBelow(paths)) {
    const folder = folderOf(file);
    const row = rows.get(folder) ?? emptyRow();
    rows.set(folder, row);
    const before = { ...row };
    for (const text of textsOf(file, readFileSync(join(ROOT, file), 'utf8')))
      measure(text, row, (line, problem, sentence) => {
        if (isListing) console.log(`${file}:${line}: ${problem}: ${sentence}`);
      });
    for (const key of Object.keys(total) as (keyof Row)[]) total[key] += row[key] - before[key];
  }
  printTable(
    [...rows].sort(([a], [b]) => a.localeCompare(b)),
    total,
  );
  process.exitCode = total.words > 0 || shareOf(total.longComments, total.comments) > MOST_LONG ? 1 : 0;
}

function measure(
  { kind, line, text }: Text,
  row: Row,
  report: (line: number, problem: string, sentence: string) => void,
): void {
  const sentences = kind === 'comment' || kind === 'prose' ? sentencesOf(text) : [{ line: 0, text }];
  for (const sentence of sentences) {
    // A literal of one word is data: a name, an address, a path.
    if (kind === 'string' && !/\s/.test(text.trim())) continue;
    const place = line + sentence.line;
    const prose = kind === 'string' ? sentence.text : sentence.text.replace(/(`+)[^`]*\1/g, '');
    for (const [word] of prose.matchAll(FORBIDDEN)) {
      row.words++;
      report(place, `"${word}"`, sentence.text.replace(/\s+/g, ' ').trim());
    }
    const words = countWords(sentence.text);
    const isLong = words > MOST_WORDS;
    if (kind === 'comment') {
      row.comments++;
      if (isLong) row.longComments++;
    } else if (kind === 'prose') {
      row.prose++;
      if (isLong) row.longProse++;
    } else continue;
    if (isLong) report(place, `${words} words`, sentence.text);
  }
}

/** Files that git tracks or would track, so that a new file counts before it is committed. */
function filesBelow(paths: readonly string[]): string[] {
  const below = paths.map((path) => relative(ROOT, resolve(path)) || '.');
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...below], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(ts|md)$/.test(file) && !QUOTED.test(file) && existsSync(join(ROOT, file)))
    .sort();
}

function folderOf(file: string): string {
  const [top = '', second, third] = file.split('/');
  if (second === undefined) return top.endsWith('.md') ? 'README' : 'root';
  return (top === 'core' || top === 'plugins') && third !== undefined ? `${top}/${second}` : top;
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function printTable(rows: readonly [string, Row][], total: Row): void {
  const line = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(26) : cell.padStart(11))).join('');
  const percent = (part: number, whole: number): string => `${(shareOf(part, whole) * 100).toFixed(1)} %`;
  console.log(line(['', 'words', 'comments', 'long', 'share', 'prose', 'long', 'share']));
  for (const [name, row] of [...rows, ['total', total] as const])
    console.log(
      line([
        name,
        String(row.words),
        String(row.comments),
        String(row.longComments),
        percent(row.longComments, row.comments),
        String(row.prose),
        String(row.longProse),
        percent(row.longProse, row.prose),
      ]),
    );
}

main(process.argv.slice(2));
