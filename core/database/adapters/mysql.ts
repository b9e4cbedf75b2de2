// MySQL and MariaDB through a mysql2 pool, with prepared statements. The first connection asks which of the two it is.

import type {
  FieldPacket,
  Pool,
  PoolConnection,
  PoolOptions,
  QueryResult,
  Connection as SingleConnection,
} from 'mysql2';
import { within } from '../../kernel/concurrency/deadlines';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Events } from '../../kernel/observe/events';
import type { ResolvedConfig } from '../config-types';
import type { PoolState, Row } from '../database';
import { binaryCollation, createMysqlDialect, type MysqlFlavour } from '../dialects/mysql';
import type { Adapter, Lease, ServerConnection } from './adapter';
import { type Counters, createCounters } from './counters';
import { createRunMerger, type RunMerger, runTogether } from './merge-runs';
import { createMysqlCancels, type MysqlCancels } from './mysql-cancel';
import { readCertificates } from './read-certificates';
import { countBytes, type Streaming } from './received-bytes';
import { createServerAdapter } from './server-adapter';

/** The server keeps 16,382 for all connections together. */
const PREPARED = 8_000;
const SNAPSHOT = [
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT',
];

export async function createMysqlAdapter(
  config: ResolvedConfig,
  dir: string,
  events: Events,
): Promise<Adapter> {
  const mysql: typeof import('mysql2') = require('mysql2');
  const options = poolOptions(config, dir);
  const { flavour, isGalera } = await detectServer(mysql, options);
  const dialect = createMysqlDialect(flavour);
  const pool = mysql.createPool(options);
  const session = sessionSettings(flavour, config);
  const counters = createCounters(events);
  const streams = new Set<Streaming['stream']>();
  // Queued on the connection before any other statement.
  pool.on('connection', (connection) => {
    counters.opened += 1;
    const { stream } = connection as unknown as Streaming;
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    for (const text of session) connection.query(text, () => {});
  });
  const merger = createRunMerger({
    finish: dialect.finish,
    classify: dialect.classify,
    nulls: (_statement, { width }) => new Array<string>(width).fill('NULL'),
  });
  const cancels = createMysqlCancels(() => connectAlone(mysql, options));
  let open = true;

  const lease = (): Promise<Lease<ServerConnection>> =>
    open
      ? takeConnection(pool, config.poolWait).then((taken) => ({
          connection: createConnection(taken, merger, counters, cancels),
          release: (broken) => (broken ? taken.destroy() : taken.release()),
        }))
      : Promise.reject(coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.database));

  const adapter = createServerAdapter({
    dialect,
    counters,
    merger,
    exclusive: config.exclusive,
    snapshot: SNAPSHOT,
    readSnapshot: config.readSnapshot,
    begin: 'START TRANSACTION',
    knex: { client: 'mysql2' },
    events,
    state: () => stateOf(pool as unknown as PoolLists),
    lease,
    lock: (patience) => takeLock(connectAlone(mysql, options), patience),
    isLockOfNode: isGalera,
    close() {
      if (!open) return Promise.resolve();
      open = false;
      cancels.close();
      return new Promise((resolve) => pool.end(() => resolve()));
    },
  });
  return {
    ...adapter,
    cut() {
      void adapter.close();
      for (const stream of streams) stream.destroy();
    },
  };
}

