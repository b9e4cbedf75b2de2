// Threads that run statements of SQLite, so that the event loop is free. Each thread has its own read-only handle. The generators of plans
// stay in the main thread. Rows arrive in batches, and the control of a read counts each batch. So an answer without room ends before its
// last row.

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { ReadControl, Row, Run } from '../database';
import { endable } from './endable-statement';
import type { LaneAnswer, LaneBatch, LaneRequest } from './lane-thread-worker';

/** MB. Rows live until their batch is sent; by default V8 keeps up to 48 MB of dead ones. */
const YOUNG = 6;

export interface LaneRows {
  /** One list for each run. */
  readonly rows: Row[][];
  /** The time of the statements, without the time in the queue. */
  readonly milliseconds: number;
}

export interface LaneThread {
  /** false: the thread has failed, or was given up. */
  readonly isAlive: boolean;
  /** The rows of all runs of a step. The first step begins a snapshot. `isLong`: the thread can end while a statement runs. */
  rowsOf(
    runs: readonly Run[],
    control: Pick<ReadControl, 'signal' | 'hold'> | null,
    isLong: boolean,
  ): Promise<LaneRows>;
  /** Ends the snapshot. */
  end(): void;
  /** Resolves when the thread has ended: after its statement, also when it was given up before. */
  close(): Promise<void>;
}

export interface LaneThreads {
  start(): LaneThread;
  /** Ends all threads; no other starts. */
  close(): Promise<void>;
}

/** `statementTimeout`: milliseconds of the statements of one step; 0: no limit. */
export function createLaneThreads(file: string, statementTimeout: number): LaneThreads {
  const workers = new Set<Worker>();
  let isOpen = true;
  return {
    start() {
      if (!isOpen) throw coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.connections);
      const worker = startWorker(file);
      workers.add(worker);
      worker.once('exit', () => workers.delete(worker));
      return createThread(worker, statementTimeout);
    },
    async close() {
      isOpen = false;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}

function startWorker(file: string): Worker {
  const started = new Worker(path.join(__dirname, 'lane-thread-worker.js'), {
    workerData: { file },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  started.unref();
  // A thread that was given up may still fail.
  started.on('error', () => undefined);
  return started;
}

function createThread(worker: Worker, statementTimeout: number): LaneThread {
  let isAlive = true;
  worker.once('exit', () => {
    isAlive = false;
  });

  /** `left`: milliseconds; 0: no limit. */
  const ask = (request: LaneRequest, signal: AbortSignal | undefined, left: number): Promise<LaneBatch> => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (!isAlive) return Promise.reject(coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.connections));
    return new Promise((resolve, reject) => {
      const timer = left > 0 ? setTimeout(tooLong, left) : undefined;
      signal?.addEventListener('abort', aborted);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        worker.off('message', answered).off('error', failed).off('exit', exited);
      };
      function answered(answer: LaneAnswer): void {
        end();
        if ('parts' in answer) resolve(answer);
        else reject(Object.assign(new Error(answer.message), { code: answer.code }));
      }
      function failed(error: Error): void {
        end();
        isAlive = false;
        reject(error);
      }
      function exited(): void {
        failed(coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.connections));
      }
      /** Nothing here can interrupt SQLite: the thread ends after its statement, or during an endable statement. */
      function giveUp(reason: unknown): void {
        end();
        isAlive = false;
        void worker.terminate();
        reject(reason);
      }
      function tooLong(): void {
        giveUp(coreErrors.REQUEST_TIMEOUT([]));
      }
      function aborted(): void {
        giveUp(signal?.reason);
      }
      worker.on('message', answered).on('error', failed).on('exit', exited);
      worker.postMessage(request);
    });
  };

  return {
    get isAlive() {
      return isAlive;
    },
    async rowsOf(runs, control, isLong) {
      const rows: Row[][] = runs.map(() => []);
      let milliseconds = 0;
      let request: LaneRequest = {
        kind: 'runs',
        runs: runs.map(({ statement: { sql }, params }) => ({
          sql: isLong ? endable(sql) : sql,
          params: [...params],
        })),
      };
      for (;;) {
        const left = statementTimeout > 0 ? Math.max(1, statementTimeout - milliseconds) : 0;
        const batch = await ask(request, control?.signal, left);
        milliseconds += batch.milliseconds;
        control?.hold(batch.bytes);
        for (const { run, rows: more } of batch.parts) for (const row of more) rows[run]?.push(row);
        if (batch.isLast) return { rows, milliseconds };
        request = { kind: 'next' };
      }
    },
    end: () => worker.postMessage({ kind: 'end' } satisfies LaneRequest),
    async close() {
      isAlive = false;
      await worker.terminate();
    },
  };
}
