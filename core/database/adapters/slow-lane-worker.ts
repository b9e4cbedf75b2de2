// The thread of the slow lane: runs the statements that it receives, and sends their rows. It knows no plans.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Row } from '../database';
import { type Handle, openReader, type Prepared } from './open-sqlite';

export type LaneRequest =
  /** The end of a plan's snapshot; without an answer. */
  | { readonly kind: 'end' }
  /** The first of a plan begins its snapshot. */
  | {
      readonly kind: 'runs';
      readonly runs: readonly { readonly sql: string; readonly params: readonly unknown[] }[];
    };

export type LaneAnswer =
  /** `milliseconds`: of the statements, without the time they waited. */
  | { readonly rows: Row[][]; readonly milliseconds: number }
  | { readonly message: string; readonly code: string };

const MOST = 200;

if (!isMainThread && parentPort) serve(openReader(String(workerData.file)), parentPort);

function serve(handle: Handle, port: NonNullable<typeof parentPort>): void {
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= MOST) statements.clear();
    const made = handle.prepare<unknown[]>(sql).raw(true);
    statements.set(sql, made);
    return made;
  };
  const answer = (request: Extract<LaneRequest, { kind: 'runs' }>): LaneAnswer => {
    const began = performance.now();
    try {
      if (!handle.inTransaction) handle.exec('BEGIN');
      const rows = request.runs.map(({ sql, params }) => prepared(sql).all(...params) as Row[]);
      return { rows, milliseconds: performance.now() - began };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return { message: error instanceof Error ? error.message : String(error), code };
    }
  };
  port.on('message', (request: LaneRequest) => {
    if (request.kind === 'runs') port.postMessage(answer(request));
    else if (handle.inTransaction) handle.exec('COMMIT');
  });
}
