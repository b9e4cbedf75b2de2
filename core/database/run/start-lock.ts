// The start lock: one process at a time starts, or changes tables. The next one then finds tables and seeds. The lock has a
// connection of its own, so a pool of one connection is enough. It ends with its process.
//   SQLite      BEGIN EXCLUSIVE on the empty file quire.db-lock
//   MariaDB     SELECT GET_LOCK('quire_sync_3b0a…', 120)
//   PostgreSQL  BEGIN; SELECT pg_try_advisory_xact_lock(728174593), again and again
//   Galera      GET_LOCK, which one node knows, and then the lease `start`: a row holds for all nodes

import { createAmbient } from '../../kernel/app/ambient';
import { pause } from '../../kernel/concurrency/deadlines';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Adapter } from '../adapters/adapter';
import type { Database } from '../database';
import { isReadOnly, isUnknownName } from '../dialects/error-facts';
import { createLeaseTable } from './lease-table';
import { createLeases, type Lease } from './leases';

const PATIENCE = 120_000;
/** After a kill, the next process of a cluster waits so long. */
const LEASE_SECONDS = 10;
const RENEW_MILLISECONDS = 2_500;
const BETWEEN_TRIES = 200;

type Parts = Pick<Database, 'dialect' | 'read' | 'transaction' | 'currentTransaction'>;

/** Inside itself it runs the work at once. */
export function createStartLock(adapter: Pick<Adapter, 'lock' | 'isLockOfNode'>, database: () => Parts) {
  const holding = createAmbient<true>();
  const { leases } = createLeases(database, () => undefined);

  async function takeLease(until: number): Promise<Lease | null> {
    if (!adapter.isLockOfNode) return null;
    for (;;) {
      try {
        const lease = await leases.take('start', LEASE_SECONDS);
        if (lease) return lease;
      } catch (error) {
        // A start on a read-only server changes nothing.
        if (isReadOnly(error)) return null;
        if (!isUnknownName(error)) throw error;
        try {
          await createLeaseTable(database());
        } catch (failed) {
          if (isReadOnly(failed)) return null;
          throw failed;
        }
      }
      if (performance.now() > until) throw tooLong();
      await pause(BETWEEN_TRIES);
    }
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (holding.current()) return work();
    const until = performance.now() + PATIENCE;
    const release = await adapter.lock(PATIENCE);
    if (!release) throw tooLong();
    try {
      const lease = await takeLease(until);
      const timer = lease && setInterval(() => void lease.renew().catch(() => undefined), RENEW_MILLISECONDS);
      try {
        return await holding.run(true, work);
      } finally {
        if (timer) clearInterval(timer);
        await lease?.release().catch(() => undefined);
      }
    } finally {
      await release();
    }
  };
}

const tooLong = (): StartupError =>
  new StartupError(
    `Another process has been starting on this database, or changing its tables, for ${PATIENCE / 1000} seconds. Start again when it is done.`,
  );
