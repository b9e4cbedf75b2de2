// Survivors that were judged: each breaks no sentence of the specification or of the decisions, and judged.json says why.
// A judgement names no folder, so it survives a move of its code.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Fault } from './fault';
import type { Lines } from './product';

export interface Judged {
  /** The innermost named function, with its class: `Outbox.flush`. Empty: outside of functions. Absent: every fault of `file`. */
  readonly function?: string;
  /** The name of the source file, without folders. Present only if the other keys fit code of several files. */
  readonly file?: string;
  /** Absent: every rule. */
  readonly rule?: string;
  /** The compiled line without the fault. Absent: every line. */
  readonly statement?: string | readonly string[];
  /** The line with the fault. Absent: every fault of the rule in this line. */
  readonly becomes?: string | readonly string[];
  /** Limits the reason to runs on this database. Example: SQLite runs no code of locks. Absent: every database. */
  readonly database?: string;
  readonly why: string;
}

export function readJudged(file: string): Judged[] {
  const all: Judged[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const one of all)
    if (one.file === undefined && (one.function === undefined || one.statement === undefined))
      throw new Error(`${file}: ${JSON.stringify(one)} needs "function" and "statement", or "file".`);
  return all;
}

export const reasonFor = (
  judged: readonly Judged[],
  fault: Fault,
  lines: Lines,
  database: string,
): string | null =>
  judged.find(
    (one) => (one.database === undefined || database.startsWith(one.database)) && fits(one, fault, lines),
  )?.why ?? null;

/** A compiled fault with its lines. */
export type FaultInCode = Fault & Lines;

/** Without the judgements, and the lines of judgements, that fit no fault. */
export function withoutGone(judged: readonly Judged[], faults: readonly FaultInCode[]): Judged[] {
  return judged.flatMap((one) => {
    const own = faults.filter((fault) => fits(one, fault, fault));
    if (own.length === 0) return [];
    const kept = (lines: Judged['statement'], key: keyof Lines): Judged['statement'] => {
      const left = listOf(lines).filter((line) => own.some((fault) => fault[key] === line));
      return left.length === 1 ? left[0] : left;
    };
    return [
      {
        ...one,
        ...(one.statement === undefined ? {} : { statement: kept(one.statement, 'before') }),
        ...(one.becomes === undefined ? {} : { becomes: kept(one.becomes, 'after') }),
      },
    ];
  });
}

function fits(one: Judged, { file, within, rule }: Fault, { before, after }: Lines): boolean {
  return (
    (one.function === undefined || one.function === within) &&
    (one.file === undefined || one.file === basename(file).replace(/\.js$/, '.ts')) &&
    (one.rule === undefined || one.rule === rule) &&
    (one.statement === undefined || listOf(one.statement).includes(before)) &&
    (one.becomes === undefined || listOf(one.becomes).includes(after))
  );
}

const listOf = (lines: Judged['statement'] = []): readonly string[] => [lines].flat();
