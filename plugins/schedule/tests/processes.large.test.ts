// Two processes on one database: each change runs once, also where a job runs changes of others.
import { defineErrors, definePlugin } from '../../../core';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, LATER, POST, scheduleApp, soon } from './schedule-app';

const faults = defineErrors('shop', {
  SHOP_FAULT: { status: 500, name: 'ApplicationError', message: () => 'not a refusal' },
});
const COUNT = 60;
/** Of these, so many are unpublished at the same time. */
const BOTH = 20;

for (const database of testDatabases())
  it(`runs each change once with two processes, on ${database}`, async () => {
    const published: string[] = [];
    const early: string[] = [];
    let at = '';
    const failed = new Set<number>();
    let faulty: string | null = null;
    /** Of both processes. */
    const counter = definePlugin({
      name: 'counter' as string,
      dependencies: ['jobs'],
      register(app) {
        (app.hooks as Any).jobs.ended(({ id, outcome }: Any) => {
          if (outcome === 'failed') failed.add(id);
        });
        app.hooks.documents.written(({ operation, documentId }) => {
          if (operation === 'publish' && documentId === faulty) throw faults.SHOP_FAULT();
        });
        app.hooks.documents.committed(({ operation, documentId }) => {
          if (operation !== 'publish') return;
          published.push(documentId);
          if (Date.now() < Date.parse(at)) early.push(documentId);
        });
      },
    });
    const { app, draft } = await scheduleApp(database, {}, [counter]);
    try {
      await app.startSecond();
      const posts = app.documents(POST) as Any;
      const plan = (documentId: string, action: string) =>
        posts.schedule({ documentId, data: { action, at: LATER } });
      const ids: string[] = [];
      for (let n = 0; n < COUNT; n += 1) ids.push(await draft(`post ${n}`));
      [faulty = null] = ids;
      for (const documentId of ids) await plan(documentId, 'publish');
      // Two changes of one document run in their order.
      const both = ids.slice(-BOTH);
      for (const documentId of both) await plan(documentId, 'unpublish');
      at = soon(2_000);
      const { database: handle } = app.kernel;
      await handle.transaction(async (tx) => {
        await tx.run('UPDATE schedule_plans SET at = ?', [Date.parse(at)]);
        await tx.run("UPDATE jobs SET due = ? WHERE name = 'schedule.run'", [Date.parse(at)]);
      });
      const waiting = async (): Promise<number> => {
        const text = "SELECT id FROM jobs WHERE name = 'schedule.run'";
        return (await handle.transaction((tx) => tx.all(text))).length;
      };
      // A change that meets a fault holds up no other one.
      await until(async () => published.length === COUNT - 1 && failed.size === 1 && (await waiting()) === 1);
      faulty = null;
      // The hook runs after the commit that removed the job.
      await until(async () => published.length >= COUNT && (await waiting()) === 0);
      expect([...published].sort()).toEqual([...ids].sort());
      expect(early).toEqual([]);
      expect(failed.size).toBe(1);
      expect(await posts.count({ status: 'published' })).toBe(COUNT - BOTH);
      expect(await posts.count({ status: 'published', filters: { documentId: { $in: both } } })).toBe(0);
    } finally {
      await app.close();
    }
  });
