// The leases of the SQLite handle that writes. A queue gives it to one user at a time.

import { createQueue } from '../../kernel/concurrency/queue';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Events } from '../../kernel/observe/events';
import type { ResolvedConfig } from '../config-types';
import type { PoolState } from '../database';
import { observeConnections } from '../database-events';
import type { Connection, Lease, TransactionLease } from './adapter';
import { createCommitGroup } from './commit-group';
import type { Counters } from './counters';
import type { Handle } from './open-sqlite';
import type { SharedReads } from './shared-read-transaction';
import type { SqliteStatements } from './sqlite-statements';
import { transactionOn } from './transaction-lease';
import { whileBusy } from './while-busy';

export interface SqliteLeases {
  /** Without a transaction. */
  lease(): Promise<Lease>;
  begin(brief: boolean): Promise<TransactionLease>;
  /** Resolves to the release of the mutex; null after `patience` milliseconds. No transaction is open then. */
  claim(patience: number): Promise<(() => void) | null>;
  state(): PoolState;
  /** For a closed handle: fails the transactions that wait for their COMMIT. */
  abandon(): void;
}

export interface LeasedHandle {
  readonly handle: Handle;
  readonly statements: SqliteStatements;
  readonly counters: Counters;
  readonly turn: SharedReads;
  /** Throws once the adapter is closed. */
  assertOpen(): void;
  readonly events: Events;
}

export function createSqliteLeases(
  { handle, statements, counters, turn, assertOpen, events }: LeasedHandle,
  config: Pick<ResolvedConfig, 'poolWait' | 'writeWait'>,
): SqliteLeases {
  const mutex = createQueue();
  const observed = observeConnections(events);
  const begin = () => whileBusy(config.writeWait, () => statements.exec('BEGIN IMMEDIATE'));
  const group = createCommitGroup(handle, statements.exec, begin);
  const busy = () => coreErrors.SERVER_BUSY(RETRY_AFTER.writers);
  const connection = () => createConnection(handle, statements, counters);

  /** `prepare` runs in the mutex. */
  async function holding<T>(prepare: () => Promise<T> | T): Promise<{ readonly made: T; leave(): void }> {
    const leave = await observed(() => mutex.enter(config.poolWait, busy));
    try {
      assertOpen();
      return { made: await prepare(), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function lease(): Promise<Lease> {
    const { leave } = await holding(group.end);
    return {
      connection: connection(),
      release() {
        // Code with knex may leave a transaction open.
        if (handle.inTransaction) statements.exec('ROLLBACK');
        // knex uses the handle itself, and may have committed.
        turn.end();
        leave();
      },
    };
  }

  async function beginAlone(): Promise<TransactionLease> {
    const taken = await lease();
    try {
      await begin();
    } catch (error) {
      taken.release();
      throw error;
    }
    return transactionOn(taken);
  }

  async function beginBrief(): Promise<TransactionLease> {
    const { made: transaction, leave } = await holding(group.begin);
    return {
      connection: connection(),
      // The next transaction begins before the COMMIT.
      async commit() {
        const committed = transaction.commit();
        leave();
        return committed;
      },
      rollback: async () => transaction.rollback(),
      release() {
        if (handle.open) transaction.rollback();
        leave();
      },
    };
  }

  return {
    lease,
    begin: (brief) => (brief ? beginBrief() : beginAlone()),
    async claim(patience) {
      const leave = await mutex.enter(patience, busy).catch(() => null);
      if (leave) group.end();
      return leave;
    },
    state: () => ({ open: 1, idle: mutex.isTaken ? 0 : 1, waiting: mutex.waiting }),
    abandon: group.end,
  };
}

function createConnection(handle: Handle, statements: SqliteStatements, counters: Counters): Connection {
  const counted = (): void => {
    counters.ran(1);
  };
  return {
    driver: handle,
    async all(text, params) {
      counted();
      return statements.all(text, params);
    },
    async run(text, params) {
      counted();
      return statements.run(text, params);
    },
    plan(runs) {
      counters.ranPlan(runs);
      return runs.map(statements.plan);
    },
    async exec(text) {
      statements.exec(text);
    },
  };
}
