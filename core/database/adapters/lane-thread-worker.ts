// A thread of lane-thread.ts: runs the statements that it receives, and sends their rows in batches. It knows no plans. It sends the
// next batch when it is asked, so that few rows are in memory here.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Row } from '../database';
import { registerEndable } from './endable-statement';
import { type Handle, openReader, type Prepared } from './open-sqlite';

export interface LaneRun {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export type LaneRequest =
  /** The first of a plan begins its snapshot. */
  | { readonly kind: 'runs'; readonly runs: readonly LaneRun[] }
  /** Asks for the next batch. */
  | { readonly kind: 'next' }
  /** The end of a plan's snapshot; without an answer. */
  | { readonly kind: 'end' };

export interface LaneBatch {
  /** The rows of some runs, by their place. */
  readonly parts: readonly { readonly run: number; readonly rows: Row[] }[];
  /** Of the rows, about. */
  readonly bytes: number;
  /** Of the statements, without the time they waited. */
  readonly milliseconds: number;
  readonly isLast: boolean;
}

export type LaneAnswer = LaneBatch | { readonly message: string; readonly code: string };

const MOST_STATEMENTS = 200;
/** Bytes from which a batch is sent. */
const BATCH = 262_144;

if (!isMainThread && parentPort) serve(openReader(String(workerData.file)), parentPort);

function serve(handle: Handle, port: NonNullable<typeof parentPort>): void {
  registerEndable(handle);
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= MOST_STATEMENTS) statements.clear();
    const made = handle.prepare<unknown[]>(sql).raw(true);
    statements.set(sql, made);
    return made;
  };

  function* batchesOf(runs: readonly LaneRun[]): Generator<LaneBatch> {
    let began = performance.now();
    let parts: { run: number; rows: Row[] }[] = [];
    let bytes = 0;
    const batch = (isLast: boolean): LaneBatch => ({
      parts,
      bytes,
      milliseconds: performance.now() - began,
      isLast,
    });
    for (const [run, { sql, params }] of runs.entries()) {
      let rows: Row[] = [];
      parts.push({ run, rows });
      for (const row of prepared(sql).iterate(...params) as Iterable<Row>) {
        rows.push(row);
        bytes += sizeOf(row);
        if (bytes < BATCH) continue;
        yield batch(false);
        began = performance.now();
        rows = [];
        parts = [{ run, rows }];
        bytes = 0;
      }
    }
    yield batch(true);
  }

  let batches: Generator<LaneBatch> | null = null;
  const answer = (request: Exclude<LaneRequest, { kind: 'end' }>): LaneAnswer => {
    try {
      if (request.kind === 'runs') {
        if (!handle.inTransaction) handle.exec('BEGIN');
        batches = batchesOf(request.runs);
      }
      const step = batches?.next();
      if (!step || step.done) throw new Error('There is no further batch');
      return step.value;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return { message: error instanceof Error ? error.message : String(error), code };
    }
  };
  port.on('message', (request: LaneRequest) => {
    if (request.kind !== 'end') port.postMessage(answer(request));
    else {
      // Ends a statement whose rows were not all asked for.
      batches?.return(undefined);
      batches = null;
      if (handle.inTransaction) handle.exec('COMMIT');
    }
  });
}

function sizeOf(row: Row): number {
  let bytes = 0;
  for (const value of row) bytes += typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
  return bytes;
}
