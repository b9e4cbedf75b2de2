// Drives a plan on a database server. The runs of one step are one statement; where that takes long, they run in parallel on several
// connections. Inside a snapshot all runs use one connection. After a lost connection or a deadlock the plan runs once more.

import { within } from '../../kernel/concurrency/deadlines';
import type { ReadControl, Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';
import type { Lease, ServerConnection } from './adapter';
import { Cancellation } from './cancellation';
import { type RunMerger, withoutOptional } from './merge-runs';
import { ReceivedBytes } from './received-bytes';
import { createSlownessMemory } from './slowness';

export interface ServerReads {
  readonly dialect: Dialect;
  readonly merger: RunMerger;
  lease(): Promise<Lease<ServerConnection>>;
  /** null: each statement sees the data that are committed when it runs. */
  readonly snapshot: readonly string[] | null;
}

/** Milliseconds from which the runs of a step go to several connections, while no other plan runs. */
const LONG = 10;

export function createServerReads(
  reads: ServerReads,
): <T>(steps: () => Steps<T>, options: { readonly control: ReadControl | null }) => Promise<T> {
  const drive = reads.snapshot === null ? driveApart(reads) : driveTogether(reads, reads.snapshot);

  const attempt = async <T>(plan: Steps<T>, control: ReadControl | null): Promise<T> => {
    const step = plan.next([]);
    if (step.done) return step.value;
    const first = step.value[0]?.statement;
    const received = control && first ? new ReceivedBytes(control, first) : null;
    const turn = received?.begin();
    if (turn) await turn;
    try {
      const result = await drive(plan, step.value, received);
      received?.end();
      return result;
    } catch (error) {
      received?.drop();
      throw error;
    }
  };

  return async (steps, { control }) => {
    try {
      return await attempt(steps(), control);
    } catch (error) {
      const { kind } = reads.dialect.classify(error);
      if (kind !== 'unavailable' && kind !== 'retry') throw error;
      return attempt(steps(), control);
    }
  };
}

type Received = ReceivedBytes | null;

/** Milliseconds. A shorter statement is not worth a cancellation, nor the cost of a signal. */
const SHORT = 50;

/**
 * Uses a connection. The signal of the control cancels its statement. The connection is closed unless its statement failed by the
 * cancellation: a late one must meet no other statement. It is closed at once when its rows find no room.
 */
async function leased<T>(
  reads: ServerReads,
  received: Received,
  isBroken: (error: unknown) => boolean,
  work: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const control = received?.control;
  control?.hold(0);
  const { connection, release } = await reads.lease();
  let broken = false;
  const cancellation = new Cancellation(connection);
  const stopListening = control === undefined ? null : cancelOnAbort(control, () => cancellation.begin());
  try {
    control?.hold(0);
    const result = await (received === null ? work(connection) : counted(connection, received, work));
    broken = cancellation.isBegun;
    // MariaDB ends a cancelled SLEEP without an error.
    control?.hold(0);
    return result;
  } catch (error) {
    const isAnswered = !cancellation.isBegun || reads.dialect.classify(error).kind === 'cancelled';
    broken ||= !isAnswered || isBroken(error);
    throw error;
  } finally {
    stopListening?.();
    if (!cancellation.isBegun) release(broken || received?.isRefused);
    else if (received?.isRefused) {
      void cancellation.end();
      release(true);
    } else {
      const isSafe = await cancellation.end();
      release(broken || !isSafe);
    }
  }
}

/** Rejects when rows find no room; the work then goes on until its connection is closed. */
function counted<T>(
  connection: ServerConnection,
  received: ReceivedBytes,
  work: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = connection.onBytes((bytes) => {
      try {
        received.add(bytes);
      } catch (error) {
        stop();
        reject(error);
      }
    });
    work(connection).then(
      (result) => {
        stop();
        resolve(result);
      },
      (error) => {
        stop();
        reject(error);
      },
    );
  });
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
  const runOne = (run: Run, received: Received, took?: (milliseconds: number) => void): Promise<Row[]> =>
    leased(reads, received, isLost, async (connection) => {
      const since = performance.now();
      const [rows = []] = await connection.plan([run]);
      took?.(performance.now() - since);
      return rows;
    });

  const runApart = (runs: readonly Run[], received: Received): Promise<Row[][]> =>
    Promise.all(withoutOptional(runs).map((run) => runOne(run, received)));

  const runAll = async (runs: readonly Run[], received: Received): Promise<Row[][]> => {
    const merged = reads.merger.merge(runs);
    if (!merged) return runApart(runs, received);
    const { statement } = merged.run;
    // Under load more connections would only make it worse.
    const isBusy = underWay > 1;
    if (!isBusy && memory.isSlow(statement)) return runApart(runs, received);
    const took = (milliseconds: number): void => {
      if (!isBusy && underWay === 1) memory.took(statement, milliseconds);
    };
    try {
      return merged.split(await runOne(merged.run, received, took));
    } catch (error) {
      if (!reads.merger.tookTooLong(merged, error)) throw error;
      return runApart(runs, received);
    }
  };

  return async <T>(plan: Steps<T>, first: readonly Run[], received: Received): Promise<T> => {
    underWay += 1;
    try {
      let step = plan.next(await runAll(first, received));
      while (!step.done) step = plan.next(await runAll(step.value, received));
      return step.value;
    } finally {
      underWay -= 1;
    }
  };
}

function driveTogether(reads: ServerReads, snapshot: readonly string[]) {
  return <T>(plan: Steps<T>, first: readonly Run[], received: Received): Promise<T> => {
    let isOpen = false;
    const work = async (connection: ServerConnection): Promise<T> => {
      isOpen = true;
      for (const text of snapshot) await connection.exec(text);
      const end = async (text: string): Promise<void> => {
        await connection.exec(text);
        isOpen = false;
      };
      try {
        let step = plan.next(await connection.plan(first));
        while (!step.done) step = plan.next(await connection.plan(step.value));
        await end('COMMIT');
        return step.value;
      } catch (error) {
        await end('ROLLBACK');
        throw error;
      }
    };
    return leased(reads, received, () => isOpen, work);
  };
}
