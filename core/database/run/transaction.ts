// Transactions, the same on every database; an adapter only begins and ends one. After a deadlock they run again. Transactions inside are
// savepoints. One that stays open too long is rolled back.

import { createAmbient } from '../../kernel/app/ambient';
import { pause, within } from '../../kernel/concurrency/deadlines';
import { createQueue } from '../../kernel/concurrency/queue';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Logger } from '../../kernel/log/logger';
import type { Events } from '../../kernel/observe/events';
import { enclosed } from '../../kernel/observe/tracer';
import type { Adapter, TransactionLease } from '../adapters/adapter';
import type { CommitWatch, TransactionOptions, Tx } from '../database';
import { timedWork } from '../database-events';
import { tracedConnection } from '../traced';
import type { Faults } from './faults';
import { COMMITTED, type Life, type OpenTransaction, openTransaction, ROLLED_BACK } from './open-transaction';
import { noWrites, type TableVersions } from './versions';

/** At most, and only within database.transactionTimeout. */
const RETRIES = 20;
const LONGEST_PAUSE = 250;
const NO_LIMIT = 2_147_483_647;

export interface Transactions {
  run<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  current(): OpenTransaction | undefined;
  watched<T>(commits: CommitWatch, work: () => Promise<T>): Promise<T>;
  readonly counters: { retries: number; transactions: number };
}

export interface TransactionSettings {
  readonly timeout: number;
  readonly log: Pick<Logger, 'error'>;
  readonly events: Events;
  /** The calls of plugins since then (`performance.now()`) that are pending; the log names them. */
  readonly pendingTaps?: (since: number) => readonly string[];
  /** The answer names them, too. */
  readonly showsPending?: boolean;
  /** Why this code must not write; null: it may. */
  readonly writeRefusal?: () => Error | null;
  /** The same for work of requests. */
  readonly refused?: () => Error | null;
}

