// Drives a plan on a database server: the runs of one step as one statement, or in parallel on connections of the pool where that
// takes long; all of them on one connection inside a snapshot. What fails because a connection is lost or a deadlock is met is
// tried once more: reading twice harms nobody.
import type { Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';
import { createSlownessMemory } from '../slowness';
import type { Lease } from './adapter';
import type { RunMerger } from './merge-runs';

export interface ServerReads {
  readonly dialect: Dialect;
  readonly merger: RunMerger;
  lease(): Promise<Lease>;
  /** null: every statement sees what is committed when it runs. */
  readonly snapshot: readonly string[] | null;
}

/** Milliseconds from which on the server had better work on the runs of a step at the same time. Read off a step that ran alone:
 * where many wait, more connections would only make it worse. */
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
  let begun = 0;
  let ended = 0;

  const runOne = async (run: Run): Promise<Row[]> => {
    const lease = await reads.lease();
    let broken = false;
    try {
      const [rows = []] = await lease.connection.plan([run]);
      return rows;
    } catch (error) {
      broken = reads.dialect.classify(error).kind === 'unavailable';
      throw error;
    } finally {
      lease.release(broken);
    }
  };

  const runAll = async (runs: readonly Run[]): Promise<Row[][]> => {
    const [only] = runs;
    if (only && runs.length === 1) return [await runOne(only)];
    const merged = reads.merger.merge(runs);
    if (!merged) return Promise.all(runs.map(runOne));
    const { statement } = merged.run;
    const since = performance.now();
    const results = memory.isSlow(statement)
      ? await Promise.all(runs.map(runOne))
      : merged.split(await runOne(merged.run));
    if (begun === ended + 1) memory.took(statement, performance.now() - since);
    return results;
  };

  return async <T>(plan: Steps<T>): Promise<T> => {
    begun += 1;
    try {
      let step = plan.next([]);
      while (!step.done) step = plan.next(await runAll(step.value));
      return step.value;
    } finally {
      ended += 1;
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
