// The processes that work on images. They start with the first image, and end after a minute without one.
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { coreErrors } from '../../../core';
import type { ImageJob, ImageOutcome } from './image-job';
import { SVG } from './image-types';

/** A core stays free for requests. */
const WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Milliseconds without work after which a process ends. */
const IDLE = 60_000;
/** Milliseconds for one image. */
const LONGEST = 300_000;
/** Milliseconds for an SVG. An SVG of 1 kB with nested `use` elements could block a worker for hours. */
const LONGEST_SVG = 10_000;

/** Seconds after which a request may come again. */
export const RETRY_AFTER = 5;
/** Characters of the error output of a worker that are kept. */
const ERROR_OUTPUT = 4_000;

/** Rejects when the process ends before it answers, and with a 503 after `close`. */
export type Ask = (job: ImageJob) => Promise<ImageOutcome>;

export interface ImageWorkers {
  /** Works that wait for a worker. */
  readonly waiting: number;
  readonly isClosed: boolean;
  /** Gives `work` a worker of its own; works wait in the order in which they came. A 503 after `close`. */
  use<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /** Ends all processes, also those that work. Works that wait or ask get a 503. */
  close(): void;
}

export function createImageWorkers(): ImageWorkers {
  const workers = Array.from({ length: WORKERS }, createWorker);
  const free = [...workers];
  const waiting: { resolve(worker: Worker): void; reject(error: Error): void }[] = [];
  let isClosed = false;
  return {
    get waiting() {
      return waiting.length;
    },
    get isClosed() {
      return isClosed;
    },
    async use(work) {
      if (isClosed) throw closed();
      const worker =
        free.pop() ?? (await new Promise<Worker>((resolve, reject) => waiting.push({ resolve, reject })));
      try {
        return await work(worker.ask);
      } finally {
        const next = waiting.shift();
        if (next) next.resolve(worker);
        else free.push(worker);
      }
    },
    close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(closed());
      for (const worker of workers) worker.close();
    },
  };
}

const closed = (): Error => coreErrors.SERVER_BUSY(RETRY_AFTER);

interface Worker {
  readonly ask: Ask;
  close(): void;
}

function createWorker(): Worker {
  let child: ChildProcess | null = null;
  let job: { resolve(outcome: ImageOutcome): void; reject(error: Error): void } | null = null;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  const start = (): ChildProcess => {
    const started = fork(join(__dirname, 'image-worker.js'), [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let output = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-ERROR_OUTPUT);
    });
    const ended = (how: string): void => {
      if (child !== started) return;
      child = null;
      job?.reject(new Error(how));
    };
    started.on('message', (outcome: ImageOutcome) => job?.resolve(outcome));
    // Unlike `exit`, this event comes after the error output.
    started.on('close', (code, signal) =>
      ended(`the image worker ended with ${signal ?? `code ${code}`}${reasonIn(output)}`),
    );
    started.on('error', (error) => {
      started.kill('SIGKILL');
      ended(error.message);
    });
    return started;
  };

  const end = (): void => {
    clearTimeout(rest);
    if (child?.connected) child.disconnect();
  };

  const close = (): void => {
    isClosed = true;
    job?.reject(closed());
    if (job) child?.kill('SIGKILL');
    else end();
  };

  const ask: Ask = async (asked) => {
    if (isClosed) throw closed();
    clearTimeout(rest);
    if (!child?.connected) child = start();
    const worker = child;
    holdProcess(worker, true);
    const timer = setTimeout(() => worker.kill('SIGKILL'), longestOf(asked));
    try {
      return await new Promise<ImageOutcome>((resolve, reject) => {
        job = { resolve, reject };
        worker.send(asked);
      });
    } finally {
      job = null;
      clearTimeout(timer);
      holdProcess(worker, false);
      rest = setTimeout(end, IDLE).unref();
    }
  };
  return { ask, close };
}

const longestOf = ({ wanted }: ImageJob): number =>
  'mime' in wanted && wanted.mime === SVG ? LONGEST_SVG : LONGEST;

/** The error itself; its stack and the version of Node.js follow it. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
  return reason === undefined ? '' : ` (${reason.trim()})`;
}

/** While a worker works, the application does not exit. */
function holdProcess(worker: ChildProcess, isHeld: boolean): void {
  for (const part of [worker, worker.channel, worker.stderr as Socket | null])
    if (isHeld) part?.ref();
    else part?.unref();
}
