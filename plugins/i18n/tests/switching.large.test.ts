// Disabling and enabling locales and drafts: rows are hidden and visible again, also after writes in between.
import type { Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openAgain, openApp } from './testing-app';

interface Switches {
  readonly i18n?: boolean;
  readonly drafts?: boolean;
}

describe.each(testDatabases())('disabling and enabling plugins on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;

  /** Opens the same application on the same database with other plugins. */
  const reopen = async ({ i18n = false, drafts = false }: Switches): Promise<void> => {
    if (kernel) await kernel.stop();
    kernel = await openAgain(app, {
      rest: true,
      i18n: i18n && { config: { locales: ['en', 'fr', 'de'] } },
      'draft-and-publish': drafts,
    });
  };
  const call = callerOf(() => kernel);
  const list = async (query: string, path = 'articles'): Promise<unknown[]> =>
    (await call('GET', `${path}?sort=title&${query}`)).body.data.map(
      ({ title, locale, publishedAt }: { title: string; locale?: string; publishedAt?: string | null }) =>
        [title, locale, publishedAt === undefined ? undefined : publishedAt !== null]
          .filter((each) => each !== undefined)
          .join(' '),
    );
  const write = doneBy(call);

  beforeEach(async () => {
    app = await openApp(undefined, { database });
    await app.kernel.server.close({ force: true });
    await app.kernel.stop();
    await reopen({ i18n: true, drafts: true });
  });
  afterEach(async () => {
    await kernel?.stop();
    await app?.close();
  });

  /** A document published in two locales with pending changes, and a document that is only a draft. */
  const seed = async () => {
    const out = await write('POST', 'articles', { title: 'Out', price: 1 });
    await write('PUT', `articles/${out.documentId}?locale=fr`, { title: 'Sorti' });
    await write('PUT', `articles/${out.documentId}?status=draft`, { title: 'Pending' });
    await write('POST', 'articles?status=draft', { title: 'New' });
    return out.documentId as string;
  };
  const ALL = ['locale=*', 'locale=*&status=draft'];
  const SEEDED = [
    ['Out en true', 'Sorti fr true'],
    ['New en false', 'Pending en false', 'Sorti fr false'],
  ];

  it.each<[string, Switches, string[], string[]]>([
    ['neither', {}, ['Out'], ['Out']],
    ['locales alone', { i18n: true }, ['Out en', 'Sorti fr'], ['Out en', 'Sorti fr']],
    ['drafts alone', { drafts: true }, ['Out true'], ['New false', 'Pending false']],
  ])('shows the visible rows with %s, and all rows afterwards', async (_name, switches, shown, drafts) => {
    await seed();
    await reopen(switches);
    expect([await list('locale=*'), await list('locale=*&status=draft')]).toEqual([shown, drafts]);
    const { data } = (await call('GET', 'articles')).body;
    expect(['locale' in data[0], 'publishedAt' in data[0]]).toEqual([
      switches.i18n === true,
      switches.drafts === true,
    ]);
    await reopen({ i18n: true, drafts: true });
    expect([await list(ALL[0] ?? ''), await list(ALL[1] ?? '')]).toEqual(SEEDED);
  });

  it('ignores the parameters of a disabled plugin', async () => {
    await seed();
    await reopen({});
    expect((await call('GET', 'articles?status=zzz&locale=zzz')).status).toBe(200);
    expect((await call('GET', 'articles?populate=localizations')).status).toBe(400);
    expect((await call('GET', 'articles?filters[locale]=en')).status).toBe(400);
    expect((await call('POST', 'articles', { title: 'x', localizations: [] })).status).toBe(400);
    expect((await call('POST', 'articles/x/actions/publish')).status).toBe(404);
    expect((await call('GET', 'i18n/locales')).status).toBe(404);
  });

  it('accepts writes meanwhile, and merges them afterwards', async () => {
    const out = await seed();
    await reopen({});
    const made = await write('POST', 'articles', { title: 'Meanwhile', price: 9 });
    await write('PUT', `articles/${out}`, { price: 2, title: 'Written' });
    expect(await list('')).toEqual(['Meanwhile', 'Written']);
    await reopen({ i18n: true, drafts: true });
    expect(await list(ALL[0] ?? '')).toEqual(['Meanwhile en true', 'Sorti fr true', 'Written en true']);
    expect(await list(ALL[1] ?? '')).toEqual([
      'Meanwhile en false',
      'New en false',
      'Pending en false',
      'Sorti fr false',
    ]);
    const price = async (query: string) => (await call('GET', `articles/${out}?${query}`)).body.data.price;
    expect([await price(''), await price('locale=fr')]).toEqual([2, 2]);
    expect((await write('PUT', `articles/${made.documentId}?locale=fr`, { title: 'Entretemps' })).price).toBe(
      9,
    );
  });

  describe('writes while drafts are disabled', () => {
    const titles = async (id: string): Promise<string[]> => {
      const read = async (query: string) => {
        const { title, price } = (await call('GET', `articles/${id}?${query}`)).body.data;
        return `${title} ${price}`;
      };
      const status = ['locale=en', 'locale=en&status=draft', 'locale=fr', 'locale=fr&status=draft'];
      return Promise.all(status.map(read));
    };
    const modified = () => list('status=draft&publicationFilter=modified&locale=*');
    const published = async (): Promise<string> => {
      const { documentId } = await write('POST', 'articles', { title: 'One', price: 1 });
      await write('PUT', `articles/${documentId}?locale=fr`, { title: 'Un' });
      return documentId;
    };

    it.each<[string, Switches]>([
      ['drafts alone', { i18n: true }],
      ['both plugins', {}],
    ])('updates a draft without pending changes, with %s disabled', async (_, switches) => {
      const id = await published();
      await reopen(switches);
      await write('PUT', `articles/${id}`, { title: 'Written', price: 2, parts: [{ label: 'p' }] });
      await reopen({ i18n: true, drafts: true });
      expect(await titles(id)).toEqual(['Written 2', 'Written 2', 'Un 2', 'Un 2']);
      expect(await modified()).toEqual([]);
      const { data } = (await call('GET', `articles/${id}?status=draft&populate=parts`)).body;
      expect(data.parts).toMatchObject([{ label: 'p' }]);
      await write('PUT', `articles/${id}`, { price: 3 });
      expect(await titles(id)).toEqual(['Written 3', 'Written 3', 'Un 3', 'Un 3']);
      expect(await examine(kernel)).toEqual([]);
    });

    it.each<[string, Switches]>([
      ['drafts alone', { i18n: true }],
      ['both plugins', {}],
    ])('keeps drafts with pending changes, and lists them, with %s disabled', async (_, switches) => {
      const id = await published();
      await write('PUT', `articles/${id}?status=draft&locale=fr`, { title: 'Esquisse' });
      await reopen(switches);
      await write('PUT', `articles/${id}`, { title: 'Written', price: 2 });
      await reopen({ i18n: true, drafts: true });
      expect(await titles(id)).toEqual(['Written 2', 'One 1', 'Un 2', 'Esquisse 1']);
      expect(await modified()).toEqual(['Esquisse fr false', 'One en false']);
      expect(await examine(kernel)).toEqual([]);
    });
  });

  it('starts again with numbers beyond 2^53', async () => {
    const { documentId } = await write('POST', 'articles', {
      title: 'Big',
      big: '9007199254740993',
      exact: '123456789012.123456',
    });
    await write('PUT', `articles/${documentId}?locale=fr`, { title: 'Gros' });
    await reopen({});
    await write('PUT', `articles/${documentId}`, { big: '9007199254740995' });
    await reopen({ i18n: true, drafts: true });
    for (const query of ['', 'status=draft', 'locale=fr', 'locale=fr&status=draft']) {
      const { big, exact } = (await call('GET', `articles/${documentId}?${query}`)).body.data;
      expect([big, String(exact)]).toEqual(['9007199254740995', '123456789012.123456']);
    }
  });

  it('deletes only the hidden rows of the deleted document', async () => {
    const out = await seed();
    await reopen({});
    expect((await call('DELETE', `articles/${out}`)).status).toBe(204);
    await reopen({ i18n: true, drafts: true });
    expect([await list(ALL[0] ?? ''), await list(ALL[1] ?? '')]).toEqual([[], ['New en false']]);
  });

  it('deletes the hidden draft of a locale that is deleted', async () => {
    const out = await seed();
    await reopen({ i18n: true });
    await call('DELETE', `articles/${out}?locale=fr`);
    await reopen({ i18n: true, drafts: true });
    expect([await list(ALL[0] ?? ''), await list(ALL[1] ?? '')]).toEqual([
      ['Out en true'],
      ['New en false', 'Pending en false'],
    ]);
  });

  it('merges documents that are older than the plugins', async () => {
    const { database: connection } = app.kernel.config;
    await kernel.stop();
    await app.close();
    expect(connection.client).toBe(database);
    app = await openApp(undefined, { database, config: { plugins: { rest: true } } });
    await app.kernel.server.close({ force: true });
    await app.kernel.stop();
    await reopen({});
    const tag = await write('POST', 'tags', { name: 't' });
    const page = await write('POST', 'pages', { title: 'One', tags: [tag.documentId], box: { label: 'b' } });
    const article = await write('POST', 'articles', { title: 'Old', price: 4, parts: [{ label: 'p' }] });
    await write('PUT', `tags/${tag.documentId}`, { pages: [page.documentId], best: page.documentId });
    await reopen({ i18n: true, drafts: true });
    for (const query of ['', '&status=draft']) {
      const { data } = (await call('GET', `articles/${article.documentId}?populate=*${query}`)).body;
      expect([data.locale, data.price, data.parts[0].label, data.publishedAt === null]).toEqual([
        'en',
        4,
        'p',
        query !== '',
      ]);
      const { pages, best } = (await call('GET', `tags/${tag.documentId}?populate=*${query}`)).body.data;
      expect([pages[0].title, best.title]).toEqual(['One', 'One']);
    }
    const added = await write('PUT', `pages/${page.documentId}?locale=fr&populate=*`, { title: 'Un' });
    expect([added.box.label, added.tags]).toEqual(['b', []]);
    const pin = { connect: [{ documentId: page.documentId, locale: 'fr' }] };
    await write('PUT', `tags/${tag.documentId}`, { pages: pin });
    const { data } = (await call('GET', `tags/${tag.documentId}?populate=pages`)).body;
    expect(data.pages.map(({ title }: { title: string }) => title)).toEqual(['One', 'Un']);
  });

  it('keeps values unique when plugins are disabled and enabled', async () => {
    const page = await write('POST', 'pages', { title: 'One', code: 'c' });
    await write('PUT', `pages/${page.documentId}?locale=fr`, { title: 'Un' });
    await reopen({});
    expect((await call('POST', 'pages', { title: 'One' })).status).toBe(400);
    expect((await call('POST', 'pages', { title: 'Two', code: 'c' })).status).toBe(400);
    expect((await call('PUT', `pages/${page.documentId}`, { title: 'One' })).status).toBe(200);
    await write('POST', 'pages', { title: 'Three', code: 'd' });
    await reopen({ i18n: true, drafts: true });
    expect((await call('POST', 'pages', { title: 'Three' })).status).toBe(400);
    expect((await call('POST', 'pages?locale=fr', { title: 'Un' })).status).toBe(400);
    expect((await call('POST', 'pages?locale=fr', { title: 'Three' })).status).toBe(201);
    expect((await call('POST', 'pages', { title: 'Four', code: 'd' })).status).toBe(400);
  });

  it('keeps links and pins', async () => {
    const page = await write('POST', 'pages', { title: 'One' });
    await write('PUT', `pages/${page.documentId}?locale=fr`, { title: 'Un' });
    const connect = ['fr', 'en'].map((locale) => ({ documentId: page.documentId, locale }));
    const tag = await write('POST', 'tags', {
      name: 't',
      pages: { connect },
      best: { connect: [connect[0]] },
    });
    const seen = async () => {
      const { data } = (await call('GET', `tags/${tag.documentId}?populate=*`)).body;
      return [data.pages.map((each: { title: string }) => each.title).sort(), data.best?.title ?? null];
    };
    expect(await seen()).toEqual([['One', 'Un'], 'Un']);
    await reopen({ drafts: true });
    expect(await seen()).toEqual([['One'], null]);
    expect((await call('GET', 'tags?filters[best][title]=One')).body.data).toEqual([]);
    await write('PUT', `tags/${tag.documentId}`, { name: 'u' });
    const other = await write('POST', 'tags', { name: 'o', pages: [page.documentId] });
    await reopen({ i18n: true, drafts: true });
    expect(await seen()).toEqual([['One', 'Un'], 'Un']);
    const { data } = (await call('GET', `tags/${other.documentId}?populate=pages&locale=fr`)).body;
    expect(data.pages.map((each: { title: string }) => each.title)).toEqual(['Un']);
  });
});
