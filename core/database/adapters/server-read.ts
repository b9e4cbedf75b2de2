// Drives a plan on a database server. The runs of one step are one statement; where that takes long, they run in parallel on several
// connections. Inside a snapshot all runs use one connection. After a lost connection or a deadlock the plan runs once more.
import type { Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';
import type { Connection, Lease } from './adapter';
import { type RunMerger, withoutBeside } from './merge-runs';
import { createSlownessMemory } from './slowness';

export interface ServerReads {
  readonly dialect: Dialect;
  readonly merger: RunMerger;
  lease(): Promise<Lease>;
  /** null: every statement sees what is committed when it runs. */
  readonly snapshot: readonly string[] | null;
}

/** Milliseconds from which the runs of a step go to several connections, while no other plan runs. */
const LONG = 10;

export function createServerReads(
  reads: ServerReads,
): <T>(steps: () => Steps<T>, options: { readonly signal: Signal }) => Promise<T> {
  const drive = reads.snapshot === null ? driveApart(reads) : driveTogether(reads, reads.snapshot);
  return async (steps, { signal }) => {
    try {
      return await drive(steps(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const { kind } = reads.dialect.classify(error);
      if (kind !== 'unavailable' && kind !== 'retry') throw error;
      return drive(steps(), signal);
    }
  };
}

type Signal = AbortSignal | null;

/**
 * Uses a connection. A signal cancels its statement and closes the connection, so that a late cancellation meets no other statement.
 */
async function leased<T>(
  reads: ServerReads,
  signal: Signal,
  isBroken: (error: unknown) => boolean,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const { connection, release } = await reads.lease();
  let broken = false;
  const cancel = (): void => {
    broken = true;
    // Without it the statement runs until database.statementTimeout.
    connection.cancel().catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel);
  try {
    signal?.throwIfAborted();
    const result = await work(connection);
    // MariaDB ends a cancelled SLEEP without an error.
    signal?.throwIfAborted();
    return result;
  } catch (error) {
    broken ||= isBroken(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    release(broken);
  }
}

function driveApart(reads: ServerReads) {
  const memory = createSlownessMemory(LONG);
  let underWay = 0;

  /** Calls `took` with the milliseconds it ran, without the wait for a connection. */
  const isLost = (error: unknown): boolean => reads.dialect.classify(error).kind === 'unavailable';
  const runOne = (run: Run, signal: Signal, took?: (milliseconds: number) => void): Promise<Row[]> =>
    leased(reads, signal, isLost, async (connection) => {
      const since = performance.now();
      const [rows = []] = await connection.plan([run]);
      took?.(performance.now() - since);
      return rows;
    });

  const runApart = (runs: readonly Run[], signal: Signal): Promise<Row[][]> =>
    Promise.all(withoutBeside(runs).map((run) => runOne(run, signal)));

  const runAll = async (runs: readonly Run[], signal: Signal): Promise<Row[][]> => {
    const merged = reads.merger.merge(runs);
    if (!merged) return runApart(runs, signal);
    const { statement } = merged.run;
    // Under load more connections would only make it worse.
    const isBusy = underWay > 1;
    if (!isBusy && memory.isSlow(statement)) return runApart(runs, signal);
    const took = (milliseconds: number): void => {
      if (!isBusy && underWay === 1) memory.took(statement, milliseconds);
    };
    try {
      return merged.split(await runOne(merged.run, signal, took));
    } catch (error) {
      signal?.throwIfAborted();
      if (!reads.merger.tookTooLong(merged, error)) throw error;
      return runApart(runs, signal);
    }
  };

  return async <T>(plan: Steps<T>, signal: Signal): Promise<T> => {
    underWay += 1;
    try {
      let step = plan.next([]);
      while (!step.done) step = plan.next(await runAll(step.value, signal));
      return step.value;
    } finally {
      underWay -= 1;
    }
  };
}

function driveTogether(reads: ServerReads, snapshot: readonly string[]) {
  // After any error the transaction may be open, so its connection is closed.
  return <T>(plan: Steps<T>, signal: Signal): Promise<T> =>
    leased(
      reads,
      signal,
      () => true,
      async (connection) => {
        for (const text of snapshot) await connection.exec(text);
        let step = plan.next([]);
        while (!step.done) step = plan.next(await connection.plan(step.value));
        await connection.exec('COMMIT');
        return step.value;
      },
    );
}
