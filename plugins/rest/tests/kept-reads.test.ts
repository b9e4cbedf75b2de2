// `cache` of config/api: results that are kept, who shares them, and when they are read again.
import { definePlugin, limitRows } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { until } from '../../../core/testing/until';

const TYPES = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: { type: 'string' },
      team: { type: 'string' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    },
  },
  {
    info: { singularName: 'author', pluralName: 'authors' },
    attributes: { name: { type: 'string' } },
  },
] as const;

/** Counts the reads that came from the cache. The header `x-team` limits the rows. */
function counting() {
  const seen: boolean[] = [];
  const plugin = definePlugin({
    name: 'counting',
    register(app) {
      app.events.observe('query.answer', ({ isKept }) => seen.push(isKept));
      app.hooks.request.visibility((visibility, request) => {
        const team = request.header('x-team');
        return team === undefined ? visibility : limitRows(visibility, { team }, () => ({ team }));
      });
    },
  });
  return { seen, plugin };
}

const start = (
  plugin: ReturnType<typeof counting>['plugin'],
  cache: object,
  more: object = {},
): Promise<TestApp> =>
  createTestApp({
    contentTypes: TYPES,
    plugins: [plugin],
    config: { plugins: { rest: true }, api: { cache } },
    ...more,
  });

describe.each(testDatabases())('kept reads on %s', (database) => {
  const { seen, plugin } = counting();
  let app: TestApp;
  let id: string;
  const titles = async (query = '', headers: Record<string, string> = {}): Promise<string[]> => {
    const { body } = await app.agent.get(`/api/articles?sort=title${query}`).set(headers).expect(200);
    return body.data.map(({ title }: { title: string }) => title);
  };
  const create = async (data: object, type = 'articles'): Promise<string> =>
    (await app.agent.post(`/api/${type}`).send({ data }).expect(201)).body.data.documentId;

  beforeAll(async () => {
    app = await start(plugin, { bytes: 1_000_000, maxAge: 60_000 }, { database });
    id = await create({ title: 'a', team: 'red' });
    await create({ title: 'b', team: 'blue' });
  });
  beforeEach(() => void seen.splice(0));
  afterAll(() => app.close());

  it('reads once, and again after a write', async () => {
    expect([await titles(), await titles()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(seen).toEqual([false, true]);
    await app.agent
      .put(`/api/articles/${id}`)
      .send({ data: { title: 'c' } })
      .expect(200);
    expect(await titles()).toEqual(['b', 'c']);
    await app.agent
      .put(`/api/articles/${id}`)
      .send({ data: { title: 'a' } })
      .expect(200);
    expect(await titles()).toEqual(['a', 'b']);
    expect(seen).toEqual([false, true, false, false]);
  });

  it('keeps values and callers apart', async () => {
    const red = { 'x-team': 'red' };
    const blue = { 'x-team': 'blue' };
    for (let round = 0; round < 2; round++) {
      expect(await titles()).toEqual(['a', 'b']);
      expect(await titles('', red)).toEqual(['a']);
      expect(await titles('', blue)).toEqual(['b']);
      expect(await titles('&filters[title]=b')).toEqual(['b']);
      expect(await titles('&filters[title]=b', red)).toEqual([]);
    }
    expect(seen.slice(5)).toEqual([true, true, true, true, true]);
  });

  it('reads again after a write to a populated type, or to a link', async () => {
    const author = await create({ name: 'Ines' }, 'authors');
    await app.agent.put(`/api/articles/${id}`).send({ data: { author } }).expect(200);
    const name = async (): Promise<string | undefined> =>
      (await app.agent.get(`/api/articles/${id}?populate=author`).expect(200)).body.data.author?.name;
    expect([await name(), await name()]).toEqual(['Ines', 'Ines']);
    await app.agent
      .put(`/api/authors/${author}`)
      .send({ data: { name: 'Ada' } })
      .expect(200);
    expect(await name()).toBe('Ada');
    await app.agent.delete(`/api/authors/${author}`).expect(204);
    expect(await name()).toBeUndefined();
  });

  it('has one document, its ETag, and no unknown one', async () => {
    const first = await app.agent.get(`/api/articles/${id}`).expect(200);
    const second = await app.agent.get(`/api/articles/${id}`).expect(200);
    expect([second.text, second.headers.etag]).toEqual([first.text, first.headers.etag]);
    await app.agent
      .get(`/api/articles/${id}`)
      .set('If-None-Match', first.headers.etag ?? '')
      .expect(304);
    for (let n = 0; n < 2; n++) await app.agent.get('/api/articles/unknown').expect(404);
    expect(seen).toEqual([false, true, true, false, false]);
    await app.agent.delete(`/api/articles/${await create({ title: 'd' })}`).expect(204);
  });

  it('reads again after statements of plugins', async () => {
    expect(await titles()).toEqual(['a', 'b']);
    await app.kernel.database.transaction(async () => {
      await app.kernel.database.knex('articles').where({ title: 'b' }).update({ title: 'z' });
    });
    expect(await titles()).toEqual(['a', 'z']);
    await app.kernel.database.knex('articles').where({ title: 'z' }).update({ title: 'b' });
    expect(await titles()).toEqual(['a', 'b']);
  });

  it('code reads what the database has', async () => {
    await app.documents('api::article.article').findMany({});
    expect(seen).toEqual([]);
  });

  it('another process hears of the write over the bus', async () => {
    const second = await app.startSecond({ plugins: [counting().plugin] });
    const ask = async (): Promise<string> =>
      (await fetch(`${second.server.url}/api/articles?sort=title`)).text();
    expect(await ask()).toContain('"a"');
    await app.agent
      .put(`/api/articles/${id}`)
      .send({ data: { title: 'q' } })
      .expect(200);
    // Without the message, the result would stay for a minute.
    await until(async () => (await ask()).includes('"q"'));
    await app.agent
      .put(`/api/articles/${id}`)
      .send({ data: { title: 'a' } })
      .expect(200);
  });
});

it('gives each form of a kept document its own ETag', async () => {
  /** Of the next request. */
  let team = '';
  const naming = definePlugin({
    name: 'naming',
    register(app) {
      app.hooks.documents.loaded(async (set) => {
        if (team) for (const each of set.of('api::article.article')) each.title = `${each.title} of ${team}`;
      });
    },
  });
  const app = await createTestApp({
    contentTypes: TYPES,
    plugins: [naming],
    config: { plugins: { rest: true }, api: { cache: { bytes: 1_000_000, maxAge: 60_000 } } },
  });
  const { body } = await app.agent.post('/api/articles').send({ data: { title: 'a' } });
  const { documentId } = body.data;
  const forms: readonly (readonly [team: string, headers: Record<string, string>])[] = [
    ['', {}],
    ['red', {}],
    ['tan', {}],
    ['', { 'Strapi-Response-Format': 'v4' }],
  ];
  const tags = new Map<string, Set<string>>();
  for (let round = 0; round < 3; round++)
    for (const [changedBy, form] of forms) {
      team = changedBy;
      const { text, headers } = await app.agent.get(`/api/articles/${documentId}`).set(form).expect(200);
      tags.set(text, (tags.get(text) ?? new Set()).add(headers.etag ?? ''));
    }
  expect([...tags.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
  expect(new Set([...tags.values()].flatMap((each) => [...each])).size).toBe(4);
  await app.close();
});

it('reads again after `maxAge`', async () => {
  const { seen, plugin } = counting();
  const app = await start(plugin, { bytes: 1_000_000, maxAge: 1 });
  await app.agent.get('/api/articles').expect(200);
  // The first read is a miss; another one comes when the result is old.
  await until(async () => {
    await app.agent.get('/api/articles').expect(200);
    return seen.filter((isKept) => !isKept).length > 1;
  });
  await app.close();
});

it('keeps nothing by default', async () => {
  const { seen, plugin } = counting();
  const app = await start(plugin, {});
  for (let n = 0; n < 2; n++) await app.agent.get('/api/articles').expect(200);
  expect(seen).toEqual([]);
  await app.close();
});

it.each([
  ['Surrogate-Key', ' '],
  ['Cache-Tag', ','],
])('names content types and the document in %s', async (tags, separator) => {
  const app = await start(counting().plugin, { tags });
  const { body } = await app.agent.post('/api/articles').send({ data: { title: 'a' } });
  const { documentId } = body.data;
  const tagsOf = async (path: string): Promise<string[]> =>
    (await app.agent.get(path).expect(200)).headers[tags.toLowerCase()]?.split(separator) ?? [];
  expect(await tagsOf('/api/articles')).toEqual(['api::article.article']);
  expect(await tagsOf(`/api/articles/${documentId}?populate=author`)).toEqual([
    'api::article.article',
    'api::author.author',
    documentId,
  ]);
  for (const id of ['%0Aabc', '%0D%0AX-Evil:1', '%E2%82%AC', 'a%20b']) {
    const { status, headers } = await app.agent.get(`/api/articles/${id}`);
    expect([status, headers[tags.toLowerCase()], headers['x-evil']]).toEqual([
      404,
      'api::article.article',
      undefined,
    ]);
  }
  await app.close();
});
