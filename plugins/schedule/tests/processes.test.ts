// Two processes on one database: each change runs once.
import { definePlugin } from '../../../core';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, LATER, POST, scheduleApp, soon } from './schedule-app';

const COUNT = 30;

for (const database of testDatabases())
  it(`publishes each document once with two processes, on ${database}`, async () => {
    const published: string[] = [];
    const early: string[] = [];
    let at = '';
    /** Of both processes. */
    const counter = definePlugin({
      name: 'counter' as string,
      register(app) {
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
      const ids: string[] = [];
      for (let n = 0; n < COUNT; n += 1) ids.push(await draft(`post ${n}`));
      for (const documentId of ids)
        await (app.documents(POST) as Any).schedule({ documentId, data: { action: 'publish', at: LATER } });
      at = soon(2_000);
      await app.kernel.database.transaction((tx) =>
        tx.run("UPDATE jobs SET due = ? WHERE name = 'schedule.run'", [Date.parse(at)]),
      );
      await until(() => published.length >= COUNT);
      const waiting = () =>
        app.kernel.database.transaction((tx) => tx.all("SELECT id FROM jobs WHERE name = 'schedule.run'"));
      await until(async () => (await waiting()).length === 0);
      expect([...published].sort()).toEqual([...ids].sort());
      expect(early).toEqual([]);
    } finally {
      await app.close();
    }
  });
