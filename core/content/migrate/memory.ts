// The facts of the last start in the database: a fingerprint of the schema, the models, the axis ledger. A start whose schema has the same
// fingerprint runs one statement:
//   SELECT name, value FROM quire_meta WHERE name IN (?, ?, ?, ?, ?) UNION ALL SELECT 'axis', entry FROM quire_axes
//   UNION ALL SELECT 'model', model FROM quire_schema

import type { Database, Row, Steps, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { isUnknownName } from '../../database/dialects/error-facts';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Uid } from '../model/compiled/content-type';
import type { LedgerEntry } from '../sql/axis-ledger';
import { UNIQUE_RULES } from '../sql/unique';
import type { Rename } from './ddl';
import { EXPANSION, type Expansion, parseExpansion } from './expansion';
import { EPOCH, NO_EPOCH, parseEpoch, type SchemaEpoch, writeEpoch } from './schema-epoch';
import { parseStorage, STORAGE } from './storage-version';
import type { StoredModel, StoredModels } from './stored-model';
import { deleteFacts, writeFact } from './write-fact';

const FINGERPRINT = 'fingerprint';
/** The fact in quire_meta that a migration renames tables and columns, until the models have the new names. */
const RENAMES = 'renames';

export interface Memory {
  /** '' on a database that no start has finished with. */
  readonly fingerprint: string;
  readonly entries: readonly LedgerEntry[];
  readonly models: StoredModels;
  readonly renames: readonly Rename[];
  readonly epoch: SchemaEpoch;
  /** storage-version.ts */
  readonly storage: number;
  /** null: the database is not between the steps of a migration. */
  readonly expansion: Expansion | null;
}

export const NO_MEMORY: Memory = {
  fingerprint: '',
  entries: [],
  models: new Map(),
  renames: [],
  epoch: NO_EPOCH,
  storage: 0,
  expansion: null,
};

export async function readMemory(database: Database): Promise<Memory> {
  const { id, finish } = database.dialect;
  const sql = `SELECT ${id('name')}, ${id('value')} FROM quire_meta WHERE ${id('name')} IN (?, ?, ?, ?, ?) UNION ALL SELECT 'axis', entry FROM quire_axes UNION ALL SELECT 'model', model FROM quire_schema`;
  const statement = { sql: finish(sql), name: 'memory' };
  function* steps(): Steps<Row[]> {
    const [rows = []] = yield [{ statement, params: [FINGERPRINT, RENAMES, EPOCH, STORAGE, EXPANSION] }];
    return rows;
  }
  const rows = await database.read(steps, { single: true });
  const texts = (kind: string): string[] =>
    rows.flatMap(([name, text]) => (name === kind && typeof text === 'string' ? [text] : []));
  const models = texts('model').map(parseModel);
  return {
    fingerprint: texts(FINGERPRINT)[0] ?? '',
    entries: texts('axis').map((text) => JSON.parse(text) as LedgerEntry),
    models: new Map(models.map((model) => [model.uid, model])),
    renames: texts(RENAMES).flatMap((text) => JSON.parse(text) as Rename[]),
    epoch: parseEpoch(texts(EPOCH)[0]),
    storage: parseStorage(texts(STORAGE)[0]),
    expansion: parseExpansion(texts(EXPANSION)[0]),
  };
}

/** A database without these tables has no memory. */
export const readMemoryOrNone = (database: Database): Promise<Memory> =>
  readMemory(database).catch((error: unknown) => {
    if (isUnknownName(error)) return NO_MEMORY;
    throw error;
  });

/** The models are written before, together with the values (sync.ts). */
export async function writeMemory(
  tx: Tx,
  dialect: Dialect,
  { fingerprint, entries, epoch }: Pick<Memory, 'fingerprint' | 'entries' | 'epoch'>,
): Promise<void> {
  await tx.run('DELETE FROM quire_axes');
  for (const entry of entries)
    await tx.run('INSERT INTO quire_axes (uid, axis, entry) VALUES (?, ?, ?)', [
      ...[entry.uid, entry.axis],
      JSON.stringify(entry),
    ]);
  await writeEpoch(tx, dialect, epoch);
  await writeFact(tx, dialect, FINGERPRINT, fingerprint);
}

/** The next start compares the database with its schema, whatever the schema is. */
export const forgetFingerprint = (tx: Tx, dialect: Dialect): Promise<void> =>
  deleteFacts(tx, dialect, FINGERPRINT);

export async function writeModels(tx: Tx, dialect: Dialect, models: StoredModels): Promise<void> {
  await tx.run('DELETE FROM quire_schema');
  for (const [uid, model] of models)
    await tx.run('INSERT INTO quire_schema (uid, model) VALUES (?, ?)', [uid, JSON.stringify(model)]);
  await deleteFacts(tx, dialect, RENAMES);
}

/** Before the first of them. */
export const writeRenames = (tx: Tx, dialect: Dialect, renames: readonly Rename[]): Promise<void> =>
  writeFact(tx, dialect, RENAMES, JSON.stringify(renames));

/** After a migration that changed values: the next boot claims the unique values of these types again. */
export async function forgetClaims(tx: Tx, dialect: Dialect, types: readonly Uid[]): Promise<void> {
  if (types.length === 0) return;
  const { id } = dialect;
  const [row] = await tx.all(`SELECT ${id('value')} FROM quire_meta WHERE ${id('name')} = ?`, [UNIQUE_RULES]);
  if (typeof row?.[0] !== 'string') return;
  const rules = Object.entries(JSON.parse(row[0]) as object).filter(([uid]) => !types.includes(uid));
  await writeFact(tx, dialect, UNIQUE_RULES, JSON.stringify(Object.fromEntries(rules)));
}

function parseModel(text: string): StoredModel {
  const model = JSON.parse(text) as StoredModel;
  if (!('gone' in model) || !('entries' in model))
    throw new StartupError('The database was last used by a version of Quire before 0.2.0.', [
      { where: 'database', message: 'start version 0.2.0 once; it writes the present form' },
    ]);
  return model;
}
