// Reads the database of another program with knex: one read transaction, nothing is written. Values come as the database shows them:
// servers give texts, SQLite gives numbers and texts.

import { existsSync } from 'node:fs';
import type { Knex } from 'knex';
import { StartupError } from '../kernel/errors/startup-error';
import { thrownMessage } from '../kernel/errors/thrown';

export interface ForeignDatabase {
  readonly client: 'sqlite' | 'mysql' | 'postgres';
  /** All queries see the state of one moment. */
  readonly knex: Knex;
  close(): Promise<void>;
}

/** The client that an address or the path of a file names. */
export function foreignClient(address: string): ForeignDatabase['client'] {
  if (/^(mysql|mariadb):\/\//.test(address)) return 'mysql';
  return /^postgres(ql)?:\/\//.test(address) ? 'postgres' : 'sqlite';
}

/** `address`: the path of a SQLite file, `mysql://…` or `postgres://…`. */
export async function readForeign(address: string): Promise<ForeignDatabase> {
  const client = foreignClient(address);
  if (client === 'sqlite' && !existsSync(address)) throw new StartupError(`${address} does not exist.`);
  if (client !== 'sqlite' && !URL.canParse(address))
    throw new StartupError(
      `${withoutPassword(address)} is no address; write special characters of the password as in a URL, such as %2F for a slash.`,
    );
  const { knex: open }: typeof import('knex') = require('knex');
  const pool = open(client === 'sqlite' ? sqliteOptions(address) : serverOptions(client, address));
  let transaction: Knex.Transaction | null = null;
  async function close(): Promise<void> {
    await transaction?.rollback().catch(() => undefined);
    await pool.destroy();
  }
  try {
    // SQLite: a transaction sees the state of its first read, also while another process writes.
    const reading = await pool.transaction(
      client === 'sqlite' ? {} : { isolationLevel: 'repeatable read', readOnly: client === 'postgres' },
    );
    transaction = reading;
    // A file that is no database fails at its first read.
    await reading.raw(client === 'sqlite' ? 'SELECT COUNT(*) FROM sqlite_master' : 'SELECT 1');
    return { client, knex: reading, close };
  } catch (error) {
    await close();
    const where = client === 'sqlite' ? address : withoutPassword(address);
    throw new StartupError(`${where} cannot be read: ${thrownMessage(error)}`);
  }
}

const sqliteOptions = (filename: string): Knex.Config => ({
  client: 'better-sqlite3',
  useNullAsDefault: true,
  connection: { filename, options: { readonly: true } },
  pool: { min: 1, max: 1 },
});

function serverOptions(client: 'mysql' | 'postgres', address: string): Knex.Config {
  const url = new URL(address);
  const schema = url.searchParams.get('schema');
  const connection = {
    host: url.hostname,
    port: url.port === '' ? undefined : Number(url.port),
    user: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.searchParams.get('ssl') === 'true' ? { ssl: {} } : {}),
  };
  const pool = { min: 1, max: 1 };
  if (client === 'mysql')
    return {
      client: 'mysql2',
      // knex has no statement for a read transaction with an isolation level.
      pool: { ...pool, afterCreate: readOnly },
      connection: { ...connection, typeCast: asText } as Knex.MySql2ConnectionConfig,
    };
  return {
    client: 'pg',
    pool,
    ...(schema ? { searchPath: [schema] } : {}),
    connection: { ...connection, types: { getTypeParser: () => String } } as Knex.PgConnectionConfig,
  };
}

const readOnly = (
  connection: { query(text: string, done: (error: unknown) => void): void },
  done: (error: unknown, connection: unknown) => void,
): void => connection.query('SET SESSION TRANSACTION READ ONLY', (error) => done(error, connection));

/** The type of a column would decide about time zones and digits. */
const asText = (field: { readonly type: string; string(encoding?: string): string | null }): string | null =>
  field.type === 'JSON' ? field.string('utf8') : field.string();

const withoutPassword = (address: string): string => address.replace(/:\/\/.*@/s, '://');
