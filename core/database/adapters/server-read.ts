// Drives a plan on a database server: runs of one step in parallel on connections of the pool, or all of them on one
// connection inside a snapshot. What fails because a connection is lost or a deadlock is met is tried once more: reading twice harms nobody.
import type { Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';
import type { Lease } from './adapter';

export interface ServerReads {
  readonly dialect: Dialect;
  lease(): Promise<Lease>;
  /** null: every statement sees what is committed when it runs. */
  readonly snapshot: readonly string[] | null;
}

export async function readFromServer<T>(steps: () => Steps<T>, reads: ServerReads): Promise<T> {
  const attempt =
    reads.snapshot === null ? () => driveApart(steps(), reads) : () => driveTogether(steps(), reads);
  try {
    return await attempt();
  } catch (error) {
    const { kind } = reads.dialect.classify(error);
    if (kind !== 'unavailable' && kind !== 'retry') throw error;
    return attempt();
  }
}

async function driveApart<T>(plan: Steps<T>, reads: ServerReads): Promise<T> {
  let step = plan.next([]);
  while (!step.done) {
    const [only, ...more] = step.value;
    const rows =
      only && more.length === 0
        ? [await runOne(only, reads)]
        : await Promise.all(step.value.map((run) => runOne(run, reads)));
    step = plan.next(rows);
  }
  return step.value;
}

async function runOne(run: Run, reads: ServerReads): Promise<Row[]> {
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
}

async function driveTogether<T>(plan: Steps<T>, reads: ServerReads): Promise<T> {
  const lease = await reads.lease();
  let broken = true;
  try {
    for (const text of reads.snapshot ?? []) await lease.connection.exec(text);
    let step = plan.next([]);
    while (!step.done) step = plan.next(await lease.connection.plan(step.value));
    await lease.connection.exec('COMMIT');
    broken = false;
    return step.value;
  } finally {
    lease.release(broken);
  }
}
