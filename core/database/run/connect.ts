// Connects to the configured database and assembles its parts: adapter, transactions, versions, knex.
import path from 'node:path';
import type { Knex } from 'knex';
import { coreErrors } from '../../kernel/errors/core-errors';
import { StartupError } from '../../kernel/errors/startup-error';
import type { Logger } from '../../kernel/log/logger';
import { createEvents, type Events } from '../../kernel/observe/events';
import type { Adapter } from '../adapters/adapter';
import { type DatabaseOptions, type ResolvedConfig, resolveConfig } from '../config-types';
import type { Database, ReadOptions, Steps } from '../database';
import { firstStatement, timedWork } from '../database-events';
import { reasonOf } from '../dialects/error-facts';
import type { Replicas } from '../replicas/replicas';
import { tracedRead } from '../traced';
import { damageError, isDamage } from './check-database-file';
import { createFaults } from './faults';
import { logSlowWork } from './slow-log';
import { createSnapshots } from './snapshots';
import { createStartLock } from './start-lock';
import { createStatementTally } from './statement-tally';
import { createTransactions, type TransactionSettings } from './transaction';
import { TableVersions } from './versions';

export interface ConnectOptions {
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Absent: only the log reads them. */
  readonly events?: Events;
  /** The application's folder: relative names of files start there. */
  readonly dir: string;
  /** Milliseconds from which a read or a transaction is logged; 0 or absent: none is. */
  readonly slowQuery?: number;
  readonly pendingTaps?: TransactionSettings['pendingTaps'];
  readonly showsPending?: TransactionSettings['showsPending'];
  /** Why the running code must not write; null: it may. Asked at the start of each transaction, and by knex. */
  readonly writeRefusal?: () => Error | null;
  /** Nothing is written, and no lock is taken. */
  readonly readOnly?: boolean;
  /** Reads with a control use the servers of `replicas`. */
  readonly usesReplicas?: boolean;
}

const loadKnex = (): typeof import('./shared-knex') => require('./shared-knex');

const MOST_SNAPSHOTS = 4;
const MOST_MOMENTS = 4;

