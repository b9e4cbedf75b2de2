// The version of what Quire itself stores, a fact in quire_meta. A database of a newer version is refused. A database of an older one is
// upgraded step by step, in the transaction of a migration.
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { StartupError } from '../../kernel/errors/startup-error';
import { writeFact } from './write-fact';

export const STORAGE = 'storage';

/** From each version to the next one. Databases of 0.2 and before have version 0. */
const UPGRADES: readonly ((tx: Tx, dialect: Dialect) => Promise<void>)[] = [
  // The first epoch of the schema: the migration writes it.
  async () => undefined,
];

export const STORAGE_VERSION = UPGRADES.length;

export function parseStorage(text: string | undefined): number {
  const version = text === undefined ? 0 : Number(text);
  if (Number.isInteger(version) && version >= 0 && version <= STORAGE_VERSION) return version;
  throw new StartupError(
    `A newer version of Quire has written this database (storage version ${text?.slice(0, 20)}; this one knows ${STORAGE_VERSION}). Start the newer version, or restore a backup of the time before the upgrade.`,
  );
}

export async function upgradeStorage(tx: Tx, dialect: Dialect, version: number): Promise<void> {
  if (version === STORAGE_VERSION) return;
  for (const upgrade of UPGRADES.slice(version)) await upgrade(tx, dialect);
  await writeFact(tx, dialect, STORAGE, String(STORAGE_VERSION));
}
