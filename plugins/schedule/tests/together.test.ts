// One job runs changes of several operations: in the order of their times, and all of them or none.
import { definePlugin } from '../../../core';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, LATER, POST, scheduleApp } from './schedule-app';

for (const database of testDatabases())
  it(`runs two groups in one run, also after a deadlock in the second, on ${database}`, async () => {
    let begun: number[] = [];
    let attempts = 0;
    let loses: string | null = null;
    let published: string[] = [];
    const spy = definePlugin({
      name: 'spy' as string,
      dependencies: ['jobs'],
      register(app) {
        (app.hooks as Any).jobs.ended(({ id }: Any) => begun.push(id));
        app.hooks.documents.committed(({ operation, documentId }) => {
          if (operation === 'publish') published.push(documentId);
        });
        app.hooks.documents.written(async ({ operation, documentId }, { tx }) => {
          if (operation !== 'unpublish' || documentId !== loses) return;
          attempts += 1;
          if (attempts > 1) return;
          // As MariaDB does after a deadlock: the whole transaction is rolled back, and its savepoints are gone.
          await tx.run('ROLLBACK');
          const { name } = app.database.dialect;
          const code = { sqlite: 'SQLITE_BUSY', postgres: '40P01' }[name as string];
          throw Object.assign(new Error('deadlock'), code === undefined ? { errno: 1213 } : { code });
        });
      },
    });
    const jobs = { enabled: true, config: { poll: 20, concurrency: 1 } };
    const { app, ask } = await scheduleApp(database, { jobs }, [spy]);
    const posts = app.documents(POST) as Any;
    const create = async (code: string, status: string): Promise<string> =>
      (await posts.create({ data: { title: code, code }, status })).documentId;
    try {
      for (const deadlocks of [false, true]) {
        const own = `x${deadlocks}`;
        // The published row of `second` has the code that `third` needs.
        const first = await create(`first ${deadlocks}`, 'draft');
        const second = await create(own, 'published');
        await posts.update({ documentId: second, data: { code: `other ${deadlocks}` }, status: 'draft' });
        const third = await create(own, 'draft');
        const changes: number[] = [];
        for (const [documentId, action] of [
          [first, 'publish'],
          [second, 'unpublish'],
          [third, 'publish'],
        ])
          changes.push((await posts.schedule({ documentId, data: { action, at: LATER } })).id);
        [begun, attempts, published, loses] = [[], 0, [], deadlocks ? second : null];
        const { database: handle } = app.kernel;
        const jobsOf = await handle.transaction(async (tx) => {
          const found: number[] = [];
          for (const [index, change] of changes.entries()) {
            const text =
              'SELECT id, job FROM schedule_plans WHERE id = (SELECT plan FROM schedule_changes WHERE id = ?)';
            const [[plan, job] = []] = await tx.all(text, [change]);
            await tx.run('UPDATE schedule_plans SET at = ? WHERE id = ?', [index + 1, plan]);
            // With one key, the first job is the one that begins.
            await tx.run('UPDATE jobs SET due = ?, order_key = ? WHERE id = ?', [index + 1, own, job]);
            found.push(Number(job));
          }
          return found;
        });
        await until(async () => begun.length > 0);
        const states = [];
        for (const id of changes) states.push((await ask('GET', `/schedule/changes/${id}`, 200)).data.state);
        expect(states).toEqual(['done', 'done', 'done']);
        expect(begun).toEqual(jobsOf.slice(0, 1));
        expect(attempts).toBe(deadlocks ? 2 : 0);
        expect(published).toEqual([first, third]);
        const shown = await posts.findMany({
          status: 'published',
          filters: { documentId: { $in: [first, second, third] } },
          sort: 'id',
        });
        expect(shown.map(({ documentId }: Any) => documentId)).toEqual([first, third]);
      }
    } finally {
      await app.close();
    }
  });