export async function connectDatabase(
  config: DatabaseOptions,
  {
    log,
    events = createEvents(log),
    dir,
    slowQuery,
    pendingTaps,
    showsPending,
    writeRefusal: refusalOfHooks = () => null,
    readOnly = false,
    usesReplicas = false,
  }: ConnectOptions,
): Promise<Database> {
  const resolved = { ...resolveConfig(config), readOnly };
  const adapter = await createAdapter(resolved, dir, events);
  const replicas = usesReplicas ? await openReplicasOf(resolved, adapter, dir, events) : null;
  const writeRefusal = readOnly ? coreErrors.READ_ONLY : refusalOfHooks;
  let refusal: (() => Error) | null = null;
  const refused = (): Error | null => refusal?.() ?? null;
  const faults = createFaults(adapter.dialect, log, refused);
  const written = events.observation('database.written');
  const versions = new TableVersions((tables) => {
    if (written.isObserved) events.emit({ event: 'database.written', tables });
  });
  const transactions = createTransactions(adapter, faults, versions, {
    timeout: resolved.transactionTimeout,
    log,
    events,
    pendingTaps,
    showsPending,
    writeRefusal,
    refused,
  });
  logSlowWork(events, slowQuery, log);
  const timed = timedWork(events, 'database.read');
  let knex: Knex | null = null;
  let modelKnex: Knex | null = null;

  /** null inside a transaction too: its own rows may be rolled back. */
  const commitsOfOtherProcesses = (isArriving: boolean): string | null => {
    return transactions.running() ? null : adapter.commitsOfOtherProcesses(isArriving);
  };

  const readCommitted = <T>(steps: () => Steps<T>, options: ReadOptions = {}): Promise<T> | T => {
    const { slow = false, single = false, control = null } = options;
    return tracedRead(events.tracer, steps, (traced) =>
      faults.guard(() => {
        const read = (from: Adapter) => from.read(traced, { slow, single, control });
        // Code without a request decides by what it reads, so it reads where it writes.
        return replicas === null || control === null ? read(adapter) : replicas.read(read);
      }),
    );
  };

  const database: Database = {
    dialect: adapter.dialect,
    read(steps, options) {
      // Code inside a transaction reads the data of the transaction.
      const open = transactions.running();
      if (open) return open.tx.read(steps());
      return timed(
        () => readCommitted(steps, options),
        (milliseconds) =>
          events.emit({ event: 'database.read', milliseconds, statement: () => firstStatement(steps) }),
      );
    },
    snapshots: createSnapshots(adapter.snapshot, faults, {
      most: Math.min(MOST_SNAPSHOTS, Math.floor(resolved.pool.max / 2)),
      timeout: resolved.transactionTimeout,
      events,
    }),
    moments: createSnapshots(adapter.moment, faults, {
      most: Math.min(MOST_MOMENTS, Math.floor(resolved.pool.max / 2)),
      timeout: resolved.transactionTimeout,
      events,
    }),
    transaction: transactions.run,
    watched: transactions.watched,
    currentTransaction: () => transactions.running()?.tx,
    version(reads, isArriving = false) {
      const foreign = commitsOfOtherProcesses(isArriving);
      return foreign === null ? null : `${foreign}:${versions.ofReads(reads)}`;
    },
    writtenVersion(tables, isArriving) {
      if (transactions.running()) return null;
      const foreign = adapter.commitsOfOtherProcesses(isArriving);
      // SQLite always knows them, until it is closed.
      if (foreign === null && !adapter.dialect.isServer) return null;
      return `${foreign ?? ''}:${versions.ofTables(tables)}`;
    },
    wroteElsewhere: (tables) => versions.bumpElsewhere(tables),
    rowsAt(table, place, isArriving = false) {
      const foreign = commitsOfOtherProcesses(isArriving);
      if (foreign === null) return null;
      return {
        version: `${foreign}:${versions.ofRows(table)}`,
        moved: versions.moved(table, place),
        moment: versions.isCommitting(table) ? null : `${foreign}:${versions.of(table)}`,
      };
    },
    get knex(): Knex {
      knex ??= loadKnex().createSharedKnex(
        { adapter, transactions, versions, writeRefusal, events },
        'plain',
      );
      return knex;
    },
    get modelKnex(): Knex {
      modelKnex ??= loadKnex().createSharedKnex(
        { adapter, transactions, versions, writeRefusal, events },
        'models',
      );
      return modelKnex;
    },
    // A standby knows no LISTEN.
    ...(!readOnly && adapter.wakeUps && { wakeUps: adapter.wakeUps }),
    exclusively: readOnly ? (work) => work() : createStartLock(adapter, () => database),
    refuse(reason) {
      refusal = reason;
    },
    probe: () =>
      refused()
        ? Promise.reject(refused())
        : (readOnly ? probeRead(adapter) : adapter.probe()).catch((error) =>
            Promise.reject(faults.translate(error)),
          ),
    countStatements: createStatementTally(events),
    stats: () => ({
      ...transactions.counters,
      statements: adapter.counters.statements,
      slow: adapter.counters.slow,
      pool: adapter.pool(),
    }),
    get replicas() {
      return replicas?.health ?? [];
    },
    async close() {
      await replicas?.close();
      await adapter.close();
    },
  };
  return database;
}

async function probeRead(adapter: Adapter): Promise<void> {
  const statement = {
    name: 'probe',
    sql: "SELECT value FROM quire_meta WHERE name = ''",
    isBackground: true as const,
  };
  function* steps(): Steps<void> {
    yield [{ statement, params: [] }];
  }
  await adapter.read(steps, { slow: false, single: true, control: null });
}

async function openReplicasOf(
  config: ResolvedConfig,
  primary: Adapter,
  dir: string,
  events: Events,
): Promise<Replicas | null> {
  if (config.replicas.length === 0) return null;
  const {
    connectReplicas,
  }: typeof import('../replicas/connect-replicas') = require('../replicas/connect-replicas');
  try {
    return await connectReplicas(config, primary, events, (own) => createAdapter(own, dir, events));
  } catch (error) {
    await primary.close();
    throw error;
  }
}

async function createAdapter(config: ResolvedConfig, dir: string, events: Events): Promise<Adapter> {
  try {
    // Only the configured one is loaded: drivers take time to load.
    if (config.client === 'sqlite') {
      const { createSqliteAdapter }: typeof import('../adapters/sqlite') = require('../adapters/sqlite');
      const { filename: name } = config;
      return await createSqliteAdapter(name === ':memory:' ? name : path.resolve(dir, name), config, events);
    }
    if (config.client === 'mysql') {
      const { createMysqlAdapter }: typeof import('../adapters/mysql') = require('../adapters/mysql');
      return await createMysqlAdapter(config, dir, events);
    }
    const { createPostgresAdapter }: typeof import('../adapters/postgres') = require('../adapters/postgres');
    return await createPostgresAdapter(config, dir, events);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if (isDamage(error)) throw damageError(`${whereIs(config)}: ${reasonOf(error)}`);
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

function whereIs({ client, filename, socket, host, port, user, database }: ResolvedConfig): string {
  if (client === 'sqlite') return `sqlite, ${filename}`;
  return `${client}, ${user}@${socket ?? `${host}:${port}`}/${database}`;
}
