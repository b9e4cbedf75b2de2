// The start lock: one process at a time starts, or changes tables. The next one then finds tables and seeds. The lock has a
// connection of its own, so a pool of one connection is enough. It ends with its process.
//   SQLite      BEGIN EXCLUSIVE on the empty file quire.db-lock
//   MariaDB     SELECT GET_LOCK('quire_sync_3b0a…', 120)
//   PostgreSQL  BEGIN; SELECT pg_advisory_xact_lock(728174593)

import { createAmbient } from '../../kernel/app/ambient';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Adapter } from '../adapters/adapter';

const PATIENCE = 120_000;

/** Inside itself it runs the work at once. */
export function createStartLock(adapter: Pick<Adapter, 'lock'>) {
  const holding = createAmbient<true>();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (holding.current()) return work();
    const release = await adapter.lock(PATIENCE);
    if (!release)
      throw new StartupError(
        `Another process has been starting on this database, or changing its tables, for ${PATIENCE / 1000} seconds. Start again when it is done.`,
      );
    try {
      return await holding.run(true, work);
    } finally {
      await release();
    }
  };
}
