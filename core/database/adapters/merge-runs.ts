// Several reads as one statement, for databases on the other side of a socket: to a small read, sending it and being woken by its
// answer is most of its cost. Each becomes a member of a union, with columns of its own that are null in the others' rows.
import type { Row, Run, SelectText, Statement } from '../database';
import { GenerationCache } from '../generation-cache';

export interface MergedRun {
  readonly run: Run;
  /** Its rows, apart again. */
  split(rows: readonly Row[]): Row[][];
}

export interface RunMerger {
  /** null: they cannot stand in one statement, or not yet. */
  merge(runs: readonly Run[]): MergedRun | null;
}

export interface MergeOptions {
  /** Marks as the driver wants them. */
  finish(text: string): string;
  /** A null for each column of a statement, of the column's type where the database asks for it; null: not known yet. */
  nulls(statement: Statement, select: SelectText): readonly string[] | null;
}

interface Merged {
  readonly statement: Statement;
  /** The place of each member's first column. */
  readonly starts: readonly number[];
  readonly widths: readonly number[];
}

/** One after the other where they cannot be merged. */
export async function runTogether(
  runs: readonly Run[],
  merger: RunMerger,
  run: (run: Run) => Promise<Row[]>,
): Promise<Row[][]> {
  const [only] = runs;
  if (only && runs.length === 1) return [await run(only)];
  const merged = merger.merge(runs);
  if (merged) return merged.split(await run(merged.run));
  const results: Row[][] = [];
  for (const each of runs) results.push(await run(each));
  return results;
}

const MOST = 500;

export function createRunMerger(options: MergeOptions): RunMerger {
  const known = new GenerationCache<string, Merged>(MOST);

  const mergedOf = (runs: readonly Run[]): Merged | null => {
    const key = runs.map(({ statement }) => statement.name).join(' ');
    const found = known.get(key);
    if (found) return found;
    const made = mergeStatements(
      key,
      runs.map(({ statement }) => statement),
      options,
    );
    if (made) known.set(key, made);
    return made;
  };

  return {
    merge(runs) {
      const merged = mergedOf(runs);
      if (!merged) return null;
      const { statement, starts, widths } = merged;
      return {
        run: { statement, params: runs.flatMap(({ params }) => params) },
        split(rows) {
          const apart: Row[][] = runs.map(() => []);
          for (const row of rows) {
            const member = Number(row[0]);
            const start = starts[member] ?? 0;
            apart[member]?.push(row.slice(start, start + (widths[member] ?? 0)));
          }
          return apart;
        },
      };
    },
  };
}

function mergeStatements(
  name: string,
  statements: readonly Statement[],
  { finish, nulls }: MergeOptions,
): Merged | null {
  const members: { select: SelectText; nulls: string; start: number }[] = [];
  let start = 1;
  for (const statement of statements) {
    const { select } = statement;
    const own = select && nulls(statement, select);
    if (!own) return null;
    members.push({ select, nulls: own.join(', '), start });
    start += select.width;
  }
  const texts = members.map(({ select: { columns, rest } }, index) => {
    const list = members.map((member, other) => (other === index ? columns : member.nulls));
    return `(SELECT ${index}, ${list.join(', ')} ${rest})`;
  });
  return {
    statement: { sql: finish(texts.join(' UNION ALL ')), name },
    starts: members.map((member) => member.start),
    widths: members.map(({ select }) => select.width),
  };
}
