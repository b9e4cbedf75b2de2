// PostgreSQL through a pg pool, with named statements. Rows come as arrays; JSON stays text; 64-bit integers stay exact.
import type { Pool, PoolClient, PoolConfig, QueryArrayResult } from 'pg';
import { coreErrors } from '../../errors/core-errors';
import type { DatabaseConfig, ResolvedConfig } from '../config-types';
import { isStalePlan, postgresDialect } from '../dialects/postgres';
import type { Adapter, Connection, Lease } from './adapter';
import { createRunMerger, type RunMerger, runTogether } from './merge-runs';
import { type ColumnTypes, createColumnTypes, PARSED_TYPES } from './postgres-types';
import { readCertificates } from './read-certificates';
import { createServerAdapter } from './server-adapter';
import { createStatementNames, type StatementNames } from './statement-names';

const RETRY_AFTER = 2;
const SNAPSHOT = ['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'];

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
  const types = createColumnTypes();
  const merger = createRunMerger({
    finish: postgresDialect.finish,
    classify: postgresDialect.classify,
    nulls: (statement) => types.nulls(statement),
  });
  /** Does a table have an `id` of its own? Asked once per table, for inserts. */
  const withId = new Map<string, boolean>();
  let open = true;

  const lease = async (): Promise<Lease> => {
    if (!open) throw coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER);
    const taken = await takeConnection(pool, resolved.pool.max);
    return {
      connection: createConnection(taken, { names, types, merger, withId, counters }),
      release: (broken) => taken.release(broken),
    };
  };

  const adapter = createServerAdapter({
    dialect: postgresDialect,
    counters,
    merger,
    exclusive: resolved.exclusive,
    snapshot: resolved.readSnapshot ? SNAPSHOT : null,
    begin: 'BEGIN',
    knex: { client: 'pg', version: '15' },
    lease,
    async close() {
      if (!open) return;
      open = false;
      await pool.end();
    },
  });
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
    types: PARSED_TYPES,
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

/** What all connections of a pool share. */
interface Shared {
  readonly names: StatementNames;
  readonly types: ColumnTypes;
  readonly merger: RunMerger;
  readonly withId: Map<string, boolean>;
  readonly counters: { statements: number };
}

function createConnection(taken: PoolClient, { names, types, merger, withId, counters }: Shared): Connection {
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
    plan: (runs) =>
      runTogether(runs, merger, async ({ statement, params }) => {
        const result = await query(statement.sql, params, true);
        types.learn(statement, result.fields);
        return result.rows;
      }),
    async exec(text) {
      await taken.query(text);
    },
  };
}
