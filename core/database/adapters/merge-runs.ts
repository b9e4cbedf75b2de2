// Several reads as one statement, for databases on the other side of a socket: sending a small read and being woken by its answer is
// a good part of its cost. Each becomes a member of a union, with columns of its own that are null in the others' rows.
import type { Row, Run, SelectText, Statement } from '../database';
import type { DatabaseFault } from '../dialect';
import { GenerationCache } from '../generation-cache';

export interface MergedRun {
  readonly run: Run;
  /** Its rows, apart again; no list for a run that is beside the others and not among its members. */
  split(rows: readonly Row[]): Row[][];
}

export interface RunMerger {
  /** null: they cannot stand in one statement, or not yet. */
  merge(runs: readonly Run[]): MergedRun | null;
  /** Has it run for longer than any statement may? Its members may not: for a while they are not merged. */
  tookTooLong(merged: MergedRun, error: unknown): boolean;
}

export interface MergeOptions {
  /** Marks as the driver wants them. */
  finish(text: string): string;
  /** A null for each column of a statement, of the column's type where the database asks for it; null: not known yet. */
  nulls(statement: Statement, select: SelectText): readonly string[] | null;
  classify(error: unknown): DatabaseFault;
}

interface Merged {
  readonly statement: Statement;
  /** The place of each member's first column. */
  readonly starts: readonly number[];
  readonly widths: readonly number[];
}

/** What is to be run where nothing is merged. */
export const withoutBeside = (runs: readonly Run[]): readonly Run[] =>
  runs.some(({ beside }) => beside) ? runs.filter(({ beside }) => !beside) : runs;

/** One after the other where they cannot be merged. */
export async function runTogether(
  runs: readonly Run[],
  merger: RunMerger,
  run: (run: Run) => Promise<Row[]>,
): Promise<Row[][]> {
  const merged = merger.merge(runs);
  if (merged) {
    try {
      return merged.split(await run(merged.run));
    } catch (error) {
      // A transaction may have ended with it.
      merger.tookTooLong(merged, error);
      throw error;
    }
  }
  const results: Row[][] = [];
  for (const each of withoutBeside(runs)) results.push(await run(each));
  return results;
}

const MOST = 500;
/** Every member's row has the columns of all: the text grows with the square of their number, and servers and drivers keep it. */
const MOST_TEXT = 32_768;
/** PostgreSQL has 1,664. */
const MOST_COLUMNS = 1_600;
/** Milliseconds. */
const APART = 60_000;

export function createRunMerger(options: MergeOptions): RunMerger {
  /** null: it would be too long. */
  const known = new GenerationCache<string, Merged | null>(MOST);
  const apartUntil = new WeakMap<Statement, number>();

  const mergedOf = (runs: readonly Run[]): Merged | null => {
    if (runs.length < 2) return null;
    const key = runs.map(({ statement }) => statement.name).join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const members = membersOf(runs, options);
    if (!members) return null;
    const made = mergeMembers(key, members, options);
    known.set(key, made);
    return made;
  };

  const isReady = ({ statement, beside }: Run): boolean =>
    !beside || (statement.select !== undefined && options.nulls(statement, statement.select) !== null);

  return {
    merge(runs) {
      if (runs.length < 2) return null;
      const ready = runs.every(isReady) ? runs : runs.filter(isReady);
      let members = ready;
      let merged = mergedOf(members);
      if (!merged) {
        members = withoutBeside(runs);
        merged = members.length < ready.length ? mergedOf(members) : null;
      }
      if (!merged || performance.now() < (apartUntil.get(merged.statement) ?? 0)) return null;
      const { statement, starts, widths } = merged;
      return {
        run: { statement, params: members.flatMap(({ params }) => params) },
        split(rows) {
          const apart: Row[][] = members.map(() => []);
          for (const row of rows) {
            const member = Number(row[0]);
            const start = starts[member] ?? 0;
            apart[member]?.push(row.slice(start, start + (widths[member] ?? 0)));
          }
          if (members.length === runs.length) return apart;
          const placed: Row[][] = new Array(runs.length);
          members.forEach((run, index) => {
            placed[runs.indexOf(run)] = apart[index] ?? [];
          });
          return placed;
        },
      };
    },
    tookTooLong({ run: { statement } }, error) {
      const isTimeout = options.classify(error).kind === 'timeout';
      if (isTimeout) apartUntil.set(statement, performance.now() + APART);
      return isTimeout;
    },
  };
}

interface Member {
  readonly select: SelectText;
  readonly nulls: readonly string[];
}

function membersOf(runs: readonly Run[], { nulls }: MergeOptions): Member[] | null {
  const members: Member[] = [];
  for (const { statement } of runs) {
    const { select } = statement;
    const own = select && nulls(statement, select);
    if (!own) return null;
    members.push({ select, nulls: own });
  }
  return members;
}

function mergeMembers(name: string, members: readonly Member[], { finish }: MergeOptions): Merged | null {
  const starts: number[] = [];
  let columns = 1;
  for (const { select } of members) {
    starts.push(columns);
    columns += select.width;
  }
  if (columns > MOST_COLUMNS) return null;
  const nulls = members.map((member) => member.nulls.join(', '));
  const texts = members.map(({ select }, index) => {
    const list = nulls.map((own, other) => (other === index ? select.columns : own));
    return `(SELECT ${index}, ${list.join(', ')} ${select.rest})`;
  });
  const text = texts.join(' UNION ALL ');
  if (text.length > MOST_TEXT) return null;
  return {
    statement: { sql: finish(text), name },
    starts,
    widths: members.map(({ select }) => select.width),
  };
}
