// Drives a plan on a database server. The runs of one step are one statement; where that takes long, they run in parallel on several
// connections. Inside a snapshot all runs use one connection. After a lost connection or a deadlock the plan runs once more.
import type { ReadControl, Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';
import type { Connection, Lease } from './adapter';
import { within } from './deadlines';
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
): <T>(steps: () => Steps<T>, options: { readonly control: Control }) => Promise<T> {
  const drive = reads.snapshot === null ? driveApart(reads) : driveTogether(reads, reads.snapshot);
  return async (steps, { control }) => {
    try {
      return await drive(steps(), control);
    } catch (error) {
      control?.hold(0);
      const { kind } = reads.dialect.classify(error);
      if (kind !== 'unavailable' && kind !== 'retry') throw error;
      return drive(steps(), control);
    }
  };
}

type Control = ReadControl | null;

/** Milliseconds. A shorter statement is not worth a cancellation, nor the cost of a signal. */
const SHORT = 50;

/**
 * Uses a connection. The signal of the control cancels its statement. The connection is closed unless its statement failed by the
 * cancellation: a late one must meet no other statement.
 */
async function leased<T>(
  reads: ServerReads,
  control: Control,
  isBroken: (error: unknown) => boolean,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  control?.hold(0);
  const { connection, release } = await reads.lease();
  let broken = false;
  let cancelled: Promise<void> | null = null;
  const cancel = (): void => {
    cancelled = connection.cancel().catch(() => {
      broken = true;
    });
  };
  const stopListening = control === null ? null : cancelOnAbort(control, cancel);
  try {
    control?.hold(0);
    const result = await work(connection);
    broken = cancelled !== null;
    // MariaDB ends a cancelled SLEEP without an error.
    control?.hold(0);
    return result;
  } catch (error) {
    broken ||= isBroken(error) || (cancelled !== null && reads.dialect.classify(error).kind !== 'timeout');
    throw error;
  } finally {
    stopListening?.();
    await cancelled;
    release(broken);
  }
}

/** Listens to the signal after a short while only. Returns a function that ends it. */
function cancelOnAbort(control: ReadControl, cancel: () => void): () => void {
  let signal: AbortSignal | null = null;
  const ended = within(SHORT, () => {
    signal = control.signal;
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
  return () => {
    ended();
    signal?.removeEventListener('abort', cancel);
  };
}

function driveApart(reads: ServerReads) {
  const memory = createSlownessMemory(LONG);
  let underWay = 0;

  /** Calls `took` with the milliseconds it ran, without the wait for a connection. */
  const isLost = (error: unknown): boolean => reads.dialect.classify(error).kind === 'unavailable';
  const runOne = (run: Run, control: Control, took?: (milliseconds: number) => void): Promise<Row[]> =>
    leased(reads, control, isLost, async (connection) => {
      const since = performance.now();
      const [rows = []] = await connection.plan([run]);
      took?.(performance.now() - since);
      return rows;
    });

  const runApart = (runs: readonly Run[], control: Control): Promise<Row[][]> =>
    Promise.all(withoutBeside(runs).map((run) => runOne(run, control)));

  const runAll = async (runs: readonly Run[], control: Control): Promise<Row[][]> => {
    const merged = reads.merger.merge(runs);
    if (!merged) return runApart(runs, control);
    const { statement } = merged.run;
    // Under load more connections would only make it worse.
    const isBusy = underWay > 1;
    if (!isBusy && memory.isSlow(statement)) return runApart(runs, control);
    const took = (milliseconds: number): void => {
      if (!isBusy && underWay === 1) memory.took(statement, milliseconds);
    };
    try {
      return merged.split(await runOne(merged.run, control, took));
    } catch (error) {
      control?.hold(0);
      if (!reads.merger.tookTooLong(merged, error)) throw error;
      return runApart(runs, control);
    }
  };

  return async <T>(plan: Steps<T>, control: Control): Promise<T> => {
    underWay += 1;
    try {
      let step = plan.next([]);
      while (!step.done) step = plan.next(await runAll(step.value, control));
      return step.value;
    } finally {
      underWay -= 1;
    }
  };
}

function driveTogether(reads: ServerReads, snapshot: readonly string[]) {
  // After any error the transaction may be open, so its connection is closed.
  return <T>(plan: Steps<T>, control: Control): Promise<T> =>
    leased(
      reads,
      control,
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
