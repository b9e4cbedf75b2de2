// Drives a plan on a database server. The runs of one step are one statement; where that takes long, they run in parallel on several
// connections. Inside a snapshot all runs use one connection. After a lost connection or a deadlock the plan runs once more.
import type { Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';
import type { Lease } from './adapter';
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

export function createServerReads(reads: ServerReads): <T>(steps: () => Steps<T>) => Promise<T> {
  const drive = reads.snapshot === null ? driveApart(reads) : driveTogether(reads, reads.snapshot);
  return async (steps) => {
    try {
      return await drive(steps());
    } catch (error) {
      const { kind } = reads.dialect.classify(error);
      if (kind !== 'unavailable' && kind !== 'retry') throw error;
      return drive(steps());
    }
  };
}

function driveApart(reads: ServerReads) {
  const memory = createSlownessMemory(LONG);
  let underWay = 0;

  /** Calls `took` with the milliseconds it ran, without the wait for a connection. */
  const runOne = async (run: Run, took?: (milliseconds: number) => void): Promise<Row[]> => {
    const lease = await reads.lease();
    let broken = false;
    try {
      const since = performance.now();
      const [rows = []] = await lease.connection.plan([run]);
      took?.(performance.now() - since);
      return rows;
    } catch (error) {
      broken = reads.dialect.classify(error).kind === 'unavailable';
      throw error;
    } finally {
      lease.release(broken);
    }
  };

  const runApart = (runs: readonly Run[]): Promise<Row[][]> =>
    Promise.all(withoutBeside(runs).map((run) => runOne(run)));

  const runAll = async (runs: readonly Run[]): Promise<Row[][]> => {
    const merged = reads.merger.merge(runs);
    if (!merged) return runApart(runs);
    const { statement } = merged.run;
    // Under load more connections would only make it worse.
    const isBusy = underWay > 1;
    if (!isBusy && memory.isSlow(statement)) return runApart(runs);
    const took = (milliseconds: number): void => {
      if (!isBusy && underWay === 1) memory.took(statement, milliseconds);
    };
    try {
      return merged.split(await runOne(merged.run, took));
    } catch (error) {
      if (!reads.merger.tookTooLong(merged, error)) throw error;
      return runApart(runs);
    }
  };

  return async <T>(plan: Steps<T>): Promise<T> => {
    underWay += 1;
    try {
      let step = plan.next([]);
      while (!step.done) step = plan.next(await runAll(step.value));
      return step.value;
    } finally {
      underWay -= 1;
    }
  };
}

function driveTogether(reads: ServerReads, snapshot: readonly string[]) {
  return async <T>(plan: Steps<T>): Promise<T> => {
    const lease = await reads.lease();
    let broken = true;
    try {
      for (const text of snapshot) await lease.connection.exec(text);
      let step = plan.next([]);
      while (!step.done) step = plan.next(await lease.connection.plan(step.value));
      await lease.connection.exec('COMMIT');
      broken = false;
      return step.value;
    } finally {
      lease.release(broken);
    }
  };
}
