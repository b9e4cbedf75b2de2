// SQLite: one handle that writes, behind a FIFO mutex, and one that reads, synchronously. While another process writes, a timer
// repeats the attempt; the event loop is not blocked.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '../../kernel/errors/app-error';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import type { Events } from '../../kernel/observe/events';
import type { ResolvedConfig } from '../config-types';
import type { Row, Run, Steps } from '../database';
import { sqliteDialect } from '../dialects/sqlite';
import type { Adapter, SnapshotLease } from './adapter';
import { type Counters, createCounters } from './counters';
import { createLaneThreads, type LaneThread } from './lane-thread';
import { openLock, openReader, openWriter } from './open-sqlite';
import { RowBytes } from './row-bytes';
import { createSharedReads, endingBeforeCommits } from './shared-read-transaction';
import { createSlowLane } from './slow-lane';
import { createSlownessMemory } from './slowness';
import { createSqliteLeases } from './sqlite-leases';
import { createSqliteMoments } from './sqlite-moments';
import { createSqliteStatements } from './sqlite-statements';
import { whileBusy } from './while-busy';

/** Milliseconds. Shorter statements need not be ended. */
const LONG = 1_000;

export async function createSqliteAdapter(
  filename: string,
  config: ResolvedConfig,
  events: Events,
): Promise<Adapter> {
  const { file, remove } = locate(filename);
  const patience = Math.max(config.writeWait, 1_000);
  const writer = await whileBusy(patience, () => openWriter(file, config.durability));
  if (config.readOnly) writer.pragma('query_only = 1');
  const reader = await whileBusy(patience, () => openReader(file));
  const reading = createSqliteStatements(reader);
  const turn = createSharedReads(reader, reading.exec);
  const writing = endingBeforeCommits(turn, createSqliteStatements(writer));
  const dataVersion = writer.prepare('PRAGMA data_version').pluck();
  const foreignVersion = () => String(dataVersion.get());
  const threads = createLaneThreads(file, config.statementTimeout);
  const lane = config.slowLane === null ? null : createSlowLane(threads);
  const memory = createSlownessMemory(config.slowLane ?? Number.POSITIVE_INFINITY);
  const counters = createCounters(events);
  const moments = createSqliteMoments(file, counters);
  let open = true;
  const assertOpen = (): void => {
    if (!open) throw coreErrors.DATABASE_UNAVAILABLE(RETRY_AFTER.database);
  };
  const leases = createSqliteLeases(
    { handle: writer, statements: writing, counters, turn, assertOpen, events },
    config,
  );

  const runAll = (runs: readonly Run[], bytes: RowBytes | null): Row[][] => {
    counters.ranPlan(runs);
    return runs.map((run) => {
      const rows = reading.plan(run);
      bytes?.add(rows);
      return rows;
    });
  };

  /** The whole plan in one synchronous stretch, inside one read transaction. */
  function drive<T>(
    plan: Steps<T>,
    first: readonly Run[],
    needsTransaction: boolean,
    bytes: RowBytes | null,
  ): T {
    if (needsTransaction) reading.exec('BEGIN');
    try {
      let step = plan.next(runAll(first, bytes));
      while (!step.done) step = plan.next(runAll(step.value, bytes));
      return step.value;
    } catch (error) {
      bytes?.drop();
      throw error;
    } finally {
      if (needsTransaction) reading.exec('COMMIT');
    }
  }

  return {
    dialect: sqliteDialect,
    counters,
    read(steps, { slow, single, control }) {
      assertOpen();
      control?.hold(0);
      const plan = steps();
      const step = plan.next([]);
      if (step.done) return step.value;
      const statement = step.value[0]?.statement;
      if (lane && statement && (slow || memory.isSlow(statement))) {
        counters.slow += 1;
        const took = (milliseconds: number): void => memory.took(statement, milliseconds);
        return lane.drive(plan, step.value, {
          counters,
          control,
          isLong: memory.isSlow(statement, LONG),
          took,
        });
      }
      const started = performance.now();
      if (control?.isArriving) turn.join();
      else turn.end();
      const isAlone = single && step.value.length === 1;
      const bytes = control ? new RowBytes(control) : null;
      const result = drive(plan, step.value, !isAlone && !reader.inTransaction, bytes);
      if (statement) memory.took(statement, performance.now() - started);
      return result;
    },
    begin: leases.begin,
    lease: leases.lease,
    pool: leases.state,
    async snapshot() {
      assertOpen();
      return leaseThread(threads.start(), counters);
    },
    async moment() {
      assertOpen();
      return moments.take();
    },
    // null: nothing is cached, so the read itself refuses a closed database.
    commitsOfOtherProcesses(isArriving) {
      if (!open) return null;
      return isArriving ? turn.commitsOfOtherProcesses(foreignVersion) : foreignVersion();
    },
    knex: { client: 'better-sqlite3', useNullAsDefault: true },
    async probe() {
      assertOpen();
      reading.all('SELECT 1 FROM quire_meta LIMIT 1', []);
      // A write under way shows that the file can be written.
      const free = await leases.claim(0);
      try {
        if (free) writing.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (sqliteDialect.classify(error).kind !== 'retry') throw error;
      } finally {
        if (writer.inTransaction && free) writing.exec('ROLLBACK');
        free?.();
      }
    },
    lock: (patience) => takeLock(`${file}-lock`, patience),
    isLockOfNode: false,
    async close() {
      if (!open) return;
      const leave = await leases.claim(config.transactionTimeout);
      open = false;
      leave?.();
      await threads.close();
      moments.close();
      reader.close();
      writer.close();
      leases.abandon();
      remove();
    },
  };
}

/** A snapshot outlives many other reads: it has a thread of its own, which begins it with the first plan. */
function leaseThread(thread: LaneThread, counters: Counters): SnapshotLease {
  const controller = new AbortController();
  const control = { signal: controller.signal, hold: () => undefined };
  return {
    connection: {
      async plan(runs) {
        counters.ranPlan(runs);
        return (await thread.rowsOf(runs, control, false)).rows;
      },
    },
    cancel: () => controller.abort(coreErrors.REQUEST_CLOSED()),
    release: () => thread.close(),
  };
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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { file: filename, remove: () => {} };
}

/** The operating system ends the lock with its process. The file stays: deleting it would race with the next process. */
async function takeLock(file: string, patience: number): Promise<(() => Promise<void>) | null> {
  const handle = openLock(file);
  try {
    await whileBusy(patience, () => handle.exec('BEGIN EXCLUSIVE'));
    return async () => void handle.close();
  } catch (error) {
    handle.close();
    if (error instanceof AppError) return null;
    throw error;
  }
}
