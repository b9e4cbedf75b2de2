// Releases: several changes in one transaction, all or nothing.
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, LATER, POST, type ScheduleApp, scheduleApp } from './schedule-app';

for (const database of testDatabases())
  describe(`releases on ${database}`, () => {
    let made: ScheduleApp | undefined;
    const opened = (): ScheduleApp => made as ScheduleApp;
    const ask: ScheduleApp['ask'] = (...args) => opened().ask(...args);
    const release = async (more: object = {}): Promise<number> =>
      (await ask('POST', '/schedule/releases', 201, { name: 'Spring', ...more })).data.id;
    const add = (id: string, into: number, status = 200, action = 'publish') =>
      ask('POST', `/posts/${id}/actions/schedule`, status, { data: { action, release: into } });
    const read = async (id: number): Promise<Any> => (await ask('GET', `/schedule/releases/${id}`, 200)).data;
    const time = (id: number, at: string | null, status = 200) =>
      ask('PUT', `/schedule/releases/${id}`, status, { at });

    beforeAll(async () => {
      made = await scheduleApp(database, { schedule: { enabled: true, config: { changes: 3 } } });
    });
    afterAll(() => opened().app.close());

    it('runs all changes at one moment', async () => {
      const [first, second, old] = await Promise.all(['a', 'b', 'old'].map((title) => opened().draft(title)));
      await (opened().app.documents(POST) as Any).publish({ documentId: old });
      const id = await release();
      expect(await read(id)).toMatchObject({ state: 'open', at: null, changes: [] });
      await add(first as string, id);
      await add(second as string, id);
      await add(old as string, id, 200, 'unpublish');
      await time(id, LATER);
      await opened().due({ release: id });
      await until(async () => (await read(id)).state === 'done');
      expect((await opened().titles()).sort()).toEqual(['a', 'b']);
      const documents = await opened()
        .app.documents(POST)
        .findMany({ status: 'published' } as Any);
      expect(new Set(documents.map(({ publishedAt }) => String(publishedAt).slice(0, 16))).size).toBe(1);
    });

    it('changes nothing if one change fails, and lists everything that prevents it', async () => {
      const [good, bad, gone] = [
        await opened().draft('good'),
        await opened().draft(null),
        await opened().draft('x'),
      ];
      const id = await release();
      for (const each of [good, bad, gone]) await add(each, id);
      await opened().app.documents(POST).delete({ documentId: gone });
      const checked = (await ask('POST', `/schedule/releases/${id}/actions/check`, 200)).data;
      expect(checked).toMatchObject({ ok: false, problems: [{ documentId: bad }, { documentId: gone }] });
      expect(await opened().titles()).not.toContain('good');
      await time(id, LATER);
      await opened().due({ release: id });
      await until(async () => (await read(id)).state === 'failed');
      const { problems } = await read(id);
      expect(problems.map((each: Any) => [each.documentId, each.status])).toEqual([
        [bad, 400],
        [gone, 404],
      ]);
      expect(await opened().titles()).not.toContain('good');
    });

    it('a release that has failed can be mended and run again, now', async () => {
      const [good, bad] = [await opened().draft('mended'), await opened().draft(null)];
      const id = await release();
      for (const each of [good, bad]) await add(each, id);
      const run = (status: number) => ask('POST', `/schedule/releases/${id}/actions/run`, status);
      await run(200);
      await until(async () => (await read(id)).state === 'failed');
      const { changes } = await read(id);
      const { id: wrong } = changes.find(({ documentId }: Any) => documentId === bad);
      await ask('DELETE', `/schedule/changes/${wrong}`, 200);
      expect((await time(id, null)).data).toMatchObject({ state: 'open', problems: null });
      expect((await run(200)).data).toMatchObject({ at: expect.any(String), problems: null });
      await until(async () => (await read(id)).state === 'done');
      expect(await opened().titles()).toContain('mended');
      await run(409);
      await ask('PUT', `/schedule/releases/${id}`, 409, { name: 'Other' });
    });

    it('lists releases with their numbers of changes', async () => {
      const [many, none] = [await release({ name: 'Many' }), await release({ name: 'None' })];
      for (const title of ['first', 'second']) await add(await opened().draft(title), many);
      const { data } = await ask('GET', '/schedule/releases?pageSize=2', 200);
      expect(data.map((each: Any) => [each.id, each.changeCount, each.changes])).toEqual([
        [none, 0, undefined],
        [many, 2, undefined],
      ]);
      expect(await read(many)).toMatchObject({ changeCount: 2, changes: [{}, {}] });
    });

    it('refuses a second change of a document, more changes than allowed, and changes after its end', async () => {
      const id = await release();
      const first = await opened().draft('one');
      await add(first, id);
      expect((await add(first, id, 409)).error.message).toContain('already has a change of this document');
      for (const title of ['two', 'three']) await add(await opened().draft(title), id);
      expect((await add(await opened().draft('four'), id, 400)).error.message).toContain('3 changes already');
      await ask('DELETE', `/schedule/releases/${id}`, 200);
      await time(id, LATER, 409);
      await ask('PUT', `/schedule/releases/${id}`, 409, { name: 'Other' });
      await add(await opened().draft('five'), id, 409);
      await add(first, 999_999, 404);
    });

    it('waits for no time any more after null, and removes single changes', async () => {
      const id = await release({ at: LATER, timeZone: 'Europe/Berlin' });
      const first = await opened().draft('late');
      const { data } = await add(first, id);
      expect(data).toMatchObject({ state: 'waiting', release: { id, name: 'Spring' } });
      expect((await time(id, null)).data).toMatchObject({ state: 'open', at: null });
      const refused = await ask('PUT', `/schedule/changes/${data.id}`, 409, { at: LATER });
      expect(refused.error.message).toContain('belongs to the release "Spring"');
      await opened().app.documents(POST).delete({ documentId: first });
      await ask('DELETE', `/schedule/changes/${data.id}`, 200);
      expect((await read(id)).changes).toEqual([]);
      await time(id, '2020-01-01T00:00:00Z', 400);
      await ask('POST', '/schedule/releases', 400, { name: '' });
    });
  });
