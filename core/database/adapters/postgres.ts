// PostgreSQL through a pg pool, with named statements. Rows come as arrays; JSON stays text; 64-bit integers stay exact.
import { randomUUID } from 'node:crypto';
import type { Client, Pool, PoolClient, PoolConfig, QueryArrayResult } from 'pg';
import { pause } from '../../kernel/concurrency/deadlines';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Events } from '../../kernel/observe/events';
import type { ResolvedConfig } from '../config-types';
import { isStalePlan, postgresDialect } from '../dialects/postgres';
import type { Adapter, Lease, ServerConnection } from './adapter';
import { type Counters, createCounters } from './counters';
import { createRunMerger, type RunMerger, runTogether } from './merge-runs';
import { cancelStatement } from './postgres-cancel';
import { type ColumnTypes, createColumnTypes, PARSED_TYPES } from './postgres-types';
import { createWakeUps } from './postgres-wake-ups';
import { readCertificates } from './read-certificates';
import { countBytes, type Streaming } from './received-bytes';
import { createServerAdapter } from './server-adapter';
import { createStatementNames, queryOf, type StatementNames } from './statement-names';

const START_LOCK = 728_174_593;
const FAILED_BEFORE =
  'A statement of the transaction failed, and its error was caught; PostgreSQL then commits nothing';
/** Milliseconds. */
const BETWEEN_TRIES = 100;
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export async function createPostgresAdapter(
  config: ResolvedConfig,
  dir: string,
  events: Events,
): Promise<Adapter> {
  const pg: typeof import('pg') = require('pg');
  const options = poolOptions(config, dir);
  const pool = new pg.Pool(options);
  // The server closed an idle connection: the pool has dropped it, the next request opens another.
  pool.on('error', () => {});
  const counters = createCounters(events);
  const clients = new Set<Client>();
  pool.on('remove', (client) => clients.delete(client));
  pool.on('connect', (client) => {
    counters.opened += 1;
    clients.add(client);
    // The server closed a connection in use: its statement fails with the reason.
    client.on('error', () => {});
  });
  const names = createStatementNames(!config.pooler || (await poolerKnowsNames(new pg.Client(options))));
  const settings = sessionSettings(config);
  const begin = (text: string): string =>
    config.pooler ? [text, ...settings.map((setting) => `SET LOCAL ${setting}`)].join('; ') : text;
  const types = createColumnTypes();
  const merger = createRunMerger({
    finish: postgresDialect.finish,
    classify: postgresDialect.classify,
    nulls: (statement) => types.nulls(statement),
  });
  /** By table: does an insert return an `id`? Asked once per table. */
  const withId = new Map<string, boolean>();
  const cancel = (client: PoolClient): Promise<void> =>
    cancelStatement(pg, client, Math.max(config.poolWait, 1_000));
  let open = true;

  const lease = async (): Promise<Lease<ServerConnection>> => {
    if (!open) throw coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.database);
    const taken = await takeConnection(pool, config.pool.max);
    return {
      connection: createConnection(taken, { names, types, merger, withId, counters, cancel }),
      release: (broken) => taken.release(broken),
    };
  };

  const shared = createServerAdapter({
    dialect: postgresDialect,
    counters,
    merger,
    exclusive: config.exclusive,
    snapshot: [begin(SNAPSHOT)],
    readSnapshot: config.readSnapshot,
    begin: begin('BEGIN'),
    knex: { client: 'pg', version: '15' },
    events,
    state: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    lease,
    lock: (patience) => takeLock(new pg.Client(options), patience),
    async close() {
      if (!open) return;
      open = false;
      await pool.end();
    },
  });
  const adapter: Adapter = {
    ...shared,
    cut() {
      void adapter.close();
      for (const client of clients) bareOf(client).stream.destroy();
    },
    // LISTEN needs a session, which a pooler does not give.
    ...(config.pooler
      ? {}
      : { wakeUps: (channel, woken) => createWakeUps(() => new pg.Client(options), channel, woken) }),
  };
  try {
    (await lease()).release();
  } catch (error) {
    await adapter.close();
    throw error;
  }
  return adapter;
}

/**
 * PostgreSQL compiled a statement with 40 subqueries for 19 s and ran it for 0.1 s. Without compilation, queries that read 600,000 rows
 * take 10 to 40 % longer.
 */
