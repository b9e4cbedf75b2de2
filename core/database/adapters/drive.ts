// Drives a plan on one connection.
import type { Row, Steps } from '../database';
import type { Connection } from './adapter';

export async function drive<T>(steps: Steps<T>, connection: Pick<Connection, 'plan'>): Promise<T> {
  let rows: Row[][] = [];
  for (;;) {
    const step = steps.next(rows);
    if (step.done) return step.value;
    const found = connection.plan(step.value);
    rows = found instanceof Promise ? await found : found;
  }
}
