// One attempt of one job: its signal, its lease, its end. A job that ignores its signal is left alone after its lease. The next attempt
// has another token, so the end of the former one changes nothing.
import type { App } from '../../core';
import { abandon } from './abandon';
import { pauseAfter } from './backoff';
import type { KnownJob } from './definitions';
import { checkedPayload } from './enqueue';
import { jobErrors } from './errors';
import type { AttemptOutcome } from './job-hooks';
import type { Claimed, JobRows } from './job-rows';
import type { RunningJob } from './types';

/** The part of the lease after which the signal aborts, if the lease could not be renewed. */
const OWN_PART = 0.9;
const RENEWALS = 3;
/** Milliseconds that a job has after its signal while the application stops. */
const STOP_GRACE = 2_000;

export interface RunningAttempt {
  /** The number of attempts, with this one if it runs. */
  readonly attempts: number;
  /** Ends when the job has ended, or was left alone. Never rejects. */
  readonly ended: Promise<{ readonly outcome: AttemptOutcome; readonly error?: unknown }>;
  /** The application stops: the job is given back when it ends by its signal. */
  stop(): void;
  /** Another process cancelled it, or this one. */
  cancel(): void;
}

type Reason = 'timeout' | 'lost' | 'stop';

export interface AttemptParts {
  readonly app: App;
  readonly rows: JobRows;
  /** Milliseconds. */
  readonly lease: number;
}

export function runAttempt(
  { app, rows, lease }: AttemptParts,
  known: KnownJob,
  claimed: Claimed,
  payload: unknown,
): RunningAttempt {
  const { id, name, key, attempts: attempt, tick } = claimed;
  // Attempts that hung, or whose process was killed, count too. After the last one, this claim only buries the job.
  const isOver = attempt > known.retries + 1;
  const attempts = isOver ? attempt - 1 : attempt;
  const log = app.log.child({ plugin: known.plugin, job: name, id, attempt });
  const controller = new AbortController();
  let reason: Reason | null = null;
  let isFinished = false;
  let hasEnded = false;
  let renewed = performance.now();
  let leaveAlone: () => void = () => undefined;
  const left = new Promise<'left'>((resolve) => {
    leaveAlone = () => resolve('left');
  });

  const abort = (why: Reason, message: string): void => {
    if (reason !== null) return;
    reason = why;
    controller.abort(new Error(message));
    // From now on the lease is not renewed. When it is over, the job is free.
    const rest = Math.max(0, renewed + lease - performance.now());
    graceTimer = setTimeout(leaveAlone, why === 'stop' ? Math.min(rest, STOP_GRACE) : rest);
  };
  let graceTimer: NodeJS.Timeout | undefined;
  const timeoutTimer = setTimeout(
    () => abort('timeout', `The job "${name}" took longer than its timeout of ${known.timeout} ms.`),
    known.timeout,
  );
  const renewTimer = setInterval(() => void renew(), lease / RENEWALS);
  // Also while a renewal hangs.
  let leaseTimer = setTimeout(leaseEnds, lease * OWN_PART);
  function leaseEnds(): void {
    if (!isFinished) abort('lost', `The lease of the job "${name}" could not be renewed.`);
  }
  async function renew(): Promise<void> {
    if (reason !== null) return;
    const began = performance.now();
    // A database that does not answer is no reason to stop before the lease is over.
    const isHeld = await rows.renew(claimed, lease).catch(() => null);
    if (isHeld === false && !isFinished) abort('lost', `The job "${name}" was cancelled or taken over.`);
    if (isHeld !== true || reason !== null || hasEnded) return;
    renewed = began;
    clearTimeout(leaseTimer);
    leaseTimer = setTimeout(leaseEnds, lease * OWN_PART - (performance.now() - began));
  }

  const job: RunningJob = {
    id,
    name,
    key,
    attempt,
    tick: tick === null ? null : new Date(tick),
    signal: controller.signal,
    log,
    async finish(work) {
      const result = await app.database.transaction(async (tx) => {
        if (!(await rows.end(claimed)))
          throw new Error(`The job "${name}" is no longer that of this attempt.`);
        return work(tx);
      });
      isFinished = true;
      return result;
    },
  };

  async function run(): Promise<{ outcome: AttemptOutcome; error?: unknown }> {
    if (isOver)
      return failed(new Error(`The job "${name}" hung, or its process was killed, in its last attempt.`));
    let failure: { readonly error: unknown } | null = null;
    try {
      const value = checkedPayload(name, known.payload, payload);
      const { tracer } = app.events;
      const run = () => known.run(value, job);
      const traced = () => (tracer === null ? run() : tracer.enclose({ span: 'job', name, attempt }, run));
      const work = Promise.resolve().then(() => traced());
      work.catch(() => undefined);
      if ((await Promise.race([work, left])) === 'left') return { outcome: 'hung' };
    } catch (error) {
      failure = { error };
    }
    if (isFinished) return { outcome: 'done' };
    if (failure === null) return { outcome: (await rows.end(claimed)) ? 'done' : 'lost' };
    return failed(failure.error);
  }

  async function failed(error: unknown): Promise<{ outcome: AttemptOutcome; error: unknown }> {
    const outcome = async (isStored: Promise<boolean>, word: AttemptOutcome) => ({
      outcome: (await isStored) ? word : ('lost' as const),
      error,
    });
    if (reason === 'stop') return outcome(rows.giveBack(claimed), 'returned');
    if (reason === 'lost') return { outcome: 'lost', error };
    const message = error instanceof Error ? error.message : String(error);
    const isHopeless = error instanceof Error && 'code' in error && error.code === PAYLOAD;
    if (isHopeless || attempt > known.retries) return outcome(bury(message), 'dead');
    return outcome(rows.retry(claimed, pauseAfter(attempt, known.backoff), message), 'failed');
  }

  const bury = (message: string): Promise<boolean> =>
    app.database.transaction(async () => {
      const isStored = await rows.bury(claimed, message, attempts);
      if (isStored) await abandon(known, payload, { id, state: 'dead' });
      return isStored;
    });

  const ended = run()
    .catch((error: unknown) => ({ outcome: 'lost' as const, error }))
    .finally(() => {
      hasEnded = true;
      clearTimeout(timeoutTimer);
      clearTimeout(graceTimer);
      clearTimeout(leaseTimer);
      clearInterval(renewTimer);
    });
  return {
    attempts,
    ended,
    stop: () => abort('stop', 'The application stops.'),
    cancel: () => abort('lost', `The job "${name}" was cancelled.`),
  };
}

const PAYLOAD = jobErrors.JOB_PAYLOAD('', '', '').code;