export function createTransactions(
  adapter: Adapter,
  faults: Faults,
  versions: TableVersions,
  settings: TransactionSettings,
): Transactions {
  const ambient = createAmbient<OpenTransaction>();
  const watches = createAmbient<CommitWatch>();
  const counters = { retries: 0, transactions: 0 };
  const { events } = settings;
  const timed = timedWork(events, 'database.transaction');

  const enter = <T>(
    open: OpenTransaction,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> => (options.ambient === false ? work(open.tx) : ambient.run(open, () => work(open.tx)));

  function outermost<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const timeout = options.timeout ?? settings.timeout;
    let attempts = 0;
    const run = () =>
      untilCommitted(timeout, (attempt) => {
        attempts = attempt;
        return once(work, options, attempt);
      });
    return timed(
      () => enclosed(events.tracer, () => ({ span: 'transaction' }), run),
      (milliseconds, hasFailed) =>
        events.emit({
          event: 'database.transaction',
          milliseconds,
          attempts,
          isCommitted: !hasFailed,
          isLimited: timeout > 0,
        }),
    );
  }

  async function untilCommitted<T>(timeout: number, run: (attempt: number) => Promise<T>): Promise<T> {
    const until = performance.now() + (timeout || NO_LIMIT);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(attempt);
      } catch (error) {
        const isLast = attempt > RETRIES || performance.now() > until;
        if (faults.classify(error).kind !== 'retry' || isLast) throw faults.translate(error);
        counters.retries += 1;
        events.emit({ event: 'database.retry', attempt, error });
        await pause(pauseAfter(attempt));
      }
    }
  }

  async function once<T>(
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
    attempt: number,
  ): Promise<T> {
    const commits = options.commits === undefined ? (watches.current() ?? null) : options.commits;
    const lease = await adapter.begin(options.ambient === false);
    const life: Life = { writes: noWrites(), doomed: null, over: null, afterCommit: [] };
    const open = openTransaction(tracedConnection(lease.connection, events.tracer), life, attempt, 0);
    let result: T;
    try {
      commits?.requireTime();
      result = await withinTime(() => enter(open, work, options), life, options.timeout ?? settings.timeout);
      if (life.doomed) throw life.doomed.error;
      commits?.requireTime();
      commits?.begin();
      try {
        // Its versions grow before the next statement runs: a total read from then on is a new one.
        await versions.commit(life.writes, () => lease.commit());
      } catch (error) {
        const unknown = faults.ofCommit(error);
        if (unknown) throw unknown;
        commits?.rolledBack();
        throw error;
      }
    } catch (error) {
      await giveUp(lease, life, error);
      throw error;
    }
    life.over = COMMITTED;
    lease.release();
    counters.transactions += 1;
    if (life.afterCommit.length > 0) await untilOver(runAll(life.afterCommit, settings.log), commits);
    return result;
  }

  async function giveUp(lease: TransactionLease, life: Life, error: unknown): Promise<void> {
    const timedOut = life.over !== null;
    life.over ??= ROLLED_BACK;
    // After a timeout a statement may still run on the server; the caller does not wait for it.
    if (timedOut && adapter.dialect.isServer) return lease.release(true);
    const clean = await lease.rollback().then(
      () => true,
      () => false,
    );
    lease.release(!clean || faults.classify(error).kind === 'unavailable');
  }

  async function withinTime<T>(work: () => Promise<T>, life: Life, timeout: number): Promise<T> {
    if (timeout <= 0) return work();
    let ended: (() => void) | undefined;
    const began = performance.now();
    try {
      return await new Promise<T>((resolve, reject) => {
        ended = within(timeout, () => reject(tooLate(life, timeout, began)));
        work().then(resolve, reject);
      });
    } finally {
      ended?.();
    }
  }

  /** Ends a transaction that takes too long; returns the error for its caller. */
  function tooLate(life: Life, timeout: number, began: number): Error {
    const inside = settings.pendingTaps?.(began) ?? [];
    const pending = inside.length > 0 ? `; pending: ${inside.join(', ')}` : '';
    const message = `A transaction was open for longer than database.transactionTimeout (${timeout} ms) and was rolled back${pending}`;
    const reason = new Error(message);
    life.over = () => reason;
    settings.log.error(message, {
      remedy: 'find the code inside it that waits (a hook, a request to another service), or raise the limit',
    });
    const error = coreErrors.REQUEST_TIMEOUT(settings.showsPending ? inside : []);
    error.cause = reason;
    return error;
  }

  async function nested<T>(
    parent: OpenTransaction,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    parent.nesting ??= createQueue();
    const leave = await parent.nesting.enter(settings.timeout || NO_LIMIT, () =>
      coreErrors.SERVER_BUSY(RETRY_AFTER.writers),
    );
    const { connection, life } = parent;
    const name = `s${parent.depth + 1}`;
    const queued = life.afterCommit.length;
    const moved = life.writes.moves.length;
    try {
      if (life.over) throw life.over();
      await connection.exec(`SAVEPOINT ${name}`);
      const open = openTransaction(connection, life, parent.tx.attempt, parent.depth + 1);
      try {
        const result = await enter(open, work, { ...options, ambient: true });
        await connection.exec(`RELEASE SAVEPOINT ${name}`);
        return result;
      } catch (error) {
        // On some databases a deadlock rolls back everything, the savepoint included. Then the outermost transaction retries, also
        // where the application catches this error.
        if (!life.over)
          await connection.exec(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => {
            life.doomed ??= { error };
          });
        if (!life.over) await connection.exec(`RELEASE SAVEPOINT ${name}`).catch(() => {});
        life.afterCommit = life.afterCommit.slice(0, queued);
        life.writes.moves = life.writes.moves.slice(0, moved);
        throw error;
      }
    } finally {
      leave();
    }
  }

  return {
    counters,
    current: ambient.current,
    watched: watches.run,
    run(work, options = {}) {
      const refusal = settings.writeRefusal?.() ?? (options.commits === null ? null : settings.refused?.());
      if (refusal) return Promise.reject(refusal);
      const parent = options.apart ? undefined : ambient.current();
      const over = parent?.life.over;
      if (!parent || over === COMMITTED || over === ROLLED_BACK) return outermost(work, options);
      // Its time was over, and its caller knows. What still runs must not commit on its own.
      return over ? Promise.reject(over()) : nested(parent, work, options);
    },
  };
}

/** Random, so that two transactions that refused each other do not meet again. */
function pauseAfter(attempt: number): number {
  const longest = Math.min(5 * 2 ** attempt, LONGEST_PAUSE);
  return longest * (0.5 + Math.random() / 2);
}

/** Tasks after a commit do not hold back an answer whose time is over; they run on. */
async function untilOver(tasks: Promise<void>, commits: CommitWatch | null): Promise<void> {
  if (commits === null) return tasks;
  let remove: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    remove = commits.onOver(resolve);
  });
  await Promise.race([tasks, over]).finally(() => remove?.());
}

/** After the commit: an error is logged and undoes nothing. */
async function runAll(
  works: readonly (() => void | Promise<void>)[],
  log: Pick<Logger, 'error'>,
): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error('A task after a commit failed', {
        reason: error instanceof Error ? error.stack : String(error),
      });
    }
  }
}
