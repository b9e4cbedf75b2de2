// Survivors that were judged: each breaks no sentence of the specification or of the decisions, and judged.json says why.
import { readFileSync } from 'node:fs';
import type { Fault } from './fault';
import type { Place } from './product';

export interface Judged {
  /** The source file; a folder ends with `/`. */
  readonly file: string;
  /** The compiled line without the fault, or a list of lines. Lines may move. Absent: every fault of the file or folder. */
  readonly before?: string | readonly string[];
  /** The line with the fault. Absent: every fault of the line. */
  readonly after?: string;
  /** Limits the reason to runs on this database. Example: SQLite runs no code of locks. Absent: every database. */
  readonly database?: string;
  readonly why: string;
}

export const readJudged = (file: string): Judged[] => JSON.parse(readFileSync(file, 'utf8'));

export function reasonFor(
  judged: readonly Judged[],
  { file }: Fault,
  { before, after }: Place,
  database: string,
): string | null {
  const source = file.replace(/\.js$/, '.ts');
  const isIn = (path: string): boolean => (path.endsWith('/') ? source.startsWith(path) : source === path);
  const known = judged.find(
    (one) =>
      isIn(one.file) &&
      (one.database === undefined || database.startsWith(one.database)) &&
      (one.before === undefined || [one.before].flat().includes(before)) &&
      (one.after === undefined || one.after === after),
  );
  return known?.why ?? null;
}
