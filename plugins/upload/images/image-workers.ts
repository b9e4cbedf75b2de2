// The workers that work on images. Their processes start with the first image, and end after a minute without one.
import { availableParallelism } from 'node:os';
import { coreErrors } from '../../../core';
import { createIdleClass, type IdleClass } from './idle-class';
import type { ImageJob, ImageOutcome } from './image-job';
import type { ImageProcess } from './image-process';
import { SVG } from './image-types';

/** A core stays free for requests. */
const WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Milliseconds without work after which a process ends. */
const REST = 60_000;
/** Milliseconds for one image. */
const LONGEST = 300_000;
/** Milliseconds for an SVG. An SVG of 1 kB with nested `use` elements could block a worker for hours. */
const LONGEST_SVG = 10_000;
/** Most images take less than half a second. */
const IDLE_LIMITS = { longest: 1_500, pause: 60_000 };

/** Seconds after which a request may come again. */
export const RETRY_AFTER = 5;

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

export function createImageWorkers(limits = IDLE_LIMITS): ImageWorkers {
  const idle = createIdleClass(limits);
  const workers = Array.from({ length: WORKERS }, () => createWorker(idle));
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

function createWorker(idle: IdleClass): Worker {
  let current: ImageProcess | null = null;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  const processOf = (isIdle: boolean): ImageProcess => {
    if (current?.isUsable && current.isIdle === isIdle) return current;
    current?.stop(closed());
    const { startImageProcess }: typeof import('./image-process') = require('./image-process');
    current = startImageProcess(isIdle);
    return current;
  };

  const run = async (job: ImageJob, isIdle: boolean, longest: number): Promise<ImageOutcome> => {
    if (isClosed) throw closed();
    const process = processOf(isIdle);
    const timer = setTimeout(() => process.stop(new ImageTimeout(longest)), longest);
    return process.ask(job).finally(() => clearTimeout(timer));
  };

  /** null: the process got too little of the cores, or the image needs more time. */
  const runIdle = (job: ImageJob): Promise<ImageOutcome | null> =>
    run(job, true, idle.longest).catch((error: unknown) => {
      if (!(error instanceof ImageTimeout)) throw error;
      idle.pause();
      return null;
    });

  const ask: Ask = async (job) => {
    clearTimeout(rest);
    try {
      const outcome = (await idle.isUsable()) ? await runIdle(job) : null;
      return outcome ?? (await run(job, false, longestOf(job)));
    } finally {
      rest = setTimeout(() => current?.stop(closed()), REST).unref();
    }
  };

  return {
    ask,
    close() {
      isClosed = true;
      current?.stop(closed());
    },
  };
}

class ImageTimeout extends Error {
  constructor(milliseconds: number) {
    super(`the image worker ended with SIGKILL after ${milliseconds / 1_000} seconds`);
  }
}

const longestOf = ({ wanted }: ImageJob): number =>
  'mime' in wanted && wanted.mime === SVG ? LONGEST_SVG : LONGEST;
