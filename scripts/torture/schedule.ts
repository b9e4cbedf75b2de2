// Kills processes while they publish documents that are all scheduled for one second. Each must be published once, and none early.
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { startWorker, type Worker } from './processes';
import type { Scenario } from './scenario';
import { PAGE, PUBLICATIONS, SCHEDULE } from './schedule-work';
import { withApplication } from './test-application';

const PROCESSES = 2;
/** The publications take a few seconds. More processes would only wait for their start. */
const MOST_KILLS = 10;
/** Milliseconds between two kills. */
const PAUSE = 300;
/** Milliseconds without a further publication after which the run has failed. */
const STALL = 60_000;
const BATCH = 100;

export const schedule: Scenario = {
  name: 'schedule',
  summary: 'processes killed while scheduled documents are due publish each of them once, and none early',
  on: ['sqlite', 'mysql', 'postgres'],
  run: ({ client, kills: most, operations, note }) =>
    withApplication(SCHEDULE, client, async ({ kernel, dir, database }) => {
      await kernel.start();
      const ids = await drafts(kernel, operations);
      const task = { kind: 'schedule', dir, database, loops: 0, milliseconds: 0 } as const;
      const start = async (): Promise<Worker> => {
        const worker = startWorker();
        await worker.begin(task);
        return worker;
      };
      const workers = await Promise.all(Array.from({ length: PROCESSES }, start));
      const spares = await Promise.all(Array.from({ length: Math.min(most, MOST_KILLS) }, start));
      const due = await scheduled(kernel, ids);
      note(`${operations} documents are due at ${new Date(due).toISOString()}`);
      let kills = 0;
      try {
        await until(() => Date.now() >= due);
        let [done, moved] = [0, Date.now()];
        while (done < operations && Date.now() - moved < STALL) {
          await pause(PAUSE);
          const now = (await published(kernel)).length;
          if (now > done) [done, moved] = [now, Date.now()];
          const spare = done < operations ? spares.shift() : undefined;
          if (spare === undefined) continue;
          workers.push(spare);
          await workers.shift()?.kill();
          kills += 1;
        }
      } finally {
        await Promise.allSettled([...workers, ...spares].map((worker) => worker.kill()));
      }
      const late = await lateness(kernel, due);
      const faults = [...(await wrongCounts(kernel, ids)), ...(await examine(kernel))];
      if (late.some((milliseconds) => milliseconds < 0)) faults.push(`a document was published early`);
      const at = (share: number): number =>
        late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0;
      return {
        summary: `${kills} kills, ${late.length} documents; milliseconds late: p50 ${at(0.5)}, p99 ${at(0.99)}, last ${at(1)}`,
        faults,
      };
    }),
};

async function drafts(kernel: Kernel, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { documentId } = await kernel.documents(PAGE).create({ data: { title: `page ${n}` } });
    ids.push(documentId);
  }
  return ids;
}

/**
 * Returns the time, after all changes are stored. They get a far time first, and then the time of the run: so the run knows how long this
 * takes on this machine.
 */
async function scheduled(kernel: Kernel, ids: readonly string[]): Promise<number> {
  const changes = new Map<string, number>();
  const setAll = async (at: number): Promise<number> => {
    const began = Date.now();
    for (let from = 0; from < ids.length; from += BATCH)
      await kernel.documents.transaction(async () => {
        for (const documentId of ids.slice(from, from + BATCH)) {
          const known = changes.get(documentId);
          const data = {
            ...(known === undefined ? { action: 'publish' as const } : { id: known }),
            at: new Date(at).toISOString(),
          };
          const change = await kernel.documents(PAGE).schedule({ documentId, data });
          changes.set(documentId, Number(change?.id));
        }
      });
    return Date.now() - began;
  };
  const took = await setAll(Date.now() + FAR);
  const due = Math.ceil((Date.now() + 3_000 + 2 * took) / 1000) * 1000;
  await setAll(due);
  if (Date.now() < due) return due;
  throw new Error('documents were due before all were scheduled: the machine became much slower');
}

const FAR = 3_600_000;

/** The page of each publication. */
const published = (kernel: Kernel): Promise<string[]> =>
  kernel.database.transaction(async (tx) =>
    (await tx.all(`SELECT page FROM ${PUBLICATIONS}`)).map(([page]) => String(page)),
  );

async function wrongCounts(kernel: Kernel, ids: readonly string[]): Promise<string[]> {
  const counts = new Map<string, number>(ids.map((id) => [id, 0]));
  for (const page of await published(kernel)) counts.set(page, (counts.get(page) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count !== 1)
    .map(([id, count]) => `${id} was published ${count} times`);
}

/** Milliseconds after the time, in order. */
async function lateness(kernel: Kernel, due: number): Promise<number[]> {
  const pages = await kernel
    .documents(PAGE)
    .findMany({ status: 'published', fields: ['publishedAt'], pagination: { limit: -1 } });
  return pages.map(({ publishedAt }) => Date.parse(String(publishedAt)) - due).sort((a, b) => a - b);
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}
