// SQLite: one handle that writes, behind a FIFO mutex, and one that only reads, synchronously. Nothing here blocks the event
// loop to wait: a database that another process is writing to is asked again by a timer.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { coreErrors } from '../../errors/core-errors';
import type { ResolvedConfig } from '../config-types';
import type { Row, Run, Steps } from '../database';
import { sqliteDialect } from '../dialects/sqlite';
import { createSlowLane } from '../slow-lane';
import { createSlownessMemory } from '../slowness';
import type { Adapter, Connection, Lease } from './adapter';
import { createFifo } from './fifo';
import { type Handle, openReader, openWriter } from './open-sqlite';
import { pause } from './pause';
import { createSqliteStatements } from './sqlite-statements';

const RETRY_AFTER = 1;

export async function createSqliteAdapter(filename: string, config: ResolvedConfig): Promise<Adapter> {
  const { file, remove } = locate(filename);
  const patience = Math.max(config.writeWait, 1_000);
  const writer = await whileBusy(patience, () => openWriter(file, config.durability));
  const reader = await whileBusy(patience, () => openReader(file));
  const writing = createSqliteStatements(writer);
  const reading = createSqliteStatements(reader);
  const dataVersion = writer.prepare('PRAGMA data_version').pluck();
  const mutex = createFifo();
  const lane = config.slowLane === null ? null : createSlowLane(file, config.statementTimeout);
  const memory = createSlownessMemory(config.slowLane ?? Number.POSITIVE_INFINITY);
  const counters = { statements: 0, slow: 0 };
  let open = true;

  const runAll = (runs: readonly Run[]): Row[][] => {
    counters.statements += runs.length;
    return runs.map(reading.plan);
  };

  /** The whole plan in one synchronous stretch, inside one read transaction. */
  function drive<T>(plan: Steps<T>, first: readonly Run[], single: boolean): T {
    const alone = single && first.length === 1;
    if (!alone) reading.exec('BEGIN');
    try {
      let step = plan.next(runAll(first));
      while (!step.done) step = plan.next(runAll(step.value));
      return step.value;
    } finally {
      if (!alone) reading.exec('COMMIT');
    }
  }

  async function lease(begin: boolean): Promise<Lease> {
    const leave = await mutex.enter(config.poolWait, () => coreErrors.SERVER_BUSY(RETRY_AFTER));
    try {
      assertOpen();
      if (begin) await whileBusy(config.writeWait, () => writing.exec('BEGIN IMMEDIATE'));
    } catch (error) {
      leave();
      throw error;
    }
    const connection = createConnection(writer, writing, counters);
    return {
      connection,
      release() {
        // Whoever was given up on must not leave its transaction to the next one.
        if (open && writer.inTransaction) writing.exec('ROLLBACK');
        leave();
      },
    };
  }

  function assertOpen(): void {
    if (!open) throw coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER);
  }

  return {
    dialect: sqliteDialect,
    counters,
    read(steps, { slow, single }) {
      assertOpen();
      const plan = steps();
      const step = plan.next([]);
      if (step.done) return step.value;
      const statement = step.value[0]?.statement;
      if (lane && statement && (slow || memory.isSlow(statement))) {
        counters.slow += 1;
        return lane.drive(plan, step.value, counters, (milliseconds) => memory.took(statement, milliseconds));
      }
      const started = performance.now();
      const result = drive(plan, step.value, single);
      if (statement) memory.took(statement, performance.now() - started);
      return result;
    },
    begin: () => lease(true),
    lease: () => lease(false),
    foreignChanges: () => String(dataVersion.get()),
    createKnex: createSqliteKnex,
    async ping() {
      assertOpen();
      reading.all('SELECT 1', []);
    },
    async close() {
      if (!open) return;
      const leave = await mutex
        .enter(config.transactionTimeout, () => coreErrors.SERVER_BUSY(RETRY_AFTER))
        .catch(() => null);
      open = false;
      leave?.();
      await lane?.close();
      reader.close();
      writer.close();
      remove();
    },
  };
}

function createConnection(
  writer: Handle,
  statements: ReturnType<typeof createSqliteStatements>,
  counters: { statements: number },
): Connection {
  const counted = (): void => {
    counters.statements += 1;
  };
  return {
    driver: writer,
    async all(text, params) {
      counted();
      return statements.all(text, params);
    },
    async run(text, params) {
      counted();
      return statements.run(text, params);
    },
    plan(runs) {
      counters.statements += runs.length;
      return runs.map(statements.plan);
    },
    async exec(text) {
      statements.exec(text);
    },
  };
}

/** Repeats what another process hinders, without blocking the loop, until `patience` milliseconds have passed. */
async function whileBusy<T>(patience: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + patience;
  for (let wait = 1; ; wait = Math.min(wait * 2, 20)) {
    try {
      return attempt();
    } catch (error) {
      if (sqliteDialect.classify(error).kind !== 'retry') throw error;
      if (performance.now() >= deadline) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
    }
    await pause(wait);
  }
}

function locate(filename: string): { file: string; remove(): void } {
  if (filename === ':memory:' || filename === '') {
    const folder = mkdtempSync(path.join(tmpdir(), 'quire-'));
    return {
      file: path.join(folder, 'memory.db'),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const folder = path.dirname(filename);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return { file: filename, remove: () => {} };
}

function createSqliteKnex(): Knex {
  const { knex }: typeof import('knex') = require('knex');
  return knex({ client: 'better-sqlite3', useNullAsDefault: true });
}
