// A caller without `readDraft` gets no drafts from any request, except the answer to its own write.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp, requester, TYPES, type } from './testing-app';

const ZOO = type('zoo', { things: { type: 'relation', relation: 'morphToMany' } });

describe('without readDraft', () => {
  let app: TestApp;
  const call = requester(() => app);
  const allowed = new Set<string>();
  const unreadable = new Set<string>();
  const allow = (...names: string[]) => {
    for (const name of names) allowed.add(`api::${name}.${name}.readDraft`);
  };
  let author = '';

  beforeAll(async () => {
    const guard = definePlugin({
      name: 'guard',
      register: ({ hooks }) =>
        hooks.request.authorize(async () => ({
          allowed: true,
          visibility: {
            ...OPEN_VISIBILITY,
            scope: `guard ${[...allowed]} but ${[...unreadable]}`,
            canRead: ({ singularName }) => !unreadable.has(singularName),
            allows: (action) => allowed.has(action),
          },
        })),
    });
    app = await openApp({ plugins: [guard], contentTypes: [...TYPES, ZOO] });
    author = (await call('post', 'authors', { name: 'a' })).body.data.documentId;
    await call('post', 'articles', { title: 'One', author });
    await call('post', 'tags', { name: 't', best: (await call('get', 'articles')).body.data[0].documentId });
  });
  afterAll(() => app?.close());
  beforeEach(() => {
    allowed.clear();
    unreadable.clear();
  });

  it.each([
    ['articles?status=draft', 403],
    ['articles?hasPublishedVersion=true', 200],
    ['articles?hasPublishedVersion=false', 403],
    ['articles?publicationFilter=has-published-version', 200],
    ['articles?publicationFilter=modified', 403],
    ['tags?publicationFilter=modified', 200],
    ['tags?status=draft', 200],
    ['tags?status=draft&filters[best][title]=One', 400],
    ['tags?status=draft&sort=best.title', 400],
    ['tags?status=published&filters[best][title]=One', 200],
  ])('GET %s answers %i', async (path, status) => {
    expect((await call('get', path)).status).toBe(status);
    allow('article', 'author', 'front');
    expect((await call('get', path)).status).toBe(200);
  });

  it('needs it for reads only', async () => {
    const article = await call('post', 'articles?hasPublishedVersion=false', { title: 'Two' });
    expect(article.status).toBe(201);
    const path = `articles/${article.body.data.documentId}?publicationFilter=modified`;
    expect((await call('put', path, { title: 'Three' })).status).toBe(200);
    expect((await call('delete', path)).status).toBe(204);
  });

  it.each([
    ['article', 'best', null, 'tags?status=draft&sort=best.title'],
    ['article', 'best', null, 'tags?status=draft&filters[best][title]=One'],
    ['author', 'author', 'best', 'tags?status=draft&sort=best.author.name'],
    ['author', 'author', 'best', 'tags?status=draft&filters[best][author][name]=a'],
    ['author', 'author', 'parts', 'articles?status=draft&sort=parts.author.name'],
    ['author', 'author', null, 'tags?status=draft&populate[some][sort]=author.name'],
    ['author', 'author', null, 'articles?status=draft&populate[parts][sort]=author.name'],
    [
      'author',
      'author',
      null,
      'zoos?status=draft&populate[things][on][api::article.article][sort]=author.name',
    ],
  ])('answers as where %s may not be read: Invalid key %s at %s, GET %s', async (name, key, path, asked) => {
    const others = ['article', 'author'].filter((other) => other !== name);
    allow(...others);
    const draftless = await call('get', asked);
    allow(name);
    expect((await call('get', asked)).status).toBe(200);
    unreadable.add(name);
    expect(draftless).toEqual(await call('get', asked));
    expect([draftless.status, draftless.body.error.details]).toMatchObject([400, { key, path }]);
  });

  it('leaves out a populated draft', async () => {
    const read = async () => (await call('get', 'tags?status=draft&populate=*')).body.data[0];
    expect('best' in (await read())).toBe(false);
    allow('article');
    expect((await read()).best.title).toBe('One');
  });

  it('answers a write with the written draft, without drafts beside it', async () => {
    const { status, body } = await call('post', 'articles?status=draft&populate=author', {
      title: 'Two',
      author,
    });
    expect([status, body.data.title, 'author' in body.data]).toEqual([201, 'Two', false]);
  });
});

describe('for anonymous requests, without a plugin that authorizes', () => {
  it.each([
    ['read', 403, 0],
    ['full', 200, 1],
  ])('server.anonymous %s: drafts %d', async (anonymous, status, populated) => {
    const open = await openApp({
      config: { plugins: { rest: true, 'draft-and-publish': true }, server: { anonymous } },
    });
    try {
      const made = await open
        .documents('api::article.article')
        .create({ data: { title: 'Draft' }, status: 'draft' } as never);
      await open.documents('api::tag.tag').create({ data: { name: 't', some: [made.documentId] } });
      expect((await open.agent.get('/api/articles?status=draft')).status).toBe(status);
      expect((await open.agent.get(`/api/articles/${made.documentId}?status=draft`)).status).toBe(status);
      const { body } = await open.agent.get('/api/tags?status=draft&populate=some');
      expect(body.data[0].some ?? []).toHaveLength(populated);
      expect((await open.agent.get('/api/articles')).status).toBe(200);
    } finally {
      await open.close();
    }
  });
});
