// Documents in several locales over HTTP: reads, writes, and shared values.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester } from './testing-app';

describe.each(testDatabases())('locales on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const make = async (path: string, data: object) => {
    const { status, body } = await call('post', path, data);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const titles = async (query: string, path = 'pages'): Promise<string[]> =>
    (await call('get', `${path}?sort=title&fields=title&${query}`)).body.data.map(
      (one: { title: string }) => one.title,
    );

  beforeAll(async () => {
    app = await openApp(undefined, { database });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    for (const path of ['pages', 'topics', 'tags', 'articles'])
      for (const { documentId } of (await call('get', `${path}?locale=*&status=draft&pagination[limit]=100`))
        .body.data)
        await call('delete', `${path}/${documentId}?locale=*`);
    await call('delete', 'front?locale=*');
  });

  /** A page in en and fr. */
  const twoLocales = async () => {
    const page = await make('pages', {
      title: 'One',
      price: 1,
      box: { label: 'b' },
      parts: [{ label: 'p' }],
    });
    const french = await call('put', `pages/${page.documentId}?locale=fr`, { title: 'Un' });
    expect(french.status).toBe(200);
    return { documentId: page.documentId as string, page, french: french.body.data };
  };

  it.each([
    ['', ['One', 'Two']],
    ['locale=', ['One', 'Two']],
    ['locale', ['One', 'Two']],
    ['locale=en', ['One', 'Two']],
    ['locale=fr', ['Un']],
    ['locale=de', []],
    ['locale=FR', []],
    ['locale=it', []],
    ['locale=en,fr', []],
    ['locale=*', ['One', 'Two', 'Un']],
    ['locale[0]=en&locale[1]=fr', ['One', 'Two', 'Un']],
    ['filters[locale]=fr', ['Un']],
    ['locale=de&filters[locale][$ne]=fr', ['One', 'Two']],
  ])('lists with "%s"', async (query, expected) => {
    await twoLocales();
    await make('pages', { title: 'Two' });
    expect(await titles(query)).toEqual(expected);
  });

  it('reads a document in one locale', async () => {
    const { documentId } = await twoLocales();
    const read = async (query: string) => {
      const { status, body } = await call('get', `pages/${documentId}?${query}`);
      return status === 200 ? body.data.title : status;
    };
    expect(await read('')).toBe('One');
    expect(await read('locale=fr')).toBe('Un');
    expect(await read('locale=de')).toBe(404);
    expect(await read('locale=*')).toBe(404);
    expect(await read('locale[0]=fr')).toBe(400);
    expect(await read('locale[code]=fr')).toBe(400);
  });

  it('gives a new locale the shared values and nothing else', async () => {
    const { french, page } = await twoLocales();
    const { body } = await call('get', `pages/${page.documentId}?locale=fr&populate=*`);
    expect([french.locale, french.price, body.data.box.label, body.data.parts]).toEqual(['fr', 1, 'b', []]);
    expect(french.slug).toBe('un');
  });

  it('keeps shared values equal in all locales, and localized values separate', async () => {
    const { documentId } = await twoLocales();
    await call('put', `pages/${documentId}?locale=fr`, { price: 7, title: 'Deux' });
    const { data } = (await call('get', `pages/${documentId}`)).body;
    expect([data.price, data.title]).toEqual([7, 'One']);
  });

  it('shares a relation only when its definition says so', async () => {
    const tag = await make('tags', { name: 't' });
    const { documentId } = await twoLocales();
    await call('put', `pages/${documentId}`, { tags: [tag.documentId], marks: [tag.documentId] });
    const { data } = (await call('get', `pages/${documentId}?locale=fr&populate[0]=tags&populate[1]=marks`))
      .body;
    expect([data.tags.length, data.marks.length]).toEqual([0, 1]);
  });

  // REST refuses the character in every request. GraphQL can write it as an escape.
  it('refuses a code with a NUL character in each operation', async () => {
    const { documentId } = await make('pages', { title: 'A' });
    const pages = app.documents('api::page.page');
    const locale = 'fr\0';
    const refused = /Invalid locale param "fr\\u0000" provided/;
    await expect(pages.findMany({ locale })).rejects.toThrow(refused);
    await expect(pages.findOne({ documentId, locale })).rejects.toThrow(refused);
    await expect(pages.update({ documentId, locale, data: { title: 'B' } })).rejects.toThrow(refused);
    await expect(pages.delete({ documentId, locale })).rejects.toThrow(refused);
  });

  it.each([
    [
      'post',
      'pages?locale=it',
      { title: 'x' },
      'The locale "it" is not configured. Configured are: en, fr, de.',
    ],
    [
      'post',
      'pages?locale=*',
      { title: 'x' },
      'Invalid locale param * provided. Document locales must be strings.',
    ],
    [
      'post',
      'pages?locale[0]=fr&locale[1]=de',
      { title: 'x' },
      'Invalid locale param fr,de provided. Document locales must be strings.',
    ],
    [
      'put',
      'front?locale=it',
      { title: 'x' },
      'The locale "it" is not configured. Configured are: en, fr, de.',
    ],
  ] as const)('refuses %s %s', async (method, path, data, message) => {
    const { status, body } = await call(method, path, data);
    expect([status, body.error.message]).toEqual([400, message]);
  });

  it('creates in one locale and ignores a locale in the body', async () => {
    const page = await make('pages?locale=fr', { title: 'Un', locale: 'de' });
    expect(page.locale).toBe('fr');
    expect((await call('get', `pages/${page.documentId}`)).status).toBe(404);
    expect(
      (await call('put', `pages/${page.documentId}?locale=fr`, { locale: 'de', title: 'Deux' })).body.data
        .locale,
    ).toBe('fr');
    expect((await call('put', 'pages/nothing?locale=fr', { title: 'x' })).status).toBe(404);
  });

  it('refuses shared fields in a PUT that adds a locale, and accepts them in an existing locale', async () => {
    const page = await make('pages', { title: 'One' });
    const refused = await call('put', `pages/${page.documentId}?locale=fr`, {
      title: 'Un',
      price: 5,
      code: 'x',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.fields).toEqual(['price', 'code']);
    expect(refused.body.error.message).toContain('plugins.i18n.config.strictLocaleFields');
    expect((await call('get', `pages/${page.documentId}?locale=fr`)).status).toBe(404);
    await call('put', `pages/${page.documentId}?locale=fr`, { title: 'Un' });
    expect((await call('put', `pages/${page.documentId}?locale=fr`, { price: 5 })).status).toBe(200);
  });

  it('checks required localized fields and unique values per locale', async () => {
    const { documentId } = await twoLocales();
    expect((await call('put', `pages/${documentId}?locale=de`, {})).status).toBe(400);
    const other = await make('pages', { title: 'Un', code: 'x' });
    expect((await call('put', `pages/${other.documentId}?locale=fr`, { title: 'Un' })).status).toBe(400);
    expect((await call('put', `pages/${documentId}?locale=fr`, { code: 'x' })).status).toBe(400);
  });

  it.each([
    ['?locale=fr', ['One']],
    ['', ['Un']],
    ['?locale=*', []],
    ['?locale=de', ['One', 'Un']],
    ['?locale=it', ['One', 'Un']],
  ])('deletes with "%s" and leaves the others', async (query, left) => {
    const { documentId } = await twoLocales();
    expect((await call('delete', `pages/${documentId}${query}`)).status).toBe(204);
    expect(await titles('locale=*')).toEqual(left);
  });

  it('works the same on a single type', async () => {
    await call('put', 'front', { title: 'One', price: 3 });
    expect((await call('put', 'front?locale=de', { title: 'Eins' })).body.data).toMatchObject({
      title: 'Eins',
      price: 3,
      locale: 'de',
    });
    expect((await call('get', 'front?locale=fr')).status).toBe(404);
    expect(
      (await call('get', 'front?locale=de&populate=localizations')).body.data.localizations[0].title,
    ).toBe('One');
    expect((await call('delete', 'front?locale=de')).status).toBe(204);
    expect((await call('get', 'front')).body.data.title).toBe('One');
  });

  describe('localizations', () => {
    it('are the other locales of the same document', async () => {
      const { documentId } = await twoLocales();
      await call('put', `pages/${documentId}?locale=de`, { title: 'Eins' });
      await make('pages', { title: 'Other' });
      const codes = (list: { locale: string }[]) => list.map(({ locale }) => locale).sort();
      const { data } = (await call('get', `pages/${documentId}?populate=localizations`)).body;
      expect(codes(data.localizations)).toEqual(['de', 'fr']);
      expect(data.localizations[0].documentId).toBe(documentId);
      const all = (await call('get', 'pages?locale=*&populate[localizations][fields]=locale&sort=title')).body
        .data;
      expect(
        all.map((one: { title: string; localizations: { locale: string }[] }) => [
          one.title,
          codes(one.localizations),
        ]),
      ).toEqual([
        ['Eins', ['en', 'fr']],
        ['One', ['de', 'fr']],
        ['Other', []],
        ['Un', ['de', 'en']],
      ]);
      expect((await call('get', `pages/${documentId}?populate=*`)).body.data.localizations).toHaveLength(2);
      expect(
        (await call('get', `pages/${documentId}?populate[localizations][count]=true`)).body.data
          .localizations,
      ).toEqual({ count: 2 });
    });

    it('have the status of the version that is read', async () => {
      const article = await make('articles', { title: 'One' });
      await call('put', `articles/${article.documentId}?locale=fr&status=draft`, { title: 'Un' });
      const read = async (query: string) =>
        (await call('get', `articles/${article.documentId}?populate=localizations&${query}`)).body.data
          .localizations.length;
      expect([await read(''), await read('status=draft'), await read('locale=fr&status=draft')]).toEqual([
        0, 1, 1,
      ]);
    });

    it('can be filtered and sorted by, and cannot be written', async () => {
      const { documentId } = await twoLocales();
      await make('pages', { title: 'Alone' });
      expect(await titles('filters[localizations][title]=Un')).toEqual(['One']);
      expect(await titles('filters[localizations][locale][$null]=true')).toEqual(['Alone']);
      const sorted = await call('get', 'pages?sort=localizations.title:desc&fields=title');
      expect(sorted.body.data.map((one: { title: string }) => one.title)).toEqual(['One', 'Alone']);
      expect((await call('put', `pages/${documentId}`, { localizations: [] })).status).toBe(400);
    });
  });

  describe('with drafts', () => {
    it('shares drafts with drafts and published rows with published rows', async () => {
      const article = await make('articles', { title: 'One', price: 1 });
      const path = `articles/${article.documentId}`;
      await call('put', `${path}?locale=fr`, { title: 'Un' });
      const prices = async () =>
        Promise.all(
          ['en', 'fr'].flatMap((locale) =>
            ['draft', 'published'].map(
              async (status) =>
                (await call('get', `${path}?locale=${locale}&status=${status}`)).body.data?.price,
            ),
          ),
        );
      await call('put', `${path}?locale=fr&status=draft`, { price: 2 });
      expect(await prices()).toEqual([2, 1, 2, 1]);
      await call('put', `${path}?locale=fr`, { title: 'Deux' });
      expect(await prices()).toEqual([2, 2, 2, 2]);
      await call('put', path, { price: 3 });
      expect(await prices()).toEqual([3, 3, 3, 3]);
      await call('put', `${path}?status=draft`, { price: 4 });
      await call('post', `${path}/actions/discard-draft?locale=fr`);
      expect(await prices()).toEqual([3, 3, 3, 3]);
    });

    it('publishes, unpublishes and deletes one locale or all locales', async () => {
      const article = await make('articles?status=draft', { title: 'One' });
      const path = `articles/${article.documentId}`;
      await call('put', `${path}?locale=fr&status=draft`, { title: 'Un' });
      expect((await call('post', `${path}/actions/publish?locale=fr`)).body.data.title).toBe('Un');
      expect(await titles('locale=*', 'articles')).toEqual(['Un']);
      expect((await call('post', `${path}/actions/publish?locale=*`)).status).toBe(200);
      expect(await titles('locale=*', 'articles')).toEqual(['One', 'Un']);
      await call('post', `${path}/actions/unpublish`);
      expect(await titles('locale=*', 'articles')).toEqual(['Un']);
      expect((await call('post', `${path}/actions/publish?locale=de`)).status).toBe(404);
      expect((await call('post', `${path}/actions/publish?locale=it`)).status).toBe(400);
      await call('delete', `${path}?locale=fr`);
      expect(await titles('locale=*&status=draft', 'articles')).toEqual(['One']);
    });

    it('counts documents, not locales, in publicationFilter', async () => {
      const article = await make('articles', { title: 'One' });
      await call('put', `articles/${article.documentId}?locale=fr&status=draft`, { title: 'Un' });
      const read = (filter: string) =>
        titles(`locale=fr&status=draft&publicationFilter=${filter}`, 'articles');
      expect(await read('never-published')).toEqual(['Un']);
      expect(await read('never-published-document')).toEqual([]);
      expect(await read('has-published-version')).toEqual([]);
      expect(await read('has-published-version-document')).toEqual(['Un']);
    });
  });
});
