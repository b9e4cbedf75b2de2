// MySQL and MariaDB through a mysql2 pool, prepared statements throughout. Which of the two answers is asked once.
import type { FieldPacket, Pool, PoolConnection, PoolOptions, QueryResult } from 'mysql2';
import { coreErrors } from '../../errors/core-errors';
import type { DatabaseConfig, ResolvedConfig } from '../config-types';
import type { Row } from '../database';
import { within } from '../deadlines';
import { binaryCollation, createMysqlDialect, type MysqlFlavour } from '../dialects/mysql';
import type { Adapter, Connection, Lease } from './adapter';
import { createRunMerger, type RunMerger, runTogether } from './merge-runs';
import { readCertificates } from './read-certificates';
import { createServerAdapter } from './server-adapter';

const RETRY_AFTER = 2;
/** The server has 16,382 for everybody. */
const PREPARED = 8_000;
const SNAPSHOT = [
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT',
];

export async function createMysqlAdapter(
  config: DatabaseConfig,
  resolved: ResolvedConfig,
  dir: string,
): Promise<Adapter> {
  const mysql: typeof import('mysql2') = require('mysql2');
  const options = poolOptions(config, resolved, dir);
  const flavour = await detectFlavour(mysql, options);
  const dialect = createMysqlDialect(flavour);
  const pool = mysql.createPool(options);
  const session = sessionSettings(flavour, resolved.statementTimeout);
  // Queued on the connection before anything else is.
  pool.on('connection', (connection) => {
    for (const text of session) connection.query(text, () => {});
  });
  const counters = { statements: 0, slow: 0 };
  const merger = createRunMerger({
    finish: dialect.finish,
    classify: dialect.classify,
    nulls: (_statement, { width }) => new Array<string>(width).fill('NULL'),
  });
  let open = true;

  const lease = (): Promise<Lease> =>
    open
      ? takeConnection(pool, resolved.poolWait).then((taken) => ({
          connection: createConnection(taken, merger, counters),
          release: (broken) => (broken ? taken.destroy() : taken.release()),
        }))
      : Promise.reject(coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER));

  return createServerAdapter({
    dialect,
    counters,
    merger,
    exclusive: resolved.exclusive,
    snapshot: resolved.readSnapshot ? SNAPSHOT : null,
    begin: 'START TRANSACTION',
    knex: { client: 'mysql2' },
    lease,
    close() {
      if (!open) return Promise.resolve();
      open = false;
      return new Promise((resolve) => pool.end(() => resolve()));
    },
  });
}

function poolOptions(config: DatabaseConfig, resolved: ResolvedConfig, dir: string): PoolOptions {
  return {
    ...(config.socket
      ? { socketPath: config.socket }
      : { host: config.host ?? '127.0.0.1', port: config.port ?? 3306 }),
    user: config.user ?? 'root',
    password: config.password ?? '',
    database: config.database ?? 'quire',
    ssl: readCertificates(config.ssl, dir),
    connectTimeout: Math.max(resolved.poolWait, 1_000),
    connectionLimit: resolved.pool.max,
    maxIdle: Math.max(resolved.pool.min, 1),
    idleTimeout: 60_000,
    queueLimit: 0,
    enableKeepAlive: true,
    maxPreparedStatements: Math.max(50, Math.floor(PREPARED / resolved.pool.max)),
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    // Numbers where they are exact, text where they are not.
    bigNumberStrings: false,
    jsonStrings: true,
  };
}

function sessionSettings(flavour: MysqlFlavour, statementTimeout: number): string[] {
  const settings = [
    `SET NAMES utf8mb4 COLLATE ${binaryCollation(flavour)}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO', time_zone = '+00:00', innodb_lock_wait_timeout = 10",
  ];
  if (statementTimeout > 0) {
    const limit =
      flavour === 'mariadb'
        ? `max_statement_time = ${statementTimeout / 1000}`
        : `max_execution_time = ${statementTimeout}`;
    settings.push(`SET SESSION ${limit}`);
  }
  return settings;
}

function detectFlavour(mysql: typeof import('mysql2'), options: PoolOptions): Promise<MysqlFlavour> {
  const { connectionLimit, maxIdle, idleTimeout, queueLimit, ...single } = options;
  return new Promise((resolve, reject) => {
    const connection = mysql.createConnection(single);
    connection.on('error', reject);
    connection.query({ sql: 'SELECT VERSION()', rowsAsArray: true }, (error, rows: QueryResult) => {
      connection.destroy();
      if (error) reject(error);
      else resolve(/mariadb/i.test(JSON.stringify(rows)) ? 'mariadb' : 'mysql');
    });
  });
}

/** A connection of the pool, or the 503 of a full one. */
function takeConnection(pool: Pool, wait: number): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let late = false;
    const ended = within(wait, () => {
      late = true;
      reject(coreErrors.SERVER_BUSY(RETRY_AFTER));
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
  counters: { statements: number },
): Connection {
  const execute = (sql: string, params: readonly unknown[]): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      counters.statements += 1;
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
        rowsOf(await execute(statement.sql, params)),
      ),
    exec: (text) =>
      new Promise((resolve, reject) => {
        taken.query(text, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
