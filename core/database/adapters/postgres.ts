// PostgreSQL through a pg pool, with named statements. Rows come as arrays; JSON stays text; 64-bit integers stay exact.
import type { Knex } from 'knex';
import type { CustomTypesConfig, Pool, PoolClient, PoolConfig, QueryArrayResult } from 'pg';
import { coreErrors } from '../../errors/core-errors';
import type { DatabaseConfig, ResolvedConfig } from '../config-types';
import { isStalePlan, postgresDialect } from '../dialects/postgres';
import { exactInteger } from '../dialects/stored-value';
import type { Adapter, Connection, Lease } from './adapter';
import { readCertificates } from './read-certificates';
import { readFromServer } from './server-read';
import { createStatementNames, type StatementNames } from './statement-names';

const RETRY_AFTER = 2;
const SNAPSHOT = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'];

/** Object ids of types whose text we want as something else. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [20, exactInteger],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
]);
const TYPES: CustomTypesConfig = {
  getTypeParser: (id: number) => PARSERS.get(id) ?? ((text: string) => text),
};

export async function createPostgresAdapter(
  config: DatabaseConfig,
  resolved: ResolvedConfig,
  dir: string,
): Promise<Adapter> {
  const pg: typeof import('pg') = require('pg');
  const pool = new pg.Pool(poolOptions(config, resolved, dir));
  // An idle connection that the server closed: the pool has dropped it, the next request opens another.
  pool.on('error', () => {});
  // The same of one that somebody holds: its statement fails with the reason.
  pool.on('connect', (client) => client.on('error', () => {}));
  const counters = { statements: 0, slow: 0 };
  const names = createStatementNames();
  /** Does a table have an `id` of its own? Asked once per table, for inserts. */
  const withId = new Map<string, boolean>();
  let open = true;

  const lease = async (): Promise<Lease> => {
    if (!open) throw coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER);
    const taken = await takeConnection(pool, resolved.pool.max);
    return {
      connection: createConnection(taken, names, withId, counters),
      release: (broken) => taken.release(broken),
    };
  };

  const adapter: Adapter = {
    dialect: postgresDialect,
    counters,
    read: (steps) =>
      readFromServer(steps, {
        dialect: postgresDialect,
        lease,
        snapshot: resolved.readSnapshot ? SNAPSHOT : null,
      }),
    lease,
    async begin() {
      const taken = await lease();
      try {
        await taken.connection.exec('BEGIN');
        return taken;
      } catch (error) {
        taken.release(true);
        throw error;
      }
    },
    foreignChanges: () => (resolved.exclusive ? '' : null),
    createKnex(): Knex {
      const { knex }: typeof import('knex') = require('knex');
      return knex({ client: 'pg', version: '15' });
    },
    async ping() {
      const taken = await lease();
      await taken.connection.exec('SELECT 1').then(
        () => taken.release(),
        (error) => {
          taken.release(true);
          throw error;
        },
      );
    },
    async close() {
      if (!open) return;
      open = false;
      await pool.end();
    },
  };
  await adapter.ping().catch(async (error) => {
    await adapter.close();
    throw error;
  });
  return adapter;
}

function poolOptions(config: DatabaseConfig, resolved: ResolvedConfig, dir: string): PoolConfig {
  const settings = ['TimeZone=UTC', 'default_transaction_isolation=read\\ committed', 'extra_float_digits=1'];
  if (resolved.statementTimeout > 0) settings.push(`statement_timeout=${resolved.statementTimeout}`);
  return {
    host: config.socket ?? config.host ?? '127.0.0.1',
    port: config.port ?? 5432,
    user: config.user ?? 'postgres',
    password: config.password ?? '',
    database: config.database ?? 'quire',
    ssl: readCertificates(config.ssl, dir),
    min: resolved.pool.min,
    max: resolved.pool.max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: resolved.poolWait,
    keepAlive: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    types: TYPES,
  };
}

/** A connection of the pool, or the 503 of a full one. */
async function takeConnection(pool: Pool, max: number): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const waited = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
    throw waited && pool.totalCount >= max ? coreErrors.SERVER_BUSY(RETRY_AFTER) : error;
  }
}

function createConnection(
  taken: PoolClient,
  names: StatementNames,
  withId: Map<string, boolean>,
  counters: { statements: number },
): Connection {
  const query = async (
    text: string,
    params: readonly unknown[],
    finished: boolean,
  ): Promise<QueryArrayResult<unknown[]>> => {
    counters.statements += 1;
    const sql = finished ? text : names.finish(text);
    try {
      return await taken.query<unknown[]>({
        name: names.of(sql),
        text: sql,
        values: [...params],
        rowMode: 'array',
      });
    } catch (error) {
      if (isStalePlan(error)) names.forget(sql);
      throw error;
    }
  };

  /** `RETURNING id` for an insert into a table that has one. */
  const returning = async (text: string): Promise<string> => {
    const table = /^\s*INSERT\s+INTO\s+("[^"]+"|\w+)/i.exec(text)?.[1];
    if (!table || /\bRETURNING\b/i.test(text)) return text;
    let has = withId.get(table);
    if (has === undefined) {
      const found = await query(
        "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'id' AND attidentity <> ''",
        [table],
        true,
      );
      has = found.rows.length > 0;
      withId.set(table, has);
    }
    return has ? `${text} RETURNING id` : text;
  };

  return {
    driver: taken,
    all: async (text, params) => (await query(text, params, false)).rows,
    async run(text, params) {
      const result = await query(await returning(text), params, false);
      return { changes: result.rowCount ?? 0, id: Number(result.rows.at(-1)?.[0] ?? 0) };
    },
    async plan(runs) {
      const results: unknown[][][] = [];
      for (const run of runs) results.push((await query(run.statement.sql, run.params, true)).rows);
      return results;
    },
    async exec(text) {
      await taken.query(text);
    },
  };
}
