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
import { runAll, untilOver } from './later-tasks';
import {
  COMMITTED,
  joinedBy,
  type Life,
  type OpenTransaction,
  openTransaction,
  overOf,
  ROLLED_BACK,
  requireWhole,
  statementRefusal,
  type Task,
} from './open-transaction';
import { noWrites, type TableVersions } from './versions';

/** At most, and only within database.transactionTimeout. */
const RETRIES = 20;
const LONGEST_PAUSE = 250;
const NO_LIMIT = 2_147_483_647;

export interface Transactions {
  run<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The transaction that the code belongs to. It may be over, see `joinedBy`. */
  current(): OpenTransaction | undefined;
  /** The same, if statements can run in it. */
  running(): OpenTransaction | undefined;
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
  const current = () => joinedBy(ambient.current());

  const enter = <T>(
    open: OpenTransaction,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> => (options.ambient === false ? work(open.tx) : ambient.run(open, () => work(open.tx)));

  function outermost<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const timeout = options.timeout ?? settings.timeout;
    let attempts = 0;
    const run = () =>
      untilCommitted(timeout, (attempt, undone) => {
        attempts = attempt;
        return once(work, options, attempt, undone);
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

  async function untilCommitted<T>(
    timeout: number,
    run: (attempt: number, undone: Task[]) => Promise<T>,
  ): Promise<T> {
    const until = performance.now() + (timeout || NO_LIMIT);
    for (let attempt = 1; ; attempt += 1) {
      const undone: Task[] = [];
      try {
        return await run(attempt, undone);
      } catch (error) {
        const isLast = attempt > RETRIES || performance.now() > until;
        if (faults.classify(error).kind !== 'retry' || isLast) {
          await runAll(undone, 'a rollback', settings.log);
          throw faults.translate(error);
        }
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
    undone: Task[],
  ): Promise<T> {
    const commits = options.commits === undefined ? (watches.current() ?? null) : options.commits;
    const lease = await adapter.begin(options.ambient === false);
    const life: Life = { writes: noWrites(), doomed: null };
    const open = openTransaction(tracedConnection(lease.connection, events.tracer), life, attempt, null);
    let result: T;
    try {
      commits?.requireTime();
      result = await withinTime(() => enter(open, work, options), open, options.timeout ?? settings.timeout);
      requireWhole(open);
      commits?.requireTime();
      commits?.begin();
      // Before the COMMIT: a call that was not awaited must not begin a savepoint behind it.
      open.over = COMMITTED;
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
      await giveUp(lease, open, error);
      undone.push(...open.after.rollback);
      throw error;
    }
    lease.release();
    counters.transactions += 1;
    const tasks = runAll(open.after.commit, 'a commit', settings.log);
    if (tasks) await untilOver(tasks, commits);
    return result;
  }

  async function giveUp(lease: TransactionLease, open: OpenTransaction, error: unknown): Promise<void> {
    const timedOut = open.over !== null && open.over !== COMMITTED;
    if (!timedOut) open.over = ROLLED_BACK;
    // After a timeout a statement may still run on the server; the caller does not wait for it.
    if (timedOut && adapter.dialect.isServer) return lease.release(true);
    const clean = await lease.rollback().then(
      () => true,
      () => false,
    );
    lease.release(!clean || faults.classify(error).kind === 'unavailable');
  }

  async function withinTime<T>(work: () => Promise<T>, open: OpenTransaction, timeout: number): Promise<T> {
    if (timeout <= 0) return work();
    let ended: (() => void) | undefined;
    const began = performance.now();
    try {
      return await new Promise<T>((resolve, reject) => {
        ended = within(timeout, () => reject(tooLate(open, timeout, began)));
        work().then(resolve, reject);
      });
    } finally {
      ended?.();
    }
  }

  /** Ends a transaction that takes too long; returns the error for its caller. */
  function tooLate(open: OpenTransaction, timeout: number, began: number): Error {
    const inside = settings.pendingTaps?.(began) ?? [];
    const pending = inside.length > 0 ? `; pending: ${inside.join(', ')}` : '';
    const message = `A transaction was open for longer than database.transactionTimeout (${timeout} ms) and was rolled back${pending}`;
    const reason = new Error(message);
    open.over = () => reason;
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
    parent.inside += 1;
    try {
      parent.nesting ??= createQueue();
      const leave = await parent.nesting.enter(settings.timeout || NO_LIMIT, () =>
        coreErrors.SERVER_BUSY(RETRY_AFTER.writers),
      );
      return await inSavepoint(parent, work, options).finally(leave);
    } finally {
      parent.inside -= 1;
    }
  }

  async function inSavepoint<T>(
    parent: OpenTransaction,
    work: (tx: Tx) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    const { connection, life } = parent;
    const refusal = statementRefusal(parent);
    if (refusal) throw refusal.error;
    const name = `s${parent.depth + 1}`;
    const moved = life.writes.moves.length;
    await connection.exec(`SAVEPOINT ${name}`);
    const open = openTransaction(connection, life, parent.tx.attempt, parent);
    try {
      const result = await enter(open, work, { ...options, ambient: true });
      requireWhole(open);
      open.over = COMMITTED;
      await connection.exec(`RELEASE SAVEPOINT ${name}`);
      parent.after.commit.push(...open.after.commit);
      parent.after.rollback.push(...open.after.rollback);
      return result;
    } catch (error) {
      open.over = ROLLED_BACK;
      // On some databases a deadlock rolls back everything, the savepoint included. Then the outermost transaction retries, also
      // where the application catches this error.
      if (!overOf(parent)) {
        life.writes.moves = life.writes.moves.slice(0, moved);
        await connection.exec(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => {
          life.doomed ??= { error };
        });
      }
      if (!overOf(parent)) await connection.exec(`RELEASE SAVEPOINT ${name}`).catch(() => {});
      await runAll(open.after.rollback, 'a rollback', settings.log);
      throw error;
    }
  }

  return {
    counters,
    current,
    running() {
      const open = current();
      return open && !overOf(open) ? open : undefined;
    },
    watched: watches.run,
    run(work, options = {}) {
      const refusal = settings.writeRefusal?.() ?? (options.commits === null ? null : settings.refused?.());
      if (refusal) return Promise.reject(refusal);
      const parent = options.apart ? undefined : current();
      if (!parent) return outermost(work, options);
      const over = overOf(parent);
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
