// The recorded Strapi on a database server: the tables and the forms of values that Strapi 5.54 has on MariaDB and PostgreSQL.

import { createScratchFile, type ScratchFile } from '../../../core';
import { createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';
import { strapiDatabase } from './strapi-source';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The zone of the Strapi process: servers store its local time. */
export const ZONE = 'America/New_York';

const TYPES: Readonly<Record<string, readonly [mysql: string, postgres: string]>> = {
  increments: ['int unsigned', 'integer'],
  integer: ['int', 'integer'],
  bigInteger: ['bigint', 'bigint'],
  double: ['double', 'double precision'],
  decimal: ['decimal(10,2)', 'numeric(10,2)'],
  boolean: ['tinyint(1)', 'boolean'],
  date: ['date', 'date'],
  time: ['time(3)', 'time'],
  datetime: ['datetime(6)', 'timestamp'],
  timestamp: ['timestamp(6) null', 'timestamp'],
  jsonb: ['json', 'jsonb'],
  text: ['longtext', 'text'],
  string: ['varchar(255)', 'varchar(255)'],
};

const EXTRA: Readonly<Record<string, readonly Column[]>> = {
  strapi_migrations_internal: [
    { name: 'id', type: 'increments' },
    { name: 'name', type: 'string' },
  ],
  strapi_database_schema: [
    { name: 'id', type: 'increments' },
    { name: 'schema', type: 'jsonb' },
  ],
};

export interface ServerSource {
  readonly address: string;
  drop(): Promise<void>;
}

export async function serverSource(
  client: Exclude<TestDatabase, 'sqlite'>,
  file = strapiDatabase(),
): Promise<ServerSource> {
  // An application without types: its tables do not meet those of Strapi.
  const app = await createTestApp({ database: client });
  const { host, port, user, password, database } = app.kernel.config.database as Readonly<
    Record<string, unknown>
  >;
  const secret = password ? `:${encodeURIComponent(String(password))}` : '';
  const recorded = createScratchFile(file);
  const [stored] = recorded.all('SELECT schema FROM strapi_database_schema');
  const { tables } = JSON.parse(String(stored?.schema)) as {
    readonly tables: readonly { readonly name: string; readonly columns: readonly Column[] }[];
  };
  const all = [...tables, ...Object.entries(EXTRA).map(([name, columns]) => ({ name, columns }))];
  for (const { name, columns } of all) await copyTable(recorded, app, client, name, columns);
  recorded.close();
  return {
    address: `${client}://${user}${secret}@${host}:${port}/${database}`,
    drop: () => app.close(),
  };
}

async function copyTable(
  from: ScratchFile,
  { kernel }: TestApp,
  client: 'mysql' | 'postgres',
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const { knex } = kernel.database;
  const rows = from.all(`SELECT * FROM "${table}"`);
  await knex.schema.createTable(table, (made) => {
    // As Strapi asks for; a server may have another default.
    if (client === 'mysql') made.charset('utf8mb4');
    for (const { name, type } of columns)
      made.specificType(name, TYPES[type]?.[client === 'mysql' ? 0 : 1] ?? 'text');
  });
  const typed = rows.map((row) =>
    Object.fromEntries(columns.map(({ name, type }) => [name, stored(type, row[name])])),
  );
  for (let at = 0; at < typed.length; at += 50) await knex(table).insert(typed.slice(at, at + 50));
}

function stored(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'boolean':
      return value === 1;
    case 'datetime':
    case 'timestamp':
      return localTime(Number(value));
    case 'jsonb':
      return typeof value === 'string' ? value : JSON.stringify(value);
    default:
      return value;
  }
}

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** A time before 1970 has a negative rest, too. */
function localTime(moment: number): string {
  const rest = ((moment % 1000) + 1000) % 1000;
  return `${format.format(moment - rest)}.${String(rest).padStart(3, '0')}`;
}
