// Output of the command line: results on stdout, progress and errors on stderr, colours only on a terminal.
import type { WriteStream } from 'node:tty';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Progress and errors: not part of the result. */
export const note = (text: string): void => void process.stderr.write(`${text}\n`);

/** A word of a printed command, in quotes where a shell would split or change it. */
export const shellWord = (text: string): string =>
  /^[\w./@:=~+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const paint =
  (code: number) =>
  (text: string, stream: WriteStream = process.stdout): string =>
    hasColours(stream) ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = paint(1);
export const red = paint(31);
export const yellow = paint(33);
export const grey = paint(90);

function hasColours(stream: WriteStream): boolean {
  if (process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== '') return false;
  return stream.isTTY === true;
}
