// Startup: compares the database with the schema. An unchanged schema costs one statement (memory.ts), or two with search indexes on
// SQLite, and does not load migrate.ts, some forty files.

import type { Database } from '../../database/database';
import { AppError } from '../../kernel/errors/app-error';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Schema } from '../model/compiled/content-type';
import { type Memory, NO_MEMORY, readMemory } from './memory';
import type { SchemaEpoch } from './schema-epoch';
import { hasSearch, hasWholeIndexes } from './search-support';
import { STORAGE_VERSION } from './storage-version';
import { formerOf, formerResult, resultOf, type SyncOptions, type SyncResult, targetOf } from './sync-target';

/** For startup. Throws a StartupError if data would be lost. */
export async function syncSchema(
  database: Database,
  schema: Schema,
  options: SyncOptions,
): Promise<SyncResult> {
  const known = options.distrust ? NO_MEMORY : await readMemoryOrNone(database);
  const search = await hasSearch(database, schema, options.log);
  if (known.fingerprint !== '' && known.storage === STORAGE_VERSION && !isAnnounced(known.epoch)) {
    const target = targetOf(schema, known, { ...options, search });
    const isKnown = target.fingerprintOf(target.models) === known.fingerprint;
    if (isKnown && (await hasWholeIndexes(database, target.tables)))
      return resultOf(target, [], known.epoch.epoch);
    const former = isKnown ? null : formerOf(schema, known, { ...options, search });
    if (former) return formerResult(former);
  }
  if (options.readOnly)
    throw new StartupError(
      'The tables of the database are not those of this application, and a process that only reads changes no table. Start a process that may write with these files first; on a replica, wait until its changes have arrived.',
    );
  const { migrateSafely }: typeof import('./migrate') = require('./migrate');
  return migrateSafely(database, schema, options);
}

/** A database without these tables, or that refuses the statement, has no memory: the migration finds out which it is. */
async function readMemoryOrNone(database: Database): Promise<Memory> {
  try {
    return await readMemory(database);
  } catch (error) {
    if (error instanceof AppError || error instanceof StartupError) throw error;
    return NO_MEMORY;
  }
}

/** A migration that did not end has announced itself. The start finishes it, or takes the announcement back. */
const isAnnounced = ({ epoch, least }: SchemaEpoch): boolean => least > epoch;
