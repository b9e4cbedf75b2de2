// Ticks of schedules, mistakes in them, and processes without jobs.
import { check, definePlugin } from '../../../core';
import { createTestApp } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { cronRule } from '../cron';
import { dueTicks } from '../schedules';
import type { JobDefinition } from '../types';
import { jobApp } from './job-app';

const HOUR = 3_600_000;

const ruleOf = (cron: string, timeZone = 'UTC') => {
  const rule = cronRule({ cron, timeZone });
  if (typeof rule === 'string') throw new Error(rule);
  return rule;
};

it('runs one job for each tick, with its time', async () => {
  const ticks: (Date | null)[] = [];
  const { app } = await jobApp({
    add: (jobs) =>
      jobs.add({
        name: 'shop.tick',
        schedule: { cron: '* * * * * *', payload: { n: 1 } },
        run: (payload, { tick }) => {
          expect(payload).toEqual({ n: 1 });
          ticks.push(tick);
        },
      }),
  });
  await until(() => ticks.length >= 2);
  await app.close();
  expect((ticks[1]?.getTime() ?? 0) - (ticks[0]?.getTime() ?? 0)).toBe(1000);
});

it('counts ticks in the time zone of the schedule', () => {
  const rule = ruleOf('0 3 * * *', 'Europe/Berlin');
  const summer = Date.parse('2026-06-30T22:00:00Z');
  expect(new Date(rule.next(summer) ?? 0).toISOString()).toBe('2026-07-01T01:00:00.000Z');
});

it.each([
  ['skip', 1],
  ['once', 2],
] as const)('%s: of ticks that no process saw, runs %i with the one of now', (missed, count) => {
  const rule = ruleOf('0 * * * *');
  const last = Date.parse('2026-01-01T00:00:00Z');
  const { ticks, until: done } = dueTicks({ rule, missed }, last, last + 5 * HOUR + 1_000);
  expect(ticks).toHaveLength(count);
  expect(done).toBe(last + 5 * HOUR);
});

const MISTAKES: readonly (readonly [part: Partial<JobDefinition>, message: string])[] = [
  [{ schedule: '61 * * * *' }, 'the cron expression "61 * * * *" is wrong: Invalid value for minute: 61'],
  [{ schedule: 'tomorrow' }, '"tomorrow" is not a cron expression of five or six parts'],
  [{ schedule: '0 0 30 2 *' }, 'the cron expression "0 0 30 2 *" has no tick'],
  [{ schedule: { cron: '0 3 * * *', timeZone: 'Mars/Base' } }, 'the time zone "Mars/Base" is unknown'],
  [
    {
      payload: check.object({ n: check.integer() }) as never,
      schedule: { cron: '* * * * *', payload: { n: 'x' } },
    },
    'schedule.payload.n',
  ],
  [
    { payload: check.object({ n: check.integer() }) as never, schedule: '* * * * *' },
    'change it, or change the check `payload` of the job',
  ],
  [{ name: 'Shop Mail' }, 'its name needs lower-case letters'],
  [{ concurrency: 0 }, 'concurrency'],
  [{ retries: -1 }, 'retries'],
];

it.each(MISTAKES)('refuses %j at startup', async (part, message) => {
  const shop = definePlugin({
    name: 'shop' as string,
    dependencies: ['jobs'],
    register: (app) => app.jobs.add({ name: 'shop.mail', run: () => undefined, ...part }),
  });
  const starting = createTestApp({ plugins: [shop], config: { plugins: { jobs: true } }, listen: false });
  await expect(starting).rejects.toThrow(message);
});

it('leaves jobs to other processes with server.jobs = false, and the doctor names lost ones', async () => {
  const { app, jobs } = await jobApp({
    server: { jobs: false },
    add: (added) => added.add({ name: 'shop.mail', run: () => undefined }),
  });
  const id = await jobs.enqueue('shop.mail');
  await app.kernel.database.transaction((tx) =>
    tx.run("UPDATE jobs SET due = 1, name = 'shop.gone' WHERE id = ?", [id]),
  );
  const check = app.kernel.doctor.get('jobs');
  const findings: string[] = [];
  await app.kernel.database.transaction(async (tx) => {
    const { schema, database } = app.kernel;
    const context = { schema, dialect: database.dialect, all: tx.all };
    for await (const { message } of check?.run?.(context) ?? []) findings.push(message);
  });
  expect(findings).toEqual([expect.stringContaining('1 waiting, and no plugin adds this job')]);
  await app.close();
});
