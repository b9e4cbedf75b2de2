// knex for migrations, system tables and plugins, on our connections: inside a transaction its queries join it, outside they
// take a connection like anybody else. What it writes is not seen table by table, so it makes every cached total old.
import type { Knex } from 'knex';
import type { Adapter, Lease } from './adapters/adapter';
import { pause } from './adapters/pause';
import type { Transactions } from './transaction';
import type { TableVersions } from './versions';

export function createSharedKnex(
  adapter: Adapter,
  transactions: Transactions,
  versions: TableVersions,
): Knex {
  const knex = adapter.createKnex();
  const leases = new Map<unknown, Lease>();

  Object.assign(knex.client, {
    async acquireConnection(): Promise<unknown> {
      const open = transactions.current();
      if (open && !open.life.over) {
        open.life.foreign = true;
        return open.connection.driver;
      }
      const lease = await adapter.lease();
      leases.set(lease.connection.driver, lease);
      return lease.connection.driver;
    },
    async releaseConnection(driver: unknown): Promise<void> {
      const lease = leases.get(driver);
      // The writer of SQLite is one object: it may be on lease to a transaction while knex has used it there.
      if (!lease || transactions.current()?.connection.driver === driver) return;
      leases.delete(driver);
      lease.release();
      versions.bumpAll();
    },
    destroy: async (): Promise<void> => {},
  });
  if (adapter.dialect.name === 'sqlite') repeatWhileBusy(knex, adapter);
  return knex;
}

/** Outside a transaction another process may be writing just now. */
function repeatWhileBusy(knex: Knex, adapter: Adapter): void {
  const query = knex.client._query.bind(knex.client);
  knex.client._query = async (connection: unknown, what: unknown): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await query(connection, what);
      } catch (error) {
        if (attempt > 8 || adapter.dialect.classify(error).kind !== 'retry') throw error;
        await pause(2 ** attempt);
      }
    }
  };
}