/** What the pool of mysql2 keeps. */
interface PoolLists {
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

const stateOf = ({ _allConnections, _freeConnections, _connectionQueue }: PoolLists): PoolState => ({
  open: _allConnections.length,
  idle: _freeConnections.length,
  waiting: _connectionQueue.length,
});

function poolOptions(config: ResolvedConfig, dir: string): PoolOptions {
  return {
    ...(config.socket ? { socketPath: config.socket } : { host: config.host, port: config.port }),
    user: config.user,
    password: config.password,
    database: config.database,
    ssl: readCertificates(config.ssl, dir),
    connectTimeout: Math.max(config.poolWait, 1_000),
    connectionLimit: config.pool.max,
    maxIdle: Math.max(config.pool.min, 1),
    idleTimeout: 60_000,
    queueLimit: 0,
    enableKeepAlive: true,
    maxPreparedStatements: Math.max(50, Math.floor(PREPARED / config.pool.max)),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    // Numbers where they are exact, text where they are not.
    bigNumberStrings: false,
    jsonStrings: true,
  };
}

function sessionSettings(flavour: MysqlFlavour, { statementTimeout, readOnly }: ResolvedConfig): string[] {
  const settings = [
    `SET NAMES utf8mb4 COLLATE ${binaryCollation(flavour)}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO', time_zone = '+00:00', innodb_lock_wait_timeout = 10",
    // By default the planner compares every order of up to 62 joins. Ten lists in one filter took more than a minute.
    'SET SESSION optimizer_search_depth = 3',
  ];
  if (readOnly) settings.push('SET SESSION TRANSACTION READ ONLY');
  if (statementTimeout > 0) {
    const limit =
      flavour === 'mariadb'
        ? `max_statement_time = ${statementTimeout / 1000}`
        : `max_execution_time = ${statementTimeout}`;
    settings.push(`SET SESSION ${limit}`);
  }
  return settings;
}

interface Server {
  readonly flavour: MysqlFlavour;
  /** A node of a cluster: its locks are unknown to the other nodes. */
  readonly isGalera: boolean;
}

const SERVER = "SHOW VARIABLES WHERE variable_name IN ('version', 'wsrep_on')";

function detectServer(mysql: typeof import('mysql2'), options: PoolOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const connection = connectAlone(mysql, options);
    connection.on('error', reject);
    connection.query({ sql: SERVER, rowsAsArray: true }, (error, rows: QueryResult) => {
      connection.destroy();
      if (error) return reject(error);
      const found = JSON.stringify(rows);
      resolve({
        flavour: /mariadb/i.test(found) ? 'mariadb' : 'mysql',
        isGalera: found.includes('["wsrep_on","ON"]'),
      });
    });
  });
}

/** A connection outside the pool. */
function connectAlone(mysql: typeof import('mysql2'), options: PoolOptions): SingleConnection {
  const { connectionLimit, maxIdle, idleTimeout, queueLimit, ...single } = options;
  return mysql.createConnection(single);
}

const START_LOCK = "CONCAT('quire_sync_', LEFT(MD5(database()), 16))";

function takeLock(connection: SingleConnection, patience: number): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.query(
      { sql: `SELECT GET_LOCK(${START_LOCK}, ${patience / 1000})`, rowsAsArray: true },
      (error, rows: QueryResult) => {
        const isTaken = !error && JSON.stringify(rows) === '[[1]]';
        if (!isTaken) connection.destroy();
        if (error) reject(error);
        else resolve(isTaken ? () => releaseLock(connection) : null);
      },
    );
  });
}

/** Waits for the answer of the server: then the lock is free. After a closed socket, the server would free the lock later. */
function releaseLock(connection: SingleConnection): Promise<void> {
  return new Promise((resolve) => {
    connection.query(`DO RELEASE_LOCK(${START_LOCK})`, () => {
      connection.destroy();
      resolve();
    });
  });
}

/** A connection of the pool, or the 503 of a full one. */
function takeConnection(pool: Pool, wait: number): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let late = false;
    const ended = within(wait, () => {
      late = true;
      reject(coreErrors.SERVER_BUSY(RETRY_AFTER.connections));
    });
    pool.getConnection((error, connection) => {
      ended();
      if (late) connection?.release();
      else if (error) reject(error);
      else resolve(connection);
    });
  });
}

function createConnection(
  taken: PoolConnection,
  merger: RunMerger,
  counters: Counters,
  cancels: MysqlCancels,
): ServerConnection {
  const execute = (sql: string, params: readonly unknown[], isCounted = true): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      if (isCounted) counters.ran(1);
      const values = params as (string | number | bigint | null)[];
      taken.execute(
        { sql, rowsAsArray: true },
        values,
        (error: Error | null, result: QueryResult, _fields: FieldPacket[]) =>
          error ? reject(error) : resolve(result),
      );
    });
  const rowsOf = (result: QueryResult): Row[] =>
    Array.isArray(result) ? (result as unknown[] as Row[]) : [];
  return {
    driver: taken,
    all: async (text, params) => rowsOf(await execute(text, params)),
    async run(text, params) {
      const result = await execute(text, params);
      if (Array.isArray(result)) return { changes: result.length, id: 0 };
      const { affectedRows, insertId } = result;
      return { changes: affectedRows, id: Number(insertId) };
    },
    plan: (runs) =>
      runTogether(runs, merger, async ({ statement, params }) =>
        rowsOf(await execute(statement.sql, params, !statement.isBackground)),
      ),
    onBytes: (arrived) => countBytes(taken as unknown as Streaming, arrived),
    cancel: () => cancels.cancel(taken),
    cut: () => (taken as unknown as Streaming).stream.destroy(),
    exec: (text) =>
      new Promise((resolve, reject) => {
        taken.query(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
