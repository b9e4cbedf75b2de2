// Connects to the database that the configuration names and puts its parts together: adapter, transactions, versions, knex.
import path from 'node:path';
import type { Knex } from 'knex';
import { StartupError } from '../errors/startup-error';
import type { Logger } from '../http/logger';
import type { Adapter } from './adapters/adapter';
import { type DatabaseConfig, resolveConfig } from './config-types';
import type { Database, Steps } from './database';
import { reasonOf } from './dialects/error-facts';
import { createFaults } from './faults';
import { createSharedKnex } from './shared-knex';
import { createSlowLog } from './slow-log';
import { createTransactions } from './transaction';
import { TableVersions } from './versions';

export interface ConnectOptions {
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** The application's folder: relative names of files start there. */
  readonly dir: string;
  /** Milliseconds from which a read or a transaction is logged; 0 or absent: none is. */
  readonly slowQuery?: number;
}

export async function connectDatabase(
  config: DatabaseConfig,
  { log, dir, slowQuery }: ConnectOptions,
): Promise<Database> {
  const resolved = resolveConfig(config);
  const adapter = await createAdapter(config, dir);
  const faults = createFaults(adapter.dialect, log);
  const versions = new TableVersions();
  const transactions = createTransactions(adapter, faults, versions, {
    timeout: resolved.transactionTimeout,
    log,
  });
  const slowLog = createSlowLog(slowQuery, log);
  let knex: Knex | null = null;

  const readCommitted = <T>(steps: () => Steps<T>, slow: boolean, single: boolean): Promise<T> | T =>
    faults.guard(() => adapter.read(steps, { slow, single }));

  return {
    dialect: adapter.dialect,
    read(steps, options) {
      // What runs inside a transaction sees what the transaction wrote.
      const open = transactions.current();
      if (open && !open.life.over) return open.tx.read(steps());
      const run = () => readCommitted(steps, options?.slow ?? false, options?.single ?? false);
      return slowLog ? slowLog.read(steps, run) : run();
    },
    transaction: slowLog
      ? // Who asks for no limit of time expects it to take long.
        (work, options) =>
          options?.timeout === 0
            ? transactions.run(work, options)
            : slowLog.transaction(() => transactions.run(work, options))
      : transactions.run,
    currentTransaction() {
      const open = transactions.current();
      return open && !open.life.over ? open.tx : undefined;
    },
    version(tables) {
      const foreign = adapter.foreignChanges();
      return foreign === null ? null : `${foreign}:${versions.of(tables)}`;
    },
    get knex(): Knex {
      knex ??= createSharedKnex(adapter, transactions, versions);
      return knex;
    },
    ping: () => adapter.ping().catch((error) => Promise.reject(faults.translate(error))),
    stats: () => ({ ...transactions.counters, ...adapter.counters }),
    close: () => adapter.close(),
  };
}

async function createAdapter(config: DatabaseConfig, dir: string): Promise<Adapter> {
  const resolved = resolveConfig(config);
  try {
    // Each is loaded when it is the one: drivers take time to load.
    if (config.client === 'sqlite') {
      const { createSqliteAdapter }: typeof import('./adapters/sqlite') = require('./adapters/sqlite');
      const name = config.filename ?? 'data/quire.db';
      return await createSqliteAdapter(name === ':memory:' ? name : path.resolve(dir, name), resolved);
    }
    if (config.client === 'mysql') {
      const { createMysqlAdapter }: typeof import('./adapters/mysql') = require('./adapters/mysql');
      return await createMysqlAdapter(config, resolved, dir);
    }
    const { createPostgresAdapter }: typeof import('./adapters/postgres') = require('./adapters/postgres');
    return await createPostgresAdapter(config, resolved, dir);
  } catch (error) {
    throw new StartupError(`No connection to the database (${whereIs(config)}): ${reasonOf(error)}`, [
      {
        where: 'config/database',
        message:
          config.client === 'sqlite'
            ? 'check that the file is a database, and that it and its folder may be written'
            : 'check that the server runs and that name, address, user and password are right',
      },
    ]);
  }
}

function whereIs(config: DatabaseConfig): string {
  if (config.client === 'sqlite') return `sqlite, ${config.filename ?? 'data/quire.db'}`;
  const address =
    config.socket ??
    `${config.host ?? '127.0.0.1'}:${config.port ?? (config.client === 'mysql' ? 3306 : 5432)}`;
  return `${config.client}, ${config.user ?? (config.client === 'mysql' ? 'root' : 'postgres')}@${address}/${config.database ?? 'quire'}`;
}
