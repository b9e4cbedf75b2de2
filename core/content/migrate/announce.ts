// Before a migration that breaks former processes: raises the least epoch that may write, and waits until they have read it. They then
// refuse writes, so none of them writes rows of the former schema into the new tables.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { readMemory } from './memory';
import { type SchemaEpoch, writeEpoch } from './schema-epoch';
import type { SyncOptions } from './sync-target';

/** `epoch`: of the database; null: no process would break. Returns the function that takes the announcement back. */
export async function announce(
  database: Database,
  epoch: SchemaEpoch | null,
  { log, grace = 0 }: SyncOptions,
): Promise<() => Promise<void>> {
  if (epoch === null || grace === 0) return async () => undefined;
  const { dialect } = database;
  const write = (value: SchemaEpoch): Promise<void> =>
    database.transaction((tx) => writeEpoch(tx, dialect, value));
  await write({ ...epoch, least: epoch.epoch + 1 });
  log.info(`Processes with the former schema stop writing; the migration begins in ${grace} ms`);
  await wait(grace);
  return async () => {
    // Without the fingerprint, MariaDB has committed a part of the migration.
    const { fingerprint } = await readMemory(database);
    if (fingerprint !== '') await write(epoch);
  };
}
