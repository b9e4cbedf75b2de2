// Drives a plan on one connection, or reads one long list on it.
import { setImmediate } from 'node:timers/promises';
import type { Row, Run, Steps } from '../database';
import type { Connection } from './adapter';

export async function drive<T>(steps: Steps<T>, connection: Connection): Promise<T> {
  let rows: Row[][] = [];
  for (;;) {
    const step = steps.next(rows);
    if (step.done) return step.value;
    const found = connection.plan(step.value);
    rows = found instanceof Promise ? await found : found;
  }
}

/** Other requests have their turn between two parts. */
export async function scan(run: Run, connection: Connection): Promise<Row[]> {
  if (!connection.scan) return (await connection.plan([run]))[0] ?? [];
  const rows: Row[] = [];
  for (const part of connection.scan(run)) {
    for (const row of part) rows.push(row);
    await setImmediate();
  }
  return rows;
}
