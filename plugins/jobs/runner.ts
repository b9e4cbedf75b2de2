// Runs the jobs of this process: claims jobs that are due while there is room, and waits for the next ones.
import { AsyncResource } from 'node:async_hooks';
import type { App } from '../../core';
import { createAlarm } from './alarm';
import type { JobsConfig } from './config';
import type { KnownJob } from './definitions';
import type { Attempt } from './job-hooks';
import type { Claimed, JobRow, JobRows } from './job-rows';
import { type RunningAttempt, runAttempt } from './run-job';

export interface Runner {
  start(): void;
  /** A job may be due now. */
  wake(): void;
  cancel(id: number): void;
  /** Waits for running jobs for so many milliseconds, then ends them. */
  stop(drain: number): Promise<void>;
}

export interface RunnerParts {
  readonly app: App;
  readonly config: JobsConfig;
  readonly rows: JobRows;
  readonly jobs: () => ReadonlyMap<string, KnownJob>;
  ended(attempt: Attempt): void;
}

/** Candidates for each free place: other processes claim some of them first. */
const SPARE = 4;

export function createRunner({ app, config, rows, jobs, ended }: RunnerParts): Runner {
  // Code that wakes the runner may be inside a transaction; the jobs are not.
  const scope = new AsyncResource('quire.jobs');
  const lease = config.lease * 1000;
  /** A job that hangs may stand here twice for a moment: its next attempt begins when its lease is over. */
  const running = new Set<{ readonly id: number; readonly name: string; readonly attempt: RunningAttempt }>();
  const finished = new Set<Promise<void>>();
  let isStopping = false;
  let hasFailed = false;
  const alarm = createAlarm();
  let looping: Promise<void> = Promise.resolve();

  function countsByName(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { name } of running) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }

  function namesWithRoom(): string[] {
    const counts = countsByName();
    return [...jobs().values()]
      .filter((job) => (counts.get(job.name) ?? 0) < job.concurrency)
      .map(({ name }) => name);
  }

  /** The number of jobs that began. */
  async function pass(): Promise<number> {
    const free = config.concurrency - running.size;
    const names = free > 0 ? namesWithRoom() : [];
    if (names.length === 0) return 0;
    const found = await rows.due(names, free * SPARE);
    const claimed = await claimSome(shuffled(found), free);
    if (claimed.length === 0) return 0;
    const payloads = await payloadsOf(claimed);
    for (const job of claimed) begin(job, payloads.get(job.id));
    return claimed.length;
  }

  /** Without payloads nothing begins, so the jobs are given back. */
  const payloadsOf = (claimed: readonly Claimed[]): Promise<ReadonlyMap<number, unknown>> =>
    rows.payloads(claimed.map(({ id }) => id)).catch(async (error: unknown) => {
      await Promise.allSettled(claimed.map(rows.giveBack));
      throw error;
    });

  async function claimSome(candidates: readonly JobRow[], free: number): Promise<Claimed[]> {
    const claimed: Claimed[] = [];
    const counts = countsByName();
    let at = 0;
    while (at < candidates.length && claimed.length < free && !isStopping) {
      const wave: JobRow[] = [];
      while (at < candidates.length && wave.length < free - claimed.length) {
        const row = candidates[at++] as JobRow;
        const count = counts.get(row.name) ?? 0;
        if (count >= (jobs().get(row.name)?.concurrency ?? 0)) continue;
        counts.set(row.name, count + 1);
        wave.push(row);
      }
      const results = await Promise.all(wave.map((row) => rows.claim(row, lease)));
      for (const job of results) if (job) claimed.push(job);
    }
    return claimed;
  }

  function begin(claimed: Claimed, payload: unknown): void {
    const known = jobs().get(claimed.name);
    if (!known) return;
    const began = performance.now();
    const attempt = runAttempt({ app, rows, lease }, known, claimed, payload);
    const entry = { id: claimed.id, name: claimed.name, attempt };
    running.add(entry);
    const end = attempt.ended.then(({ outcome, error }) => {
      running.delete(entry);
      finished.delete(end);
      const { id, name } = claimed;
      const milliseconds = performance.now() - began;
      ended({
        id,
        name,
        attempt: attempt.attempts,
        outcome,
        milliseconds,
        ...(error === undefined ? {} : { error }),
      });
      alarm.ring();
    });
    finished.add(end);
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      alarm.reset();
      try {
        if ((await pass()) > 0) continue;
        hasFailed = false;
        const next = running.size < config.concurrency ? await rows.untilNext() : null;
        await alarm.wait(Math.min(next ?? config.poll, config.poll));
      } catch (error) {
        if (!hasFailed && !isStopping)
          app.log.warn('jobs cannot be read now; the runner tries again', { error });
        hasFailed = true;
        await alarm.wait(config.poll);
      }
    }
  }

  return {
    start() {
      looping = scope.runInAsyncScope(loop);
    },
    wake: alarm.ring,
    cancel(id) {
      for (const entry of running) if (entry.id === id) entry.attempt.cancel();
    },
    async stop(drain) {
      isStopping = true;
      alarm.ring();
      await looping;
      const timer = setTimeout(() => {
        for (const { attempt } of running) attempt.stop();
      }, drain);
      while (finished.size > 0) await Promise.all(finished);
      clearTimeout(timer);
    },
  };
}

/** Processes that look at the same time begin with different jobs. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
