// Common to the adapters of database servers: reads, transactions and knex on connections of a pool.
import type { Knex } from 'knex';
import type { Events } from '../../kernel/observe/events';
import type { PoolState } from '../database';
import { observeConnections } from '../database-events';
import type { Dialect } from '../dialect';
import type { Adapter, Lease, ServerConnection, SnapshotLease } from './adapter';
import { Cancellation } from './cancellation';
import type { RunMerger } from './merge-runs';
import { createServerReads } from './server-read';
import { transactionOn } from './transaction-lease';

export interface ServerPool {
  readonly dialect: Dialect;
  readonly counters: Adapter['counters'];
  readonly merger: RunMerger;
  /** Only this process writes. */
  readonly exclusive: boolean;
  /** Begins a read that sees one state of the database. */
  readonly snapshot: readonly string[];
  /** Every read sees one state. */
  readonly readSnapshot: boolean;
  /** Begins a transaction that writes. */
  readonly begin: string;
  /** knex without connections. */
  readonly knex: Knex.Config;
  readonly events: Events;
  state(): PoolState;
  lease(): Promise<Lease<ServerConnection>>;
  lock: Adapter['lock'];
  readonly isLockOfNode?: boolean;
  close(): Promise<void>;
}

/** Meets no row. A read-only server refuses it all the same. */
const PROBE = "UPDATE quire_meta SET value = value WHERE name = ''";

export function createServerAdapter(given: ServerPool): Adapter {
  const observed = observeConnections(given.events);
  const lease = () => observed(given.lease);
  const pool = { ...given, lease };
  const { dialect, counters } = pool;
  /** A connection on which the statement has run; after an error it is closed. */
  const leaseAfter = async (...texts: readonly string[]): Promise<Lease<ServerConnection>> => {
    const taken = await lease();
    try {
      for (const text of texts) await taken.connection.exec(text);
      return taken;
    } catch (error) {
      taken.release(true);
      throw error;
    }
  };
  const snapshotAfter = async (...texts: readonly string[]): Promise<SnapshotLease> => {
    const { connection, release } = await leaseAfter(...texts);
    const cancellation = new Cancellation(connection);
    return {
      connection,
      cancel: () => cancellation.begin(),
      async release(broken) {
        if (cancellation.isBegun) await cancellation.end();
        if (broken || cancellation.isBegun) return release(true);
        await connection.exec('COMMIT').then(
          () => release(),
          () => release(true),
        );
      },
    };
  };
  return {
    dialect,
    counters,
    read: createServerReads({ ...pool, snapshot: pool.readSnapshot ? pool.snapshot : null }),
    lease,
    pool: pool.state,
    snapshot: () => snapshotAfter(...pool.snapshot),
    // PostgreSQL chooses the state with the first statement.
    moment: () => snapshotAfter(...pool.snapshot, 'SELECT 1'),
    begin: async () => transactionOn(await leaseAfter(pool.begin)),
    commitsOfOtherProcesses: () => (pool.exclusive ? '' : null),
    knex: pool.knex,
    probe: async () => (await leaseAfter(PROBE)).release(),
    lock: pool.lock,
    isLockOfNode: pool.isLockOfNode ?? false,
    close: () => pool.close(),
  };
}
