// The facts of the last start in the database: a fingerprint of the schema, the models, the axis ledger. A start whose schema has the same
// fingerprint runs one statement:
//   SELECT name, value FROM quire_meta WHERE name IN (?, ?, ?) UNION ALL SELECT 'axis', entry FROM quire_axes
//   UNION ALL SELECT 'model', model FROM quire_schema
import type { Uid } from '../../schema/model/content-type';
import type { LedgerEntry } from '../axis-ledger';
import type { Database, Row, Steps } from '../database';
import { UNIQUE_RULES } from '../unique';
import type { Rename } from './ddl';
import {
  completeModel,
  isOldType,
  modelOfOldType,
  modelsOfOldShapes,
  OLD_SHAPES,
  type OldType,
} from './old-memory';
import type { StoredModel, StoredModels } from './stored-model';

const FINGERPRINT = 'fingerprint';
/** The fact in quire_meta that a migration renames tables and columns, until the models have the new names. */
const RENAMES = 'renames';

export interface Memory {
  /** '' on a database that no start has finished with. */
  readonly fingerprint: string;
  readonly entries: readonly LedgerEntry[];
  readonly models: StoredModels;
  readonly renames: readonly Rename[];
}

export const NO_MEMORY: Memory = { fingerprint: '', entries: [], models: new Map(), renames: [] };

export async function readMemory(database: Database): Promise<Memory> {
  const { id, finish } = database.dialect;
  const sql = `SELECT ${id('name')}, ${id('value')} FROM quire_meta WHERE ${id('name')} IN (?, ?, ?) UNION ALL SELECT 'axis', entry FROM quire_axes UNION ALL SELECT 'model', model FROM quire_schema`;
  const statement = { sql: finish(sql), name: 'memory' };
  function* steps(): Steps<Row[]> {
    const [rows = []] = yield [{ statement, params: [FINGERPRINT, OLD_SHAPES, RENAMES] }];
    return rows;
  }
  const rows = await database.read(steps, { single: true });
  const texts = (kind: string): string[] =>
    rows.flatMap(([name, text]) => (name === kind && typeof text === 'string' ? [text] : []));
  const models = [...texts('model').map(parseModel), ...texts(OLD_SHAPES).flatMap(modelsOfOldShapes)];
  return {
    fingerprint: texts(FINGERPRINT)[0] ?? '',
    entries: texts('axis').map((text) => JSON.parse(text) as LedgerEntry),
    models: new Map(models.map((model) => [model.uid, model])),
    renames: texts(RENAMES).flatMap((text) => JSON.parse(text) as Rename[]),
  };
}

/** The models are written before, together with the values (sync.ts). */
export async function writeMemory(
  { knex }: Pick<Database, 'knex'>,
  { fingerprint, entries }: Pick<Memory, 'fingerprint' | 'entries'>,
): Promise<void> {
  await knex('quire_axes').delete();
  for (const entry of entries)
    await knex('quire_axes').insert({ uid: entry.uid, axis: entry.axis, entry: JSON.stringify(entry) });
  await writeFact({ knex }, FINGERPRINT, fingerprint);
}

/** The next start compares the database with its schema, whatever the schema is. */
export async function forgetFingerprint({ knex }: Pick<Database, 'knex'>): Promise<void> {
  await knex('quire_meta').where({ name: FINGERPRINT }).delete();
}

export async function writeModels({ knex }: Pick<Database, 'knex'>, models: StoredModels): Promise<void> {
  await knex('quire_schema').delete();
  for (const [uid, model] of models) await knex('quire_schema').insert({ uid, model: JSON.stringify(model) });
  await knex('quire_meta').whereIn('name', [OLD_SHAPES, RENAMES]).delete();
}

/** Before the first of them. */
export const writeRenames = (database: Pick<Database, 'knex'>, renames: readonly Rename[]): Promise<void> =>
  writeFact(database, RENAMES, JSON.stringify(renames));

/** A row of quire_meta. */
export async function writeFact(
  { knex }: Pick<Database, 'knex'>,
  name: string,
  value: string,
): Promise<void> {
  await knex('quire_meta').where({ name }).delete();
  await knex('quire_meta').insert({ name, value });
}

/** After a migration that changed values: the next boot claims the unique values of these types again. */
export async function forgetClaims({ knex }: Pick<Database, 'knex'>, types: readonly Uid[]): Promise<void> {
  if (types.length === 0) return;
  const known = await knex<{ name: string; value: string | null }>('quire_meta')
    .where({ name: UNIQUE_RULES })
    .first('value');
  if (!known?.value) return;
  const rules = Object.entries(JSON.parse(known.value) as object).filter(([uid]) => !types.includes(uid));
  await writeFact({ knex }, UNIQUE_RULES, JSON.stringify(Object.fromEntries(rules)));
}

function parseModel(text: string): StoredModel {
  const model = JSON.parse(text) as StoredModel | OldType;
  return isOldType(model) ? modelOfOldType(model) : completeModel(model);
}
