// Kills processes while they run jobs. Each job must run, jobs of one key in their order, and each tick of a schedule once.
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { JOBS as JOBS_TOKEN } from '../../plugins/jobs';
import { JOBS, TICK, TICKING, WORK } from './job-work';
import { startWorker, type Worker } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';

const PROCESSES = { sqlite: 2, mysql: 3, postgres: 3 } as const;
const KEYS = 100;
const BATCH = 500;
/** Milliseconds between two kills: of a long run, and of a short one. */
const PAUSES = { long: 5_000, short: 2_000 } as const;
const LONG = 10_000;
/** Milliseconds without a finished job after which the run has failed. */
const STALL = 60_000;

interface Run {
  readonly key: string;
  readonly at: bigint;
}

/** Jobs that one process runs at once. */
const AT_ONCE = 4;

export const jobs: Scenario = {
  name: 'jobs',
  summary: 'processes killed while they run jobs lose no job, and no tick of a schedule runs twice',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, operations, seconds, note }) =>
    withApplication(JOBS, client, async ({ kernel, dir, database }) => {
      await kernel.start();
      await enqueueAll(kernel, operations);
      const runs = new Map<number, Run[]>();
      const start = (): Worker =>
        startWorker(([word, n = '', key = '', at = '0']) => {
          if (word === 'ran') runs.set(Number(n), [...(runs.get(Number(n)) ?? []), { key, at: BigInt(at) }]);
        });
      const task = { kind: 'jobs', dir, database, loops: 0, milliseconds: 0 } as const;
      const workers = Array.from({ length: PROCESSES[client] }, start);
      let spare = start();
      let kills = 0;
      let left: Left = { jobs: 0, lastTick: 0 };
      const faults: string[] = [];
      try {
        await Promise.all(workers.map((worker) => worker.begin(task)));
        const pause = operations >= LONG ? PAUSES.long : PAUSES.short;
        const began = performance.now();
        let [done, moved] = [0, began];
        while (runs.size < operations || performance.now() - began < seconds * 1000) {
          await new Promise((resolve) => setTimeout(resolve, pause));
          if (runs.size > done) [done, moved] = [runs.size, performance.now()];
          if (performance.now() - moved > STALL && done < operations) break;
          const victim = workers.shift();
          const next = spare;
          spare = start();
          // The next process runs before the other one is killed: some process is there at each tick.
          await next.begin(task);
          workers.push(next);
          await victim?.kill();
          kills += 1;
          if (kills % 5 === 0) note(`${kills} kills, ${runs.size} jobs`);
        }
        left = await untilEmpty(kernel, await lastTick(kernel));
      } finally {
        await Promise.allSettled([...workers, spare].map((worker) => worker.kill()));
      }
      const twice = [...runs.values()].filter((list) => list.length > 1).length;
      if (left.jobs > 0) faults.push(`${left.jobs} jobs did not end`);
      if (runs.size < operations) faults.push(`${operations - runs.size} jobs did not run`);
      // A killed process may have run its jobs without a word of their end.
      if (twice > Math.max(operations / 100, kills * AT_ONCE))
        faults.push(`${twice} of ${operations} jobs ran twice`);
      faults.push(...wrongOrders(runs));
      const ticks = await ticksOf(kernel, left.lastTick);
      faults.push(...ticks.faults, ...(await examine(kernel)));
      const share = ((twice / operations) * 100).toFixed(2);
      return {
        summary: `${kills} kills, ${runs.size} jobs, ${twice} twice (${share} %), ${ticks.count} ticks`,
        faults,
      };
    }),
};

async function enqueueAll(kernel: Kernel, count: number): Promise<void> {
  const { enqueue } = kernel.container.resolve(JOBS_TOKEN);
  for (let from = 0; from < count; from += BATCH)
    await kernel.database.transaction(async () => {
      for (let n = from; n < Math.min(from + BATCH, count); n += 1)
        await enqueue(WORK, { n }, n % 2 === 0 ? { key: `key-${n % KEYS}` } : {});
    });
}

interface Left {
  readonly jobs: number;
  /** All ticks up to this one have their job. */
  readonly lastTick: number;
}

async function lastTick(kernel: Kernel): Promise<number> {
  const [[last] = []] = await kernel.database.transaction((tx) =>
    tx.all('SELECT last FROM job_schedules WHERE name = ?', [TICKING]),
  );
  return Number(last);
}

/** Jobs whose process was killed run again after their lease. Waits for all jobs, and for those of the ticks up to the last one. */
async function untilEmpty(kernel: Kernel, last: number): Promise<Left> {
  let [least, moved] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    const [[count] = []] = await kernel.database.transaction((tx) =>
      tx.all("SELECT COUNT(*) FROM jobs WHERE state <> 'dead' AND (name = ? OR (name = ? AND tick <= ?))", [
        WORK,
        TICKING,
        last,
      ]),
    );
    const left = Number(count);
    if (left < least) [least, moved] = [left, performance.now()];
    if (left === 0 || performance.now() - moved > STALL) return { jobs: left, lastTick: last };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The jobs of a key were enqueued by their numbers. A repetition of the last one is no wrong order. */
function wrongOrders(runs: ReadonlyMap<number, readonly Run[]>): string[] {
  const byKey = new Map<string, { readonly n: number; readonly at: bigint }[]>();
  for (const [n, list] of runs)
    for (const { key, at } of list) if (key !== '-') byKey.set(key, [...(byKey.get(key) ?? []), { n, at }]);
  return [...byKey].flatMap(([key, list]) => {
    const order = list.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ n }) => n);
    const at = order.findIndex((n, index) => n < (order[index - 1] ?? n));
    return at < 0 ? [] : [`the key ${key}: job ${order[at]} ran after job ${order[at - 1]}`];
  });
}

/** Each second between the first tick and the last one has one row. */
async function ticksOf(
  kernel: Kernel,
  last: number,
): Promise<{ readonly count: number; readonly faults: readonly string[] }> {
  const counts = new Map<number, number>();
  for (const { at } of await kernel.documents(TICK).findMany({ pagination: { limit: -1 } })) {
    const time = Date.parse(String(at));
    counts.set(time, (counts.get(time) ?? 0) + 1);
  }
  const times = [...counts.keys()].sort((a, b) => a - b);
  const [first = 0] = times;
  const faults = [...counts]
    .filter(([, count]) => count > 1)
    .map(([time, count]) => `the tick ${time} ran ${count} times`);
  const missing = (last - first) / 1000 + 1 - times.filter((time) => time <= last).length;
  if (missing > 0) faults.push(`${missing} ticks are missing`);
  if (times.length < 2) faults.push('fewer than two ticks ran: the run proves little');
  return { count: times.length, faults };
}
