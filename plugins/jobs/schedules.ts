// The ticks of schedules. The table has the last tick of each schedule. A process moves it by compare and set, and adds the job of the
// tick in the same transaction. So each tick adds one job over all processes.
import { AsyncResource } from 'node:async_hooks';
import type { App } from '../../core';
import { createAlarm } from './alarm';
import type { ScheduledJob } from './definitions';
import { insertJob } from './enqueue';
import type { JobRows } from './job-rows';

export interface Ticker {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A tick that is later than this is missed. */
const TOLERANCE = 30_000;
const LONGEST_WAIT = 60_000;

export interface TickerParts {
  readonly app: App;
  readonly rows: JobRows;
  readonly schedules: () => readonly ScheduledJob[];
  /** A job was added. */
  added(): void;
}

export function createTicker({ app, rows, schedules, added }: TickerParts): Ticker {
  const scope = new AsyncResource('quire.jobs.ticks');
  const stored = app.model({
    table: 'job_schedules',
    columns: {
      name: { kind: 'string', length: 120, notNull: true },
      /** The expression: after a change, no earlier tick counts. */
      rule: { kind: 'string', length: 255, notNull: true },
      last: { kind: 'integer', notNull: true },
    },
    primaryKey: ['name'],
  });
  let isStopping = false;
  let hasFailed = false;
  const alarm = createAlarm();
  let looping: Promise<void> = Promise.resolve();

  async function databaseTime(): Promise<number> {
    const { modelKnex, dialect } = app.database;
    const [row] = await modelKnex.select<{ now: number | string }[]>(modelKnex.raw(`${dialect.now} AS now`));
    return Number(row?.now);
  }

  /** The time of the row; null: this process has just made it. */
  async function lastTick({ name, rule }: ScheduledJob, now: number): Promise<number | null> {
    const row = await stored.query().findById(name);
    if (row?.rule === rule.text) return row.last;
    if (row)
      await stored
        .query()
        .where({ name, rule: row.rule, last: row.last })
        .patch({ rule: rule.text, last: now });
    else
      await stored
        .query()
        .insert({ name, rule: rule.text, last: now })
        .catch((error: unknown) => {
          // Another process inserted it at the same time.
          if (app.database.dialect.classify(error).kind !== 'duplicate') throw error;
        });
    return null;
  }

  /** Adds the jobs of the ticks that are due; returns the time of the next tick. */
  async function look(schedule: ScheduledJob, now: number): Promise<number | null> {
    const { name, rule, payload } = schedule;
    const last = await lastTick(schedule, now);
    if (last === null) return rule.next(now);
    const { ticks, until } = dueTicks(schedule, last, now);
    if (until === last) return rule.next(last);
    const isOurs = await app.database.transaction(async (tx) => {
      const changed = await stored.query().where({ name, rule: rule.text, last }).patch({ last: until });
      if (changed !== 1) return false;
      for (const tick of ticks) {
        const job = {
          name,
          payload: JSON.stringify(payload),
          due: null,
          key: `schedule ${name}`,
          dedupe: null,
          tick,
        };
        await insertJob(app, rows.model, job, tx);
      }
      return true;
    });
    if (isOurs && ticks.length > 0) added();
    return rule.next(until);
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      let wait = LONGEST_WAIT;
      try {
        for (const schedule of schedules()) {
          const now = await databaseTime();
          const next = await look(schedule, now);
          if (next !== null) wait = Math.min(wait, next - now);
        }
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !isStopping)
          app.log.warn('schedules cannot be read now; the runner tries again', { error });
        hasFailed = true;
        wait = 1_000;
      }
      await alarm.wait(wait);
    }
  }

  return {
    async start() {
      if (schedules().length > 0) looping = scope.runInAsyncScope(loop);
    },
    async stop() {
      isStopping = true;
      alarm.ring();
      await looping;
    },
  };
}

/** `until`: the tick up to which all are done. */
export function dueTicks(
  { rule, missed }: Pick<ScheduledJob, 'rule' | 'missed'>,
  last: number,
  now: number,
): { readonly ticks: readonly number[]; readonly until: number } {
  const ticks: number[] = [];
  const late = now - TOLERANCE;
  let until = last;
  const first = rule.next(last);
  if (first !== null && first < late) {
    const before = rule.previous(late) ?? first;
    until = Math.max(before, first);
    if (missed === 'once') ticks.push(until);
  }
  for (let next = rule.next(until); next !== null && next <= now; next = rule.next(until)) {
    ticks.push(next);
    until = next;
  }
  return { ticks, until };
}