const sessionSettings = ({ statementTimeout, readOnly }: ResolvedConfig): string[] => [
  'jit=off',
  ...(readOnly ? ['default_transaction_read_only=on'] : []),
  ...(statementTimeout > 0 ? [`statement_timeout=${statementTimeout}`] : []),
];

function poolOptions(config: ResolvedConfig, dir: string): PoolConfig {
  const settings = ['TimeZone=UTC', 'default_transaction_isolation=read\\ committed', 'extra_float_digits=1'];
  settings.push(...sessionSettings(config));
  return {
    host: config.socket ?? config.host,
    port: config.port,
    user: config.user,
    password: config.password,
    database: config.database,
    ssl: readCertificates(config.ssl, dir),
    min: config.pool.min,
    max: config.pool.max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: config.poolWait,
    keepAlive: true,
    // A pooler refuses them: its connections to the server exist before.
    ...(config.pooler ? {} : { options: settings.map((setting) => `-c ${setting}`).join(' ') }),
    types: PARSED_TYPES,
  };
}

/** A connection of the pool, or the 503 of a full one. */
async function takeConnection(pool: Pool, max: number): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const waited = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
    throw waited && pool.totalCount >= max ? coreErrors.SERVER_BUSY(RETRY_AFTER.connections) : error;
  }
}

/**
 * In a transaction, since a transaction pooler gives every transaction another connection of the server. A process that waits ends its
 * transaction: behind a small pooler, waiting processes would hold all connections, and the holder of the lock would get none.
 */
async function takeLock(client: Client, patience: number): Promise<(() => Promise<void>) | null> {
  // A lost connection ends the lock; the work under it meets the same fault.
  client.on('error', () => {});
  const until = performance.now() + patience;
  try {
    await client.connect();
    for (;;) {
      await client.query(
        'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
      );
      const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${START_LOCK}) AS taken`);
      if (rows[0]?.taken === true) return () => client.end();
      await client.query('ROLLBACK');
      if (performance.now() > until) break;
      await pause(BETWEEN_TRIES);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}

/**
 * A pooler that knows names of statements gives them other names on the server. Without that, a statement with a name stays on one
 * connection of the server, and a transaction on another connection does not find it.
 */
async function poolerKnowsNames(client: Client): Promise<boolean> {
  client.on('error', () => {});
  const name = `q_${randomUUID()}`;
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query({ name, text: 'SELECT 1' });
    const { rows } = await client.query('SELECT 1 FROM pg_prepared_statements WHERE name = $1', [name]);
    if (rows.length > 0) await client.query(`DEALLOCATE "${name}"`);
    await client.query('COMMIT');
    return rows.length === 0;
  } finally {
    await client.end();
  }
}

/** Shared by all connections of a pool. */
interface Shared {
  readonly names: StatementNames;
  readonly types: ColumnTypes;
  readonly merger: RunMerger;
  readonly withId: Map<string, boolean>;
  readonly counters: Counters;
  cancel(client: PoolClient): Promise<void>;
}

const bareOf = (client: object): Streaming => (client as { readonly connection: Streaming }).connection;

function createConnection(taken: PoolClient, shared: Shared): ServerConnection {
  const { names, types, merger, withId, counters } = shared;
  const bare = bareOf(taken);
  const query = async (
    text: string,
    params: readonly unknown[],
    finished: boolean,
    /** The server may use one plan for all values of a named statement. */
    named = true,
    isCounted = true,
  ): Promise<QueryArrayResult<unknown[]>> => {
    if (isCounted) counters.ran(1);
    const sql = finished ? text : names.finish(text);
    try {
      const asked = named ? names.query(sql) : queryOf(undefined, sql);
      return await taken.query<unknown[]>(asked, [...params]);
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
        const result = await query(
          statement.sql,
          params,
          true,
          !statement.estimated,
          !statement.isBackground,
        );
        types.learn(statement, result.fields);
        return result.rows;
      }),
    onBytes: (arrived) => countBytes(bare, arrived),
    async exec(text) {
      const { command } = await taken.query(text);
      if (text === 'COMMIT' && command === 'ROLLBACK') throw new Error(FAILED_BEFORE);
    },
    cancel: () => shared.cancel(taken),
    cut: () => bare.stream.destroy(),
  };
}
