// A document's versions over HTTP: writes, reads and the three actions.
import { definePlugin, type WriteResult } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester } from './testing-app';

describe.each(testDatabases())('drafts on %s', (database) => {
  let app: TestApp;
  const events: WriteResult[] = [];
  const call = requester(() => app);
  const make = async (data: object, query = '') => (await call('post', `articles${query}`, data)).body.data;
  const titles = async (query: string): Promise<string[]> =>
    (await call('get', `articles?sort=title&fields=title&${query}`)).body.data.map(
      (one: { title: string }) => one.title,
    );

  beforeAll(async () => {
    const listener = definePlugin({
      name: 'listener',
      register: ({ hooks }) =>
        hooks.documents.committed((result) => {
          events.push(result);
        }),
    });
    app = await openApp({ database, plugins: [listener] });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    for (const { documentId } of (await call('get', 'articles?status=draft')).body.data)
      await call('delete', `articles/${documentId}`);
    events.length = 0;
  });

  it('publishes a write without status, and shows it', async () => {
    const { status, body } = await call('post', 'articles', { title: 'One' });
    expect([status, body.data.title, typeof body.data.publishedAt]).toEqual([201, 'One', 'string']);
    const draft = (await call('get', `articles/${body.data.documentId}?status=draft`)).body.data;
    expect([draft.title, draft.publishedAt, draft.id === body.data.id]).toEqual(['One', null, false]);
    expect(draft.createdAt).toBe(body.data.createdAt);
  });

  it('shows a draft only to reads with status=draft', async () => {
    const draft = await make({ title: 'One' }, '?status=draft');
    expect(draft.publishedAt).toBeNull();
    expect((await call('get', `articles/${draft.documentId}`)).status).toBe(404);
    expect(await titles('')).toEqual([]);
    expect(await titles('status=draft')).toEqual(['One']);
  });

  it('writes only the draft with status=draft; the next write without it publishes pending changes', async () => {
    const { documentId, id } = await make({ title: 'One', text: 'a' });
    const draft = await call('put', `articles/${documentId}?status=draft`, { text: 'b' });
    expect([draft.body.data.text, draft.body.data.publishedAt]).toEqual(['b', null]);
    expect((await call('get', `articles/${documentId}`)).body.data.text).toBe('a');
    const { body } = await call('put', `articles/${documentId}`, { title: 'Two' });
    expect([body.data.text, body.data.title, body.data.id]).toEqual(['b', 'Two', id]);
  });

  it('totals with filters follow writes, publishing and discarding', async () => {
    const articles = app.documents('api::article.article');
    const text = app.kernel.documents.text('api::article.article');
    const ids = await Promise.all(
      ['One', 'Two', 'Twos', 'Thr'].map(async (title) =>
        String((await make({ title, text: 'a' })).documentId),
      ),
    );
    const filters = [{ title: { $startsWith: 'T' } }, { text: 'a' }, { author: { name: 'A' } }];
    const reads = filters.flatMap((filter) => [
      { filters: filter, status: 'draft' as const },
      { filters: filter },
      { filters: filter, status: 'draft' as const, publicationFilter: 'modified' as const },
    ]);
    const authors = await Promise.all(
      ['A', 'B'].map(async (name) => String((await call('post', 'authors', { name })).body.data.documentId)),
    );
    let seed = 1;
    const pick = <T>(list: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647;
      return list[seed % list.length] as T;
    };
    for (let step = 0; step < 60; step += 1) {
      const documentId = pick(ids);
      const data = pick([
        { title: pick(['One', 'Two', 'Twos']) },
        { text: pick(['a', 'b']) },
        { author: pick([...authors, null]) },
        { code: `c${step}` },
      ]);
      const write = pick(['draft', 'put', 'discard', 'publish', 'author'] as const);
      if (write === 'author')
        await app
          .documents('api::author.author')
          .update({ documentId: pick(authors), data: { name: pick(['A', 'B']) } });
      else if (write === 'publish') await articles.publish({ documentId });
      else if (write === 'discard') await articles.discardDraft({ documentId });
      else
        await articles.update({
          documentId,
          data,
          ...(write === 'draft' ? { status: 'draft' as const } : {}),
        });
      for (const read of reads) {
        const page = { fields: ['id'], pagination: { page: 1, pageSize: 1, withCount: true } };
        const total = (await text.findMany({ ...read, ...page })).pagination?.total;
        expect([step, write, data, read, total]).toEqual([
          step,
          write,
          data,
          read,
          await articles.count(read),
        ]);
      }
    }
  });

  it('a write that replaces all links and publishes locks each target once', async () => {
    const [author, tag, other] = await Promise.all(
      ['authors', 'tags', 'tags'].map(
        async (type) => (await call('post', type, { name: 'n' })).body.data.documentId,
      ),
    );
    const { documentId } = await make({ title: 'One', author, tags: [tag] });
    const tally = { statements: 0 };
    const data = { title: 'Two', author, tags: [other] };
    await app.kernel.database.countStatements(tally, () =>
      app.documents('api::article.article').update({ documentId, data }),
    );
    // One DELETE and one INSERT for the links of both rows. Servers: the lock of the document, and one lock of all targets.
    expect(tally.statements).toBe(database === 'sqlite' ? 11 : 12);
  });

  it('leaves the published row as it is when only the draft is written', async () => {
    const { documentId, updatedAt, publishedAt } = await make({ title: 'One' });
    await call('put', `articles/${documentId}?status=draft`, { title: 'Two' });
    const { data } = (await call('get', `articles/${documentId}`)).body;
    expect([data.updatedAt, data.publishedAt]).toEqual([updatedAt, publishedAt]);
  });

  it('does not check required values and least lengths on drafts, but checks the whole document on publishing', async () => {
    const draft = await make({ title: 'a', code: 'x' }, '?status=draft');
    expect((await make({ text: 'no title' }, '?status=draft')).title).toBeNull();
    const refused = await call('put', `articles/${draft.documentId}`, { text: 'b' });
    expect([refused.status, refused.body.error.name]).toEqual([400, 'ValidationError']);
    expect(refused.body.error.details.errors[0].path).toEqual(['title']);
    const after = (await call('get', `articles/${draft.documentId}?status=draft`)).body.data;
    expect(after.text).toBeNull();
    const action = await call('post', `articles/${draft.documentId}/actions/publish`);
    expect([action.status, action.body.error.details.errors[0].path]).toEqual([400, ['title']]);
    expect(await titles('')).toEqual([]);
  });

  it('lets drafts share a unique value until one of them is published', async () => {
    const first = await make({ title: 'One', code: 'x' }, '?status=draft');
    const second = await make({ title: 'Two', code: 'x' }, '?status=draft');
    expect((await call('post', `articles/${first.documentId}/actions/publish`)).status).toBe(200);
    const refused = await call('post', `articles/${second.documentId}/actions/publish`);
    expect(refused.body.error.details.errors[0].path).toEqual(['code']);
    await call('post', `articles/${first.documentId}/actions/unpublish`);
    expect((await call('post', `articles/${second.documentId}/actions/publish`)).status).toBe(200);
  });

  it('publishes, unpublishes and discards', async () => {
    const { documentId } = await make({ title: 'One', parts: [{ label: 'p' }] }, '?status=draft');
    const published = await call('post', `articles/${documentId}/actions/publish?populate=parts`);
    expect([published.status, published.body.data.title]).toEqual([200, 'One']);
    expect(published.body.data.parts[0].label).toBe('p');

    await call('put', `articles/${documentId}?status=draft`, { title: 'Two', parts: [] });
    const discarded = await call('post', `articles/${documentId}/actions/discard-draft?populate=parts`);
    expect([discarded.body.data.title, discarded.body.data.publishedAt]).toEqual(['One', null]);
    expect(discarded.body.data.parts).toEqual(published.body.data.parts);

    const unpublished = await call('post', `articles/${documentId}/actions/unpublish`);
    expect([unpublished.status, unpublished.body.data.publishedAt]).toEqual([200, null]);
    expect((await call('get', `articles/${documentId}`)).status).toBe(404);
    expect(await titles('status=draft')).toEqual(['One']);
  });

  it('answers 404 for actions on an unknown document, and 400 for a discard of an unpublished one', async () => {
    for (const action of ['publish', 'unpublish', 'discard-draft'])
      expect((await call('post', `articles/nothing/actions/${action}`)).status).toBe(404);
    const { documentId } = await make({ title: 'One' }, '?status=draft');
    expect((await call('post', `articles/${documentId}/actions/discard-draft`)).status).toBe(400);
    expect((await call('post', 'tags/x/actions/publish')).status).toBe(404);
  });

  it('works on a single type, without an id', async () => {
    expect((await call('put', 'front?status=draft', {})).status).toBe(200);
    expect((await call('get', 'front')).status).toBe(404);
    expect((await call('post', 'front/actions/publish')).status).toBe(400);
    await call('put', 'front?status=draft', { headline: 'h' });
    expect((await call('post', 'front/actions/publish')).body.data.headline).toBe('h');
    expect((await call('post', 'front/actions/unpublish')).body.data.publishedAt).toBeNull();
    expect((await call('delete', 'front')).status).toBe(204);
    expect((await call('get', 'front?status=draft')).status).toBe(404);
  });

  it('deletes both rows, and refuses to delete the draft of a published document', async () => {
    const { documentId } = await make({ title: 'One' });
    expect((await call('delete', `articles/${documentId}?status=draft`)).status).toBe(400);
    expect(await titles('status=draft')).toEqual(['One']);
    expect((await call('delete', `articles/${documentId}?status=published`)).status).toBe(204);
    expect(await titles('status=draft')).toEqual([]);
    const draft = await make({ title: 'Two' }, '?status=draft');
    expect((await call('delete', `articles/${draft.documentId}?status=draft`)).status).toBe(204);
    expect(await titles('status=draft')).toEqual([]);
  });

  it.each([
    'articles?status=zzz',
    'articles?status=PUBLISHED',
    'articles?status=',
    'tags?status=zzz',
    'tags?status[0]=draft',
  ])('refuses GET %s', async (path) => {
    const { status, body } = await call('get', path);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('draft or published')]);
  });

  it('shows publishedAt on every type, and ignores it in a body', async () => {
    const tag = (await call('post', 'tags', { name: 't', publishedAt: null })).body.data;
    expect(tag.publishedAt).toBe(tag.updatedAt);
    const article = await make({ title: 'One', publishedAt: null });
    expect(article.publishedAt).not.toBeNull();
    expect(Object.keys(article).slice(-3)).toEqual(['createdAt', 'updatedAt', 'publishedAt']);
    const list = await call('get', `articles?filters[publishedAt][$notNull]=true&sort=publishedAt`);
    expect(list.body.data).toHaveLength(1);
    expect(
      (await call('get', 'articles?status=draft&filters[publishedAt][$notNull]=true')).body.data,
    ).toEqual([]);
  });

  it.each([
    ['never-published', 'draft', ['New']],
    ['never-published', 'published', []],
    ['has-published-version', 'draft', ['Changed too', 'Discarded', 'Same']],
    ['has-published-version', 'published', ['Changed', 'Discarded', 'Same']],
    ['modified', 'draft', ['Changed too']],
    ['modified', 'published', ['Changed']],
    ['unmodified', 'draft', ['Discarded', 'Same']],
    ['unmodified', 'published', ['Discarded', 'Same']],
    ['never-published-document', 'draft', ['New']],
    ['has-published-version-document', 'draft', ['Changed too', 'Discarded', 'Same']],
    ['published-with-draft', 'published', ['Changed', 'Discarded', 'Same']],
    ['published-with-draft', 'draft', []],
    ['published-without-draft', 'published', []],
  ])('publicationFilter=%s with status=%s', async (filter, status, expected) => {
    await make({ title: 'Same' });
    await make({ title: 'New' }, '?status=draft');
    const changed = await make({ title: 'Changed' });
    await call('put', `articles/${changed.documentId}?status=draft`, { title: 'Changed too' });
    const discarded = await make({ title: 'Discarded' });
    await call('put', `articles/${discarded.documentId}?status=draft`, { title: 'Wrong' });
    await call('post', `articles/${discarded.documentId}/actions/discard-draft`);
    expect(await titles(`status=${status}&publicationFilter=${filter}`)).toEqual(expected);
  });

  it('accepts hasPublishedVersion as the peer does', async () => {
    await make({ title: 'Out' });
    const { documentId } = await make({ title: 'New' }, '?status=draft');
    expect(await titles('status=draft&hasPublishedVersion=true')).toEqual(['Out']);
    expect(await titles('status=draft&hasPublishedVersion=false')).toEqual(['New']);
    expect((await call('get', `articles/${documentId}?status=draft&hasPublishedVersion=true`)).status).toBe(
      404,
    );
    expect((await call('get', 'articles?hasPublishedVersion=maybe')).status).toBe(400);
    expect((await call('get', 'articles?publicationFilter=maybe')).body.error.details.param).toBe(
      'publicationFilter',
    );
    expect((await call('get', 'tags?hasPublishedVersion=false')).status).toBe(200);
  });

  it.each(['hasPublishedVersion=maybe', 'publicationFilter=maybe', 'hasPublishedVersion=false'])(
    'passes over %s where documents are not read but written',
    async (param) => {
      const made = await call('post', `articles?${param}`, { title: 'One' });
      expect([made.status, made.body.data?.title]).toEqual([201, 'One']);
      const path = `articles/${made.body.data.documentId}`;
      expect((await call('put', `${path}?${param}`, { title: 'Two' })).body.data?.title).toBe('Two');
      for (const action of ['unpublish', 'publish', 'discard-draft'])
        expect((await call('post', `${path}/actions/${action}?${param}`)).body.data?.title).toBe('Two');
      const service = app.documents('api::article.article');
      const [name = '', value] = param.split('=');
      const copy = await service.clone({ documentId: made.body.data.documentId, [name]: value });
      expect(copy?.title).toBe('Two');
      expect((await call('delete', `${path}?${param}`)).status).toBe(204);
    },
  );

  it('accepts status in a clone and in a publish action', async () => {
    const { documentId } = await make({ title: 'One' });
    const service = app.documents('api::article.article');
    const copy = await service.clone({ documentId, status: 'draft', data: { title: 'Two' } });
    expect([copy?.title, copy?.publishedAt, await titles('')]).toEqual(['Two', null, ['One']]);
    const wrong = await call('post', `articles/${documentId}/actions/publish?status=zzz`);
    expect([wrong.status, wrong.body.error?.details.param]).toEqual([400, 'status']);
  });

  it('sends one event per action, with its name and the changed rows', async () => {
    const { documentId } = await make({ title: 'One' });
    await call('put', `articles/${documentId}?status=draft`, { title: 'Two' });
    await call('put', `articles/${documentId}`, { title: 'Three' });
    await call('post', `articles/${documentId}/actions/unpublish`);
    await call('post', `articles/${documentId}/actions/publish`);
    await call('post', `articles/${documentId}/actions/discard-draft`);
    await call('delete', `articles/${documentId}`);
    const sent = events.map(({ operation, facts, document, rows }) => [
      operation,
      facts.published,
      document?.title,
      document?.publishedAt === null,
      rows.map(({ axes, became }) => `${axes.status} ${became}`).sort(),
    ]);
    expect(sent).toEqual([
      ['create', true, 'One', false, ['draft created', 'published created']],
      ['update', false, 'Two', true, ['draft updated']],
      ['update', true, 'Three', false, ['draft updated', 'published updated']],
      ['unpublish', false, 'Three', true, ['published deleted']],
      ['publish', true, 'Three', false, ['published created']],
      ['discard', undefined, 'Three', true, ['draft updated']],
      ['delete', undefined, undefined, false, ['draft deleted', 'published deleted']],
    ]);
  });

  it('offers the same parameters and operations to plugins and scripts', async () => {
    const articles = app.documents('api::article.article');
    const { documentId } = await articles.create({ data: { title: 'One' }, status: 'draft' });
    expect(await articles.findOne({ documentId })).toBeNull();
    expect((await articles.publish({ documentId }))?.title).toBe('One');
    expect(await articles.count({ status: 'published' })).toBe(1);
    expect((await articles.unpublish({ documentId }))?.publishedAt).toBeNull();
    const copy = await articles.clone({ documentId, data: { title: 'Copy' } });
    expect([copy?.title, copy?.publishedAt]).toEqual(['Copy', null]);
  });

  it('keeps at most one row of each status when many publish, save and unpublish at once', async () => {
    const { documentId } = await make({ title: 'One' });
    const jobs = Array.from({ length: 24 }, (_, index) => {
      if (index % 4 === 0) return call('post', `articles/${documentId}/actions/publish`);
      if (index % 4 === 1) return call('post', `articles/${documentId}/actions/unpublish`);
      if (index % 4 === 2) return call('put', `articles/${documentId}`, { title: `Title ${index}` });
      return call('put', `articles/${documentId}?status=draft`, { title: `Draft ${index}` });
    });
    const answers = await Promise.all(jobs);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const rows = await app.kernel.database.transaction((tx) =>
      tx.all('SELECT _status, count(*) FROM articles WHERE document_id = ? GROUP BY _status', [documentId]),
    );
    expect(rows.every(([, count]) => Number(count) === 1)).toBe(true);
    expect(rows.some(([status]) => Number(status) === 0)).toBe(true);
  });
});
