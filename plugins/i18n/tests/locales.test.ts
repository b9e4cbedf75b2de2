// The locales: configuration, HTTP, the default locale, fallbacks, settings.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { openApp, requester, TYPES } from './testing-app';

describe('locales', () => {
  let app: TestApp;
  const call = requester(() => app);
  const codes = async () =>
    (await call('get', 'i18n/locales')).body.map(
      ({ code, isDefault }: { code: string; isDefault: boolean }) => (isDefault ? `${code}!` : code),
    );

  beforeEach(async () => {
    app = await openApp({ locales: ['en', { code: 'fr', name: 'Français' }] });
  });
  afterEach(() => app?.close());

  it('are those of the configuration at first, as a bare array', async () => {
    const { status, body } = await call('get', 'i18n/locales');
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      id: 1,
      documentId: expect.any(String),
      name: 'English (en)',
      code: 'en',
      isDefault: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
    });
    expect(body[1].name).toBe('Français');
  });

  it('can be added, renamed, made the default, and removed', async () => {
    const made = await call('post', 'i18n/locales', { code: 'pt-BR' }, true);
    expect([made.status, made.body.name]).toEqual([201, 'Brazilian Portuguese (pt-BR)']);
    expect((await call('post', 'pages?locale=pt-BR', { title: 'Um' })).status).toBe(201);
    expect((await call('post', 'i18n/locales', { code: 'fr' }, true)).status).toBe(409);
    expect((await call('post', 'i18n/locales', { code: 'no code' }, true)).status).toBe(400);
    expect((await call('put', 'i18n/locales/fr', { name: 'French' }, true)).body.name).toBe('French');
    expect((await call('put', 'i18n/locales/xx', { name: 'French' }, true)).status).toBe(404);
    expect(
      (await call('post', `i18n/locales/${made.body.documentId}/actions/set-default`)).body.isDefault,
    ).toBe(true);
    expect(await codes()).toEqual(['en', 'fr', 'pt-BR!']);
    expect((await call('delete', 'i18n/locales/en')).status).toBe(204);
    expect(await codes()).toEqual(['fr', 'pt-BR!']);
  });

  it('take effect at once in a request without a locale', async () => {
    await call('post', 'pages', { title: 'One' });
    await call('post', 'pages?locale=fr', { title: 'Un' });
    const titles = async () =>
      (await call('get', 'pages')).body.data.map((one: { title: string }) => one.title);
    expect(await titles()).toEqual(['One']);
    await call('post', 'i18n/locales/fr/actions/set-default');
    expect(await titles()).toEqual(['Un']);
    expect((await call('post', 'pages', { title: 'Deux' })).body.data.locale).toBe('fr');
  });

  it('are not removed while documents use them unless forced; the default locale is never removed', async () => {
    await call('post', 'articles?locale=fr&status=draft', { title: 'Un' });
    const page = (await call('post', 'pages', { title: 'One' })).body.data;
    await call('put', `pages/${page.documentId}?locale=fr`, { title: 'Un' });
    const refused = await call('delete', 'i18n/locales/fr');
    expect([refused.status, refused.body.error.details.documents]).toEqual([409, 2]);
    expect((await call('delete', 'i18n/locales/en?force=true')).status).toBe(400);
    expect((await call('delete', 'i18n/locales/fr?force=true')).status).toBe(204);
    expect((await call('get', 'pages?locale=*')).body.data).toHaveLength(1);
    expect((await call('get', 'articles?locale=*&status=draft')).body.data).toHaveLength(0);
  });
});

describe('fallbacks', () => {
  let app: TestApp;
  const call = requester(() => app);
  const titles = async (query: string) =>
    (await call('get', `pages?sort=title&${query}`)).body.data.map((one: { title: string }) => one.title);

  beforeAll(async () => {
    app = await openApp({ locales: ['en', 'fr', 'de', 'it'], fallbacks: { it: ['fr', 'en'], de: ['en'] } });
    const both = (await call('post', 'pages', { title: 'One' })).body.data;
    await call('put', `pages/${both.documentId}?locale=fr`, { title: 'Un' });
    await call('post', 'pages', { title: 'Two' });
    await call('post', 'pages?locale=it', { title: 'Tre' });
    const topic = (await call('post', 'topics', { name: 'T' })).body.data;
    await call('put', `pages/${both.documentId}`, { topic: topic.documentId });
    await call('post', 'tags', { name: 't', pages: [both.documentId] });
    documentId = both.documentId;
  });
  afterAll(() => app?.close());
  let documentId = '';

  it.each([
    ['locale=it', ['Tre', 'Two', 'Un']],
    ['locale=de', ['One', 'Two']],
    ['locale=fr', ['Un']],
    ['', ['One', 'Two']],
    ['locale=it&filters[title]=One', []],
  ])('of a list with "%s"', async (query, expected) => expect(await titles(query)).toEqual(expected));

  it('apply to one document, to populated documents and to filters', async () => {
    expect((await call('get', `pages/${documentId}?locale=it`)).body.data.title).toBe('Un');
    const german = (await call('get', `pages/${documentId}?locale=de&populate=topic`)).body.data;
    expect([german.title, german.topic.name]).toEqual(['One', 'T']);
    const tag = (await call('get', 'tags?locale=it&populate=pages')).body.data[0];
    expect(tag.pages.map((one: { title: string }) => one.title)).toEqual(['Un']);
    expect((await call('get', 'tags?locale=it&filters[pages][title]=Un')).body.data).toHaveLength(1);
    expect((await call('get', 'tags?locale=it&filters[pages][title]=One')).body.data).toHaveLength(0);
  });

  it('do not change the locale of a write', async () => {
    expect((await call('put', `pages/${documentId}?locale=it`, { title: 'Uno' })).body.data.locale).toBe(
      'it',
    );
    expect(await titles('locale=it')).toEqual(['Tre', 'Two', 'Uno']);
  });
});

