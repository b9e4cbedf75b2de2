// The thread of the slow lane: runs the statements it is sent and answers with their rows. It knows nothing of plans.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type Handle, openReader, type Prepared } from './adapters/open-sqlite';
import type { Row } from './database';

export type LaneRequest =
  | { readonly kind: 'begin' | 'end' }
  | {
      readonly kind: 'runs';
      readonly runs: readonly { readonly sql: string; readonly params: readonly unknown[] }[];
    };

export type LaneAnswer = { readonly rows: Row[][] } | { readonly message: string; readonly code: string };

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
  const answer = (request: LaneRequest): Row[][] => {
    if (request.kind === 'runs')
      return request.runs.map(({ sql, params }) => prepared(sql).all(...params) as Row[]);
    if (request.kind === 'begin' && !handle.inTransaction) handle.exec('BEGIN');
    if (request.kind === 'end' && handle.inTransaction) handle.exec('COMMIT');
    return [];
  };
  port.on('message', (request: LaneRequest) => {
    let reply: LaneAnswer;
    try {
      reply = { rows: answer(request) };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      reply = { message: error instanceof Error ? error.message : String(error), code };
    }
    port.postMessage(reply);
  });
}
