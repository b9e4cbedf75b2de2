// The slow lane: one thread with a read-only handle, started when it is first needed. The plan's generator stays here; its statements
// run in the thread, so the event loop is free. Plans run one at a time, each on one snapshot. Rows arrive in batches, and the control
// of the read counts each batch: an answer that finds no room ends before all its rows are here.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { coreErrors } from '../../errors/core-errors';
import type { ReadControl, Row, Run, Steps } from '../database';
import type { Counters } from './counters';
import { createFifo } from './fifo';
import type { LaneAnswer, LaneBatch, LaneRequest } from './slow-lane-worker';

const RETRY_AFTER = 2;
const LONGEST_QUEUE = 60_000;
/** MB. Rows live until their batch is sent; by default V8 keeps up to 48 MB of dead ones. */
const YOUNG = 6;
/** Threads that were given up and still run their statement. */
const MOST_ABANDONED = 2;

export interface SlowLane {
  /** Calls `took` with the milliseconds of the statements, without the time they waited. */
  drive<T>(
    plan: Steps<T>,
    first: readonly Run[],
    counters: Counters,
    took: (milliseconds: number) => void,
    control: ReadControl | null,
  ): Promise<T>;
  close(): Promise<void>;
}

export function createSlowLane(file: string, statementTimeout: number): SlowLane {
  const queue = createFifo();
  let worker: Worker | null = null;
  const abandoned = new Set<Worker>();

  /** `left`: milliseconds; 0: no limit. */
  const ask = (request: LaneRequest, signal: AbortSignal | undefined, left: number): Promise<LaneBatch> => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const asked = worker ?? start();
    return new Promise((resolve, reject) => {
      const timer = left > 0 ? setTimeout(tooLong, left) : undefined;
      signal?.addEventListener('abort', aborted);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        asked.off('message', answered).off('error', failed).off('exit', exited);
      };
      function answered(answer: LaneAnswer): void {
        end();
        if ('parts' in answer) resolve(answer);
        else reject(Object.assign(new Error(answer.message), { code: answer.code }));
      }
      function failed(error: Error): void {
        end();
        if (worker === asked) worker = null;
        reject(error);
      }
      function exited(): void {
        failed(coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER));
      }
      /** SQLite cannot be interrupted from here: the thread ends after its statement, and the next plan gets a new one. */
      function giveUp(reason: unknown): void {
        end();
        if (worker === asked) worker = null;
        abandoned.add(asked);
        void asked.terminate().finally(() => abandoned.delete(asked));
        reject(reason);
      }
      function tooLong(): void {
        giveUp(coreErrors.REQUEST_TIMEOUT());
      }
      function aborted(): void {
        giveUp(signal?.reason);
      }
      asked.on('message', answered).on('error', failed).on('exit', exited);
      asked.postMessage(request);
    });
  };

  const start = (): Worker => {
    const started = new Worker(path.join(__dirname, 'slow-lane-worker.js'), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    started.unref();
    // A thread that was given up may still fail.
    started.on('error', () => undefined);
    worker = started;
    return started;
  };

  /** The rows of all runs of a step. */
  const rowsOf = async (
    runs: readonly Run[],
    control: ReadControl | null,
  ): Promise<{ rows: Row[][]; milliseconds: number }> => {
    const rows: Row[][] = runs.map(() => []);
    let milliseconds = 0;
    let request: LaneRequest = {
      kind: 'runs',
      runs: runs.map(({ statement, params }) => ({ sql: statement.sql, params: [...params] })),
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
  };

  return {
    async drive(plan, first, counters, took, control) {
      const leave = await queue.enter(LONGEST_QUEUE, () => coreErrors.SERVER_BUSY(RETRY_AFTER));
      let spent = 0;
      try {
        // The read may have been refused while it waited.
        control?.hold(0);
        if (!worker && abandoned.size >= MOST_ABANDONED) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
        let runs = first;
        for (;;) {
          counters.ran(runs.length);
          const { rows, milliseconds } = await rowsOf(runs, control);
          spent += milliseconds;
          const step = plan.next(rows);
          if (step.done) {
            // A plan that was stopped says nothing about its time.
            took(spent);
            return step.value;
          }
          runs = step.value;
        }
      } finally {
        worker?.postMessage({ kind: 'end' } satisfies LaneRequest);
        leave();
      }
    },
    async close() {
      await worker?.terminate();
      worker = null;
    },
  };
}
