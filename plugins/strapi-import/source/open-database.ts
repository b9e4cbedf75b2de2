// Opens a database of Strapi: checks that it is one of Strapi 5, and reads its tables and the types of its last start.

import { check, readForeign, refuseInput } from '../../../core';
import type { Source } from './source';
import { modelOf } from './strapi-model';

const { isPlainObject } = check;

const SCHEMA = 'strapi_database_schema';
const STORE = 'strapi_core_store_settings';
const MIGRATIONS = 'strapi_migrations_internal';
/** The migration that made documents of entries: Strapi 4 lacks it. */
const DOCUMENTS = '5.0.0-02-created-document-id';

export async function openDatabase(address: string, timezone: string): Promise<Source> {
  const database = await readForeign(address).catch((error: unknown) =>
    refuseInput(error instanceof Error ? error.message : String(error)),
  );
  const { knex, client } = database;
  try {
    const missing: string[] = [];
    for (const table of [SCHEMA, STORE, MIGRATIONS])
      if (!(await knex.schema.hasTable(table))) missing.push(table);
    if (missing.length > 0)
      refuseInput(
        `The source has no table ${missing.join(', ')}, so it is not the database of a Strapi 5 that was started.`,
      );
    const migrated: unknown = await knex(MIGRATIONS).where({ name: DOCUMENTS }).first();
    if (!migrated)
      refuseInput(
        'The source is a database of Strapi 4. Upgrade the project to Strapi 5, and start it once.',
      );
    const tables = await readTables(knex);
    const settings = await readSettings(knex);
    const types = modelsIn(settings.get('strapi_content_types_schema'));
    if (types.size === 0) refuseInput(`${STORE} has no content types. Start Strapi once with this database.`);
    const locale = settings.get('plugin_i18n_default_locale');
    return {
      client,
      knex,
      tables,
      types,
      components: null,
      settings,
      timezone,
      defaultLocale: typeof locale === 'string' ? locale : 'en',
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function modelsIn(stored: unknown): Source['types'] {
  if (!isPlainObject(stored)) return new Map();
  return new Map(Object.entries(stored).map(([uid, schema]) => [uid, modelOf(uid, schema)]));
}

async function readTables(knex: Source['knex']): Promise<Source['tables']> {
  const row: unknown = await knex(SCHEMA).orderBy('id', 'desc').first();
  const stored = isPlainObject(row) ? parsed(row.schema) : null;
  const list = isPlainObject(stored) && Array.isArray(stored.tables) ? stored.tables : [];
  const tables = new Map<string, ReadonlySet<string>>();
  for (const table of list) {
    if (!isPlainObject(table) || typeof table.name !== 'string' || !Array.isArray(table.columns)) continue;
    const columns = table.columns.flatMap((column: unknown) =>
      isPlainObject(column) && typeof column.name === 'string' ? [column.name] : [],
    );
    tables.set(table.name, new Set(columns));
  }
  if (tables.size === 0) refuseInput(`${SCHEMA} lists no tables. Start Strapi once with this database.`);
  return tables;
}

async function readSettings(knex: Source['knex']): Promise<Source['settings']> {
  const rows: unknown[] = await knex(STORE).select('key', 'value');
  return new Map(
    rows.flatMap((row): [string, unknown][] =>
      isPlainObject(row) && typeof row.key === 'string' ? [[row.key, parsed(row.value)]] : [],
    ),
  );
}

/** JSON text, or a value that the driver parsed; other text stays as it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
