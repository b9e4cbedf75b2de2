// What adapters of database servers share: reads, transactions and knex on leases of a pool.
import type { Knex } from 'knex';
import type { Dialect } from '../dialect';
import type { Adapter, Lease } from './adapter';
import type { RunMerger } from './merge-runs';
import { createServerReads } from './server-read';

export interface ServerPool {
  readonly dialect: Dialect;
  readonly counters: Adapter['counters'];
  readonly merger: RunMerger;
  /** Only this process writes. */
  readonly exclusive: boolean;
  /** What begins a read that sees one state of the database; null: reads need no such thing. */
  readonly snapshot: readonly string[] | null;
  /** What begins a transaction that writes. */
  readonly begin: string;
  /** knex without connections. */
  readonly knex: Knex.Config;
  lease(): Promise<Lease>;
  close(): Promise<void>;
}

export function createServerAdapter(pool: ServerPool): Adapter {
  const { dialect, counters, lease } = pool;
  /** A connection on which a statement has run; one that could not run it is seen by nobody again. */
  const leaseAfter = async (text: string): Promise<Lease> => {
    const taken = await lease();
    try {
      await taken.connection.exec(text);
      return taken;
    } catch (error) {
      taken.release(true);
      throw error;
    }
  };
  return {
    dialect,
    counters,
    read: createServerReads(pool),
    lease,
    begin: () => leaseAfter(pool.begin),
    foreignChanges: () => (pool.exclusive ? '' : null),
    createKnex() {
      const { knex }: typeof import('knex') = require('knex');
      return knex(pool.knex);
    },
    ping: async () => (await leaseAfter('SELECT 1')).release(),
    close: () => pool.close(),
  };
}
