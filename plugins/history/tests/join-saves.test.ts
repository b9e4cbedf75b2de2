// Saves of one caller that follow each other closely become one version, before the first versions go.
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, type HistoryApp, historyApp } from './history-app';

const DAY = 86_400_000;
const KEPT = 10;

describe.each(testDatabases())('joined saves on %s', (database) => {
  let opened: HistoryApp;
  beforeAll(async () => {
    opened = await historyApp(database, { history: { enabled: true, config: { keep: KEPT } } });
  });
  afterAll(() => opened.app.close());

  it('keeps every state that stays, and the changes of those that go', async () => {
    const { app, ask } = opened;
    const posts = app.kernel.documents('api::post.post') as Any;
    const { documentId } = (await ask('POST', '/posts', 201, { data: { title: 't0', code: 'x' } })).data;
    const put = (data: object, status = 'draft') =>
      ask('PUT', `/posts/${documentId}?status=${status}`, 200, { data });
    for (let n = 1; n <= 8; n += 1)
      await put(n === 2 ? { code: 'y' } : { title: `t${n}` }, n === 6 ? 'published' : 'draft');
    await ask('POST', `/posts/${documentId}/actions/publish`, 200);
    for (let n = 9; n <= 12; n += 1) await put({ title: `t${n}` });
    for (const title of ['code 1', 'code 2'])
      await posts.update({ documentId, status: 'draft', data: { title } });
    await put({ title: 'today 1' });
    await put({ title: 'today 2' });
    const list = async (): Promise<Any[]> =>
      (await ask('GET', `/posts/${documentId}/history?pageSize=100`, 200)).data.reverse();
    const contentOf = async (id: number): Promise<Any> =>
      (await ask('GET', `/posts/${documentId}/history/${id}`, 200)).data.content;
    const before = await list();
    expect(before).toHaveLength(18);
    const contents = new Map<number, Any>();
    for (const { id } of before) contents.set(id, await contentOf(id));
    const shown = async (): Promise<Any> =>
      (await ask('GET', `/posts/${documentId}/history/diff?from=${before[0].id}&to=published`, 200)).data;
    const published = await shown();

    // One save each three minutes, two days ago. The last two are of now.
    const start = Date.now() - 2 * DAY;
    for (const [at, { id }] of before.slice(0, -2).entries())
      await app.kernel.database.transaction((tx) =>
        tx.run('UPDATE history_changes SET at = ? WHERE id = ?', [
          new Date(start + at * 180_000).toISOString(),
          id,
        ]),
      );
    await ask('POST', '/jobs', 201, { name: 'history.clean' });
    await until(async () => (await list()).length === KEPT);
    const after = await list();
    // Ten minutes is the longest, and save 6 wrote the published version. Saves by code, and saves of today, stay.
    const kept = [0, 4, 6, 8, 9, 13, 14, 15, 16, 17];
    expect(after.map(({ id }) => id)).toEqual(kept.map((at) => before[at].id));
    for (const { id } of after) expect(await contentOf(id)).toEqual(contents.get(id));
    expect(after[1].changed.sort()).toEqual(['code', 'title']);
    expect(await shown()).toEqual(published);
    // A keyframe among the joined saves is handed on.
    const [counted] = await app.kernel.database.transaction((tx) =>
      tx.all('SELECT COUNT(*) FROM history_changes WHERE state IS NOT NULL AND id > ? AND id < ?', [
        before[0].id,
        before[9].id,
      ]),
    );
    expect(Number(counted?.[0])).toBe(1);
    const { data } = await ask(
      'GET',
      `/posts/${documentId}/history/diff?from=${before[0].id}&to=${before[4].id}&values=whole`,
      200,
    );
    expect(data).toEqual([
      { path: 'title', from: 't0', to: 't4' },
      { path: 'code', from: 'x', to: 'y' },
    ]);
    // The next save goes on from the last version.
    await put({ title: 'today 3' });
    expect((await list()).at(-1).changed).toEqual(['title']);
    expect(await contentOf((await list()).at(-1).id)).toEqual({ title: 'today 3', code: 'y' });
  });
});
