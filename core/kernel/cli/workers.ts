// `quire start --workers N`: several processes of one application on one port. The first process only starts, replaces and stops the others;
// node:cluster hands them connections in turn.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { SLOT_VARIABLE } from '../concurrency/worker-group';
import { WORKERS_VARIABLE } from '../concurrency/worker-part';
import type { Config } from '../config/load-config';
import { StartupError } from '../errors/startup-error';
import type { Logger } from '../log/logger';
import { EXIT } from './command';
import { closeUntakenConnections } from './worker-connections';
import { relayQuestions } from './worker-relay';

const MOST = 64;
const FORCED = 130;
/** Milliseconds before a worker that ended is replaced; doubled for each that ended early. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;
/** A worker that lived so long did not end early. */
const LONG_LIFE = 10_000;
const MEGABYTE = 1_048_576;
const LEAST_HEAP = 192;

/** null: no whole number from 1 to 64, and not `auto`. */
export function workersOf(text: string): number | null {
  if (text === 'auto') return Math.min(MOST, availableParallelism());
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST ? count : null;
}

export const WORKERS_MESSAGE = `--workers takes a whole number from 1 to ${MOST}, or "auto" for one process per core.`;

/** Throws a StartupError for a configuration that several processes cannot share. */
export function checkWorkers({ database }: Config): void {
  if (!cluster.isWorker) return;
  if (database.exclusive)
    throw new StartupError(
      '`database.exclusive` says that this process is the only one that writes, but `--workers` starts several. Remove one of them.',
    );
  if (database.client === 'sqlite' && database.filename === ':memory:')
    throw new StartupError(
      'Each process would have a `:memory:` database of its own. Name a file in `database.filename`, or start without `--workers`.',
    );
}

/** Only one process prints the startup message. */
export const isFirstProcess = (): boolean => !cluster.isWorker || cluster.worker?.id === 1;

/** Resolves with the exit code when all workers have ended. */
export async function runWorkers(
  count: number,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Promise<number> {
  const heap = Math.max(LEAST_HEAP, Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE / count));
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-old-space-size=${heap}`] });
  const expected = new WeakSet<Worker>();
  /** Each with its slot. */
  const alive = new Map<Worker, number>();
  const listening = new Set<Worker>();
  const relay = relayQuestions(listening);
  let isStopping = false;
  let pause = FIRST_PAUSE;
  let isRolling = false;
  let finish: (code: number) => void = () => undefined;
  const finished = new Promise<number>((resolve) => {
    finish = resolve;
  });

  /** Resolves to a worker that listens; null: it ended before. */
  async function start(): Promise<Worker | null> {
    const slot = freeSlot(new Set(alive.values()));
    const worker = cluster.fork({ [WORKERS_VARIABLE]: String(count), [SLOT_VARIABLE]: String(slot) });
    const began = performance.now();
    alive.set(worker, slot);
    relay(worker);
    let isListening = false;
    closeUntakenConnections(worker);
    worker.once('exit', (code, signal) => {
      alive.delete(worker);
      listening.delete(worker);
      if (isStopping && alive.size === 0) finish(EXIT.ok);
      if (isStopping || expected.has(worker) || !isListening) return;
      log.warn('a worker has ended; another one takes its place', { pid: worker.process.pid, code, signal });
      pause = performance.now() - began > LONG_LIFE ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, pause * 2);
      void replace();
    });
    const controller = new AbortController();
    const ended = once(worker, 'exit', { signal: controller.signal }).then(() => null);
    const listens = once(worker, 'listening', { signal: controller.signal }).then(() => worker);
    const first = await Promise.race([ended, listens]);
    isListening = first !== null;
    if (first && alive.has(first)) listening.add(first);
    if (first) log.info('a worker listens', { worker: first.process.pid });
    controller.abort();
    await Promise.allSettled([ended, listens]);
    return first;
  }

  async function replace(): Promise<void> {
    await wait(pause);
    while (!isStopping && (await start()) === null && !isStopping) {
      pause = Math.min(LONGEST_PAUSE, pause * 2);
      log.error('a worker did not start; the next try follows', { milliseconds: pause });
      await wait(pause);
    }
  }

  /** One after the other: the next worker listens before a former one stops. */
  async function roll(): Promise<void> {
    for (const former of [...alive.keys()]) {
      const next = await start();
      if (isStopping) return;
      if (!next) {
        log.error(
          'the new worker did not start, so the former ones stay; correct its mistake and send SIGHUP again',
        );
        return;
      }
      expected.add(former);
      former.process.kill('SIGTERM');
      if (alive.has(former)) await once(former, 'exit');
    }
    log.info('all workers were replaced', { workers: alive.size });
  }

  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) {
      log.warn('stopping at once', { signal });
      for (const worker of alive.keys()) worker.process.kill('SIGKILL');
      process.exit(FORCED);
    }
    isStopping = true;
    log.info('stopping all workers', { signal, workers: alive.size });
    for (const worker of alive.keys()) worker.process.kill('SIGTERM');
    if (alive.size === 0) finish(EXIT.ok);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('SIGHUP', () => {
    if (isRolling) return;
    isRolling = true;
    void roll().finally(() => {
      isRolling = false;
    });
  });

  // Its mistakes are those of all, so the others start when it listens.
  if ((await start()) === null) return isStopping ? EXIT.ok : EXIT.failed;
  await Promise.all(Array.from({ length: count - 1 }, start));
  for (let missing = count - alive.size; missing > 0 && !isStopping; missing -= 1) void replace();
  return finished;
}

/** The least number that no worker has. While a worker is replaced, there is one more. */
function freeSlot(taken: ReadonlySet<number>): number {
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  return slot;
}
