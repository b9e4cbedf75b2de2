// What a caller without `readDraft` sees: no drafts, whichever way they are asked for; but the answer to their own write.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp, requester } from './testing-app';

describe('without readDraft', () => {
  let app: TestApp;
  const call = requester(() => app);
  const allowed = new Set<string>();
  let author = '';

  beforeAll(async () => {
    const guard = definePlugin({
      name: 'guard',
      register: ({ hooks }) =>
        hooks.request.authorize.tapPromise('guard', async () => ({
          allowed: true,
          visibility: {
            ...OPEN_VISIBILITY,
            scope: `guard ${[...allowed]}`,
            allows: (action) => allowed.has(action),
          },
        })),
    });
    app = await openApp({ plugins: [guard] });
    author = (await call('post', 'authors', { name: 'a' })).body.data.documentId;
    await call('post', 'articles', { title: 'One', author });
    await call('post', 'tags', { name: 't', best: (await call('get', 'articles')).body.data[0].documentId });
  });
  afterAll(() => app?.close());
  beforeEach(() => allowed.clear());

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
    for (const type of ['article', 'author', 'front']) allowed.add(`api::${type}.${type}.readDraft`);
    expect((await call('get', path)).status).toBe(200);
  });

  it('leaves a populated draft out', async () => {
    const read = async () => (await call('get', 'tags?status=draft&populate=*')).body.data[0];
    expect('best' in (await read())).toBe(false);
    allowed.add('api::article.article.readDraft');
    expect((await read()).best.title).toBe('One');
  });

  it('shows what was written, without what it may not read beside it', async () => {
    const { status, body } = await call('post', 'articles?status=draft&populate=author', {
      title: 'Two',
      author,
    });
    expect([status, body.data.title, 'author' in body.data]).toEqual([201, 'Two', false]);
  });
});