describe('settings', () => {
  let app: TestApp | undefined;
  const call = requester(() => app as TestApp);
  afterEach(() => app?.close());

  it('strictLocaleFields: false accepts shared fields with a new locale and sets them in all locales', async () => {
    app = await openApp({ locales: ['en', 'fr'], strictLocaleFields: false });
    const { documentId } = (await call('post', 'pages', { title: 'One', price: 1 })).body.data;
    expect((await call('put', `pages/${documentId}?locale=fr`, { title: 'Un', price: 2 })).status).toBe(200);
    expect((await call('get', `pages/${documentId}`)).body.data.price).toBe(2);
  });

  it('strictLocaleFields holds for values that a plugin sets', async () => {
    const pricing = definePlugin({
      name: 'pricing',
      register: ({ hooks }) =>
        hooks.documents.prepare(({ operation, set, type }) => {
          if (operation === 'update' && type.uid === 'api::page.page') set('price', 3);
        }),
    });
    app = await openApp({ locales: ['en', 'fr'] }, { plugins: [pricing] });
    const { documentId } = (await call('post', 'pages', { title: 'One', price: 1 })).body.data;
    const { status, body } = await call('put', `pages/${documentId}?locale=fr`, { title: 'Un' });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('price')]);
    expect((await call('put', `pages/${documentId}`, { title: 'Two' })).status).toBe(200);
  });

  it('strictParams refuses reads in a locale that does not exist', async () => {
    app = await openApp({ locales: ['en', 'fr'] }, { config: { api: { rest: { strictParams: true } } } });
    const { status, body } = await call('get', 'pages?locale=it');
    expect([status, body.error.details.configured]).toEqual([400, ['en', 'fr']]);
  });

  it('a PUT that adds a locale needs the permission createLocalization', async () => {
    const allowed = new Set<string>();
    const guard = definePlugin({
      name: 'guard',
      register: ({ hooks }) =>
        hooks.request.authorize(async () => ({
          allowed: true,
          visibility: {
            ...OPEN_VISIBILITY,
            scope: `guard ${[...allowed]}`,
            allows: (action) => allowed.has(action),
          },
        })),
    });
    app = await openApp({ locales: ['en', 'fr'] }, { plugins: [guard] });
    const { documentId } = (await call('post', 'pages', { title: 'One' })).body.data;
    expect((await call('put', `pages/${documentId}?locale=fr`, { title: 'Un' })).status).toBe(403);
    expect((await call('put', `pages/${documentId}`, { title: 'Uno' })).status).toBe(200);
    expect((await call('post', 'pages?locale=fr', { title: 'Deux' })).status).toBe(201);
    allowed.add('api::page.page.createLocalization');
    expect((await call('put', `pages/${documentId}?locale=fr`, { title: 'Un' })).status).toBe(200);
  });

  it('a default locale that is not in the list is added', async () => {
    app = await createTestApp({
      contentTypes: TYPES.filter(({ info }) => info.singularName === 'front'),
      config: { plugins: { rest: true, i18n: { config: { locales: ['fr'], defaultLocale: 'de' } } } },
    });
    expect((await call('put', 'front', { title: 'x' })).body.data.locale).toBe('de');
  });

  it('a forced removal takes documents that restrict each other, in any order', async () => {
    const localized = { pluginOptions: { i18n: { localized: true } } };
    const TARGET = 'api::author.author';
    const restricting = { type: 'relation', relation: 'manyToOne', target: TARGET, onDelete: 'restrict' };
    const author = {
      info: { singularName: 'author', pluralName: 'authors' },
      ...localized,
      attributes: { mentor: restricting },
    };
    const book = {
      info: { singularName: 'book', pluralName: 'books' },
      ...localized,
      attributes: { author: restricting },
    };
    app = await createTestApp({
      contentTypes: [author, book],
      config: { plugins: { rest: true, i18n: { config: { locales: ['en', 'fr'] } } } },
    });
    const first = (await call('post', 'authors?locale=fr', {})).body.data.documentId;
    const second = (await call('post', 'authors?locale=fr', { mentor: first })).body.data.documentId;
    await call('put', `authors/${second}`, {});
    expect((await call('post', 'books?locale=fr', { author: first })).status).toBe(201);
    expect((await call('delete', 'i18n/locales/fr?force=true')).status).toBe(204);
    expect((await call('get', 'i18n/locales')).body).toHaveLength(1);
  });
});
