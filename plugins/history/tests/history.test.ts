// Versions from the save to the restored draft.
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type Any, type HistoryApp, historyApp } from './history-app';

for (const database of testDatabases())
  describe(`history on ${database}`, () => {
    let made: HistoryApp | undefined;
    const opened = (): HistoryApp => made as HistoryApp;
    const ask: HistoryApp['ask'] = (...args) => opened().ask(...args);
    const post = async (data: object, query = ''): Promise<string> =>
      (await ask('POST', `/posts${query}`, 201, { data })).data.documentId;
    const put = (id: string, data: object, query = '') => ask('PUT', `/posts/${id}${query}`, 200, { data });
    const versions = async (id: string, query = ''): Promise<Any[]> =>
      (await ask('GET', `/posts/${id}/history${query}`, 200)).data;
    const content = async (id: string, version: number): Promise<Any> =>
      (await ask('GET', `/posts/${id}/history/${version}`, 200)).data.content;
    const tag = async (name: string): Promise<string> =>
      (await ask('POST', '/tags', 201, { data: { name } })).data.documentId;

    beforeAll(async () => {
      made = await historyApp(database);
      await ask('POST', '/i18n/locales', 201, { code: 'de', name: 'German' });
    });
    afterAll(() => opened().app.close());

    it('records each save with its author, its request and what it changed', async () => {
      const id = await post({ title: 'one', blocks: [{ text: 'a' }, { text: 'b' }] });
      await put(id, { title: 'two', blocks: [{ text: 'a' }, { text: 'c' }] }, '?status=draft');
      await ask('POST', `/posts/${id}/actions/publish`, 200);
      const list = await versions(id);
      expect(list.map(({ operation, published }) => [operation, published])).toEqual([
        ['publish', true],
        ['update', false],
        ['create', true],
      ]);
      expect(list[1]).toMatchObject({ by: { kind: 'anonymous' }, request: expect.any(String) });
      expect(list.map(({ changed }) => [...changed].sort())).toEqual([[], ['blocks.1.text', 'title'], []]);
      expect(await content(id, list[2].id)).toEqual({ title: 'one', blocks: [{ text: 'a' }, { text: 'b' }] });
      expect(await content(id, list[0].id)).toMatchObject({
        title: 'two',
        blocks: [{ text: 'a' }, { text: 'c' }],
      });
    });

    it('keeps no version of a save that is rolled back', async () => {
      const id = await post({ title: 'kept' });
      const { documents } = opened().app;
      const failing = documents.transaction(async () => {
        await (documents('api::post.post') as Any).update({ documentId: id, data: { title: 'lost' } });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await versions(id)).toHaveLength(1);
    });

    it('restores values, entries and links as a draft', async () => {
      const [first, second] = [await tag('first'), await tag('second')];
      const id = await post({
        title: 'old',
        secret: 's1',
        blocks: [{ text: 'a', note: 'n', tag: first }, { text: 'b' }],
        zone: [{ __component: 'shared.block', text: 'z' }],
        tags: [first, second],
        main: second,
      });
      await put(id, { title: 'new', secret: 's2', blocks: [], zone: [], tags: [], main: null });
      const [latest, oldest] = await versions(id);
      const restored = await ask('POST', `/posts/${id}/history/${oldest.id}/actions/restore`, 200);
      expect(restored.data).toMatchObject({ documentId: id, title: 'old' });
      expect((await ask('GET', `/posts/${id}`, 200)).data.title).toBe('new');
      const draft = (
        await ask(
          'GET',
          `/posts/${id}?status=draft&populate[blocks][populate]=tag&populate[zone]=true&populate[tags][sort]=name&populate[main]=true`,
          200,
        )
      ).data;
      expect(draft).toMatchObject({
        title: 'old',
        blocks: [{ text: 'a', tag: { name: 'first' } }, { text: 'b' }],
        zone: [{ text: 'z' }],
        tags: [{ name: 'first' }, { name: 'second' }],
        main: { name: 'second' },
      });
      const stored = await opened()
        .app.documents('api::post.post')
        .findFirst({
          filters: { documentId: id },
          status: 'draft',
          populate: ['blocks'],
        } as Any);
      expect(stored).toMatchObject({ secret: 's1', blocks: [{ note: 'n' }, {}] });
      // A document that does not exist any more is no link of the restored draft.
      await ask('DELETE', `/tags/${first}`, 204);
      expect(latest.id).toBeGreaterThan(oldest.id);
      await ask('POST', `/posts/${id}/history/${oldest.id}/actions/restore`, 200);
      const again = await ask('GET', `/posts/${id}?status=draft&populate=tags`, 200);
      expect(again.data.tags).toMatchObject([{ name: 'second' }]);
    });

    it('compares two versions, and the draft with the published version', async () => {
      const id = await post({ title: 'a', code: 'x' });
      await put(id, { title: 'b' }, '?status=draft');
      const [second, first] = await versions(id);
      const diff = async (from: unknown, to: unknown) =>
        (await ask('GET', `/posts/${id}/history/diff?from=${from}&to=${to}`, 200)).data;
      expect(await diff(first.id, second.id)).toEqual([{ path: 'title', from: 'a', to: 'b' }]);
      expect(await diff('draft', 'published')).toEqual([{ path: 'title', from: 'b', to: 'a' }]);
      await ask('GET', `/posts/${id}/history/diff?from=draft&to=published&values=some`, 400);
      await ask('POST', `/posts/${id}/actions/discard-draft`, 200);
      expect(await diff('draft', 'published')).toEqual([]);
      await ask('POST', `/posts/${id}/actions/unpublish`, 200);
      await ask('GET', `/posts/${id}/history/diff?from=draft&to=published`, 404);
      await ask('GET', `/posts/${id}/history/diff?from=draft&to=nothing`, 400);
    });

    it('records locales apart, and a shared value in each of them', async () => {
      const id = await post({ title: 'english', code: 'one' });
      await put(id, { title: 'deutsch' }, '?locale=de');
      await put(id, { code: 'two' }, '?locale=de');
      const [english, german] = [await versions(id), await versions(id, '?locale=de')];
      expect(english.map(({ changed }) => changed)).toEqual([['code'], []]);
      expect(german.map(({ changed }) => changed)).toEqual([['code'], []]);
      expect(await content(id, english[0].id)).toEqual({ title: 'english', code: 'two' });
    });

    it('shows no private attributes, no passwords, and no links to documents that the reader cannot see', async () => {
      const id = await post({
        title: 'a',
        secret: 'hidden-value',
        password: 'Passw0rd!',
        blocks: [{ text: 't', note: 'hidden-value' }],
      });
      await put(id, { secret: 'hidden-other', blocks: [{ text: 't', note: 'hidden-other' }] });
      const list = await versions(id);
      const all = JSON.stringify([
        list,
        await content(id, list[0].id),
        await ask('GET', `/posts/${id}/history/diff?from=${list[1].id}&to=${list[0].id}`, 200),
      ]);
      expect(all).not.toMatch(/hidden|secret|note|password/);
      const stored = await opened().app.kernel.database.transaction((tx) =>
        tx.all('SELECT state, delta, shown FROM history_changes'),
      );
      expect(JSON.stringify(stored)).not.toContain('password');
    });

    it('has versions of single types, none of types without history, and 404 for what is unknown', async () => {
      await ask('PUT', '/home', 200, { data: { title: 'one' } });
      await ask('PUT', '/home', 200, { data: { title: 'two' } });
      const { data } = await ask('GET', '/home/history', 200);
      expect(data[0].changed).toEqual(['title']);
      await ask('POST', `/home/history/${data.at(-1).id}/actions/restore`, 200);
      expect((await ask('GET', '/home', 200)).data.title).toBe('one');
      const plain = (await ask('POST', '/plains', 201, { data: { title: 'x' } })).data.documentId;
      await ask('GET', `/plains/${plain}/history`, 404);
      await ask('GET', '/posts/unknown/history', 404);
      const id = await post({ title: 'a' });
      await ask('GET', `/posts/${id}/history/999999`, 404);
      await ask('GET', `/posts/${id}/history/x`, 400);
      await ask('GET', `/posts/${id}/history/${data[0].id}`, 404);
      await ask('POST', `/posts/${id}/history/999999/actions/restore`, 404);
    });

    it('removes versions beyond the limits; the others stay whole', async () => {
      const id = await tag('n0');
      for (let n = 1; n <= 5; n += 1) await ask('PUT', `/tags/${id}`, 200, { data: { name: `n${n}` } });
      const list = async (): Promise<Any[]> => (await ask('GET', `/tags/${id}/history`, 200)).data;
      expect(await list()).toHaveLength(6);
      await ask('POST', '/jobs', 201, { name: 'history.clean' });
      await until(async () => (await list()).length === 3);
      const [, middle, last] = await list();
      expect((await ask('GET', `/tags/${id}/history/${last.id}`, 200)).data.content).toEqual({ name: 'n3' });
      // The newest old version stays: until the next one, it was the last one.
      await opened().app.kernel.database.transaction((tx) =>
        tx.run("UPDATE history_changes SET at = '2000-01-01T00:00:00.000Z' WHERE id IN (?, ?)", [
          middle.id,
          last.id,
        ]),
      );
      await ask('POST', '/jobs', 201, { name: 'history.clean' });
      await until(async () => (await list()).length === 2);
      expect((await list()).at(-1).id).toBe(middle.id);
    });
  });
