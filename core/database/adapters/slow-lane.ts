// The slow lane: one thread with a read-only handle, started when it is first needed. The plan's generator stays here; its statements
// run in the thread, so the event loop is free. Plans run one at a time, each on one snapshot.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { coreErrors } from '../../errors/core-errors';
import type { Row, Run, Steps } from '../database';
import type { Counters } from './counters';
import { createFifo } from './fifo';
import type { LaneAnswer, LaneRequest } from './slow-lane-worker';

const RETRY_AFTER = 2;
const LONGEST_QUEUE = 60_000;
/** Threads that were given up and still run their statement. */
const MOST_ABANDONED = 2;

export interface SlowLane {
  /** Calls `took` with the milliseconds of the statements, without the time they waited. */
  drive<T>(
    plan: Steps<T>,
    first: readonly Run[],
    counters: Counters,
    took: (milliseconds: number) => void,
    signal: AbortSignal | null,
  ): Promise<T>;
  close(): Promise<void>;
}

export function createSlowLane(file: string, statementTimeout: number): SlowLane {
  const queue = createFifo();
  let worker: Worker | null = null;
  const abandoned = new Set<Worker>();

  const ask = (
    request: LaneRequest,
    signal: AbortSignal | null,
  ): Promise<{ rows: Row[][]; milliseconds: number }> => {
    const asked = worker ?? start();
    return new Promise((resolve, reject) => {
      const timer = statementTimeout > 0 ? setTimeout(tooLong, statementTimeout) : undefined;
      signal?.addEventListener('abort', aborted);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        asked.off('message', answered).off('error', failed).off('exit', exited);
      };
      function answered(answer: LaneAnswer): void {
        end();
        if ('rows' in answer) resolve(answer);
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
    const started = new Worker(path.join(__dirname, 'slow-lane-worker.js'), { workerData: { file } });
    started.unref();
    // A thread that was given up may still fail.
    started.on('error', () => undefined);
    worker = started;
    return started;
  };

  return {
    async drive(plan, first, counters, took, signal) {
      const leave = await queue.enter(LONGEST_QUEUE, () => coreErrors.SERVER_BUSY(RETRY_AFTER));
      let spent = 0;
      try {
        signal?.throwIfAborted();
        if (!worker && abandoned.size >= MOST_ABANDONED) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
        let runs = first;
        for (;;) {
          signal?.throwIfAborted();
          counters.ran(runs.length);
          const sent = runs.map((run) => ({ sql: run.statement.sql, params: [...run.params] }));
          const { rows, milliseconds } = await ask({ kind: 'runs', runs: sent }, signal);
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
