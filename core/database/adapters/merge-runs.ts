// Several reads as one statement, for database servers, because the round trip is a large part of the cost of a small read. Each read
// becomes a member of a union. Its columns are null in the rows of other members:
//   (SELECT 0, t.id, NULL FROM a t …) UNION ALL (SELECT 1, NULL, t.title FROM b t …)

import { GenerationCache } from '../../kernel/cache/generation-cache';
import type { Row, Run, SelectText, Statement } from '../database';
import type { DatabaseFault } from '../dialect';

export interface MergedRun {
  readonly run: Run;
  /** Its rows by run; no list for an optional run that is no member. */
  split(rows: readonly Row[]): Row[][];
}

export interface RunMerger {
  /** null: they cannot be one statement, or not yet. */
  merge(runs: readonly Run[]): MergedRun | null;
  /** Was it stopped by the statement timeout? Its members alone may take less, so for a while they are not merged. */
  tookTooLong(merged: MergedRun, error: unknown): boolean;
}

export interface MergeOptions {
  /** Marks as the driver wants them. */
  finish(text: string): string;
  /** A null for each column of a statement, typed where the database needs it; null: not known yet. */
  nulls(statement: Statement, select: SelectText): readonly string[] | null;
  classify(error: unknown): DatabaseFault;
}

interface Merged {
  readonly statement: Statement;
  /** The place of each member's first column. */
  readonly starts: readonly number[];
  readonly widths: readonly number[];
}

/** The runs where nothing is merged: optional ones are left out. */
export const withoutOptional = (runs: readonly Run[]): readonly Run[] =>
  runs.some(({ optional }) => optional) ? runs.filter(({ optional }) => !optional) : runs;

/** As one statement, or one after the other. */
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
      // Not repeated one by one: the error may have ended the transaction.
      merger.tookTooLong(merged, error);
      throw error;
    }
  }
  const results: Row[][] = [];
  for (const each of withoutOptional(runs)) results.push(await run(each));
  return results;
}

const MOST_MERGED = 500;
/** Each member lists the columns of all, so the text grows with the square of their number. Servers and drivers keep it. */
const MOST_TEXT = 32_768;
/** PostgreSQL has 1,664. */
const MOST_COLUMNS = 1_600;
/** Milliseconds. */
const APART = 60_000;

export function createRunMerger(options: MergeOptions): RunMerger {
  /** null: the statement would be too long. */
  const known = new GenerationCache<string, Merged | null>(MOST_MERGED);
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

  const isReady = ({ statement, optional }: Run): boolean =>
    !optional || (statement.select !== undefined && options.nulls(statement, statement.select) !== null);

  return {
    merge(runs) {
      if (runs.length < 2) return null;
      const ready = runs.every(isReady) ? runs : runs.filter(isReady);
      let members = ready;
      let merged = mergedOf(members);
      if (!merged) {
        members = withoutOptional(runs);
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
  readonly estimated: boolean;
  readonly select: SelectText;
  readonly nulls: readonly string[];
}

function membersOf(runs: readonly Run[], { nulls }: MergeOptions): Member[] | null {
  const members: Member[] = [];
  for (const { statement } of runs) {
    const { select } = statement;
    const own = select && nulls(statement, select);
    if (!own) return null;
    members.push({ estimated: statement.estimated === true, select, nulls: own });
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
    statement: {
      sql: finish(text),
      name,
      ...(members.some((member) => member.estimated) ? { estimated: true } : {}),
    },
    starts,
    widths: members.map(({ select }) => select.width),
  };
}
