// Links that name a locale, written from the inverse side. That side sees and changes the links that name its locale or none.
import type { Kernel } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, openAgain, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const relation = (kind: string, target: string, more: object) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});
const TYPES = [
  type('article', {
    title: { type: 'string' },
    one: relation('oneToOne', 'topic', { inversedBy: 'oneBack' }),
    column: relation('manyToOne', 'topic', { inversedBy: 'columnBack' }),
    table: relation('manyToMany', 'topic', { inversedBy: 'tableBack' }),
  }),
  type(
    'topic',
    {
      name: { type: 'string', ...localized },
      see: relation('oneToOne', 'topic', {}),
      seeAll: relation('manyToMany', 'topic', {}),
      oneBack: relation('oneToOne', 'article', { mappedBy: 'one' }),
      columnBack: relation('oneToMany', 'article', { mappedBy: 'column' }),
      tableBack: relation('manyToMany', 'article', { mappedBy: 'table' }),
    },
    localized,
  ),
];
const ON = { rest: true, i18n: { config: { locales: ['en', 'fr', 'de'] } } };

describe.each(testDatabases())('links that name a locale, seen from the inverse side on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  let topic: string;

  const call = callerOf(() => kernel);
  const done = doneBy(call);
  const titles = (value: { title: string } | { title: string }[] | null): string[] =>
    [value ?? []].flat().map(({ title }) => title);
  /** The links of the topic, per locale. */
  const seen = async (back: string): Promise<string[][]> => {
    const lists: string[][] = [];
    for (const locale of ['en', 'fr'])
      lists.push(titles((await done('GET', `topics/${topic}?locale=${locale}&populate=${back}`))[back]));
    return lists;
  };
  /** The links of an article, read in English. */
  const shown = async (article: string, own: string): Promise<string[]> => {
    const value = (await done('GET', `articles/${article}?locale=en&populate=${own}`))[own];
    return [value ?? []].flat().map(({ name }: { name: string }) => name);
  };
  const link = (own: string, locale?: string): unknown => {
    const named = { documentId: topic, ...(locale ? { locale } : {}) };
    return own === 'table' ? [named] : named;
  };
  const article = async (title: string, own: string, locale?: string): Promise<string> =>
    (await done('POST', 'articles', { title, [own]: link(own, locale) })).documentId;
  const write = (locale: string, data: object) => done('PUT', `topics/${topic}?locale=${locale}`, data);

  beforeAll(async () => {
    app = await createTestApp({ database, contentTypes: TYPES, config: { plugins: ON } });
    kernel = app.kernel;
  });
  beforeEach(async () => {
    topic = (await done('POST', 'topics', { name: 'en' })).documentId;
    await write('fr', { name: 'fr' });
  });
  afterAll(async () => {
    expect(await examine(kernel)).toEqual([]);
    await kernel.stop();
    await app.close();
  });

  describe.each([
    ['column', 'columnBack', 'another one'],
    ['table', 'tableBack', 'another one'],
    ['one', 'oneBack', 'alone'],
  ])('%s', (own, back, company) => {
    const many = company !== 'alone';

    it('is seen only in the locale that the link names', async () => {
      await article('fr', own, 'fr');
      expect(await seen(back)).toEqual([[], ['fr']]);
    });

    it.each([
      ['an empty set', { set: [] }],
      ['an empty list', []],
      ['null', null],
    ])('%s keeps the links of another locale', async (_, value) => {
      await article('fr', own, 'fr');
      await write('en', { [back]: value });
      expect(await seen(back)).toEqual([[], ['fr']]);
      await write('fr', { [back]: value });
      expect(await seen(back)).toEqual([[], []]);
    });

    it('is not disconnected by a write in another locale', async () => {
      const id = await article('fr', own, 'fr');
      await write('en', { [back]: { disconnect: [id] } });
      expect(await seen(back)).toEqual([[], ['fr']]);
      await write('fr', { [back]: { disconnect: [id] } });
      expect(await seen(back)).toEqual([[], []]);
    });

    it('is one link for all locales when connected from another locale', async () => {
      const id = await article('both', own, 'fr');
      const answer = await done('PUT', `topics/${topic}?locale=en&populate=${back}`, {
        [back]: { connect: [id] },
      });
      expect(titles(answer[back])).toEqual(['both']);
      expect(await seen(back)).toEqual([['both'], ['both']]);
      expect(await shown(id, own)).toEqual(['en']);
    });

    it('keeps its locale when connected again from its own locale', async () => {
      const id = await article('fr', own, 'fr');
      await write('fr', { [back]: { connect: [id] } });
      expect(await seen(back)).toEqual([[], ['fr']]);
      expect(await shown(id, own)).toEqual(['fr']);
    });

    it('names no locale after its link is removed', async () => {
      const id = await article('x', own, 'fr');
      await write('fr', { [back]: { set: [] } });
      await write('en', { [back]: { connect: [id] } });
      expect(await shown(id, own)).toEqual(['en']);
      expect(await seen(back)).toEqual([['x'], ['x']]);
    });

    if (many)
      it('set replaces the links seen in this locale, and keeps the others', async () => {
        const free = await article('free', own);
        await article('fr', own, 'fr');
        await article('en', own, 'en');
        const added = (await done('POST', 'articles', { title: 'new' })).documentId;
        expect(await seen(back)).toEqual([
          ['free', 'en'],
          ['free', 'fr'],
        ]);
        await write('en', { [back]: [added, free] });
        expect((await seen(back))[0]).toEqual(['new', 'free']);
        expect((await seen(back))[1]?.toSorted()).toEqual(['fr', 'free', 'new']);
      });
  });

  it('removes the pin together with a target that another document takes', async () => {
    const loser = await article('loser', 'one', 'fr');
    await article('winner', 'one');
    const other = (await done('POST', 'topics', { name: 'other' })).documentId;
    await done('PUT', `topics/${other}`, { oneBack: loser });
    await done('PUT', `topics/${other}?locale=fr`, { name: 'autre' });
    const read = async (locale: string) =>
      (await done('GET', `articles/${loser}?locale=${locale}&populate=one`)).one.name;
    expect([await read('en'), await read('fr')]).toEqual(['other', 'autre']);
  });

  it('removes the pin together with a deleted target', async () => {
    const id = await article('x', 'column', 'fr');
    await done('DELETE', `topics/${topic}?locale=*`);
    topic = (await done('POST', 'topics', { name: 'en again' })).documentId;
    await write('fr', { name: 'fr again' });
    await write('en', { columnBack: [id] });
    expect(await shown(id, 'column')).toEqual(['en again']);
  });

  it.each([
    ['column', 'columnBack'],
    ['table', 'tableBack'],
    ['one', 'oneBack'],
  ])(
    '%s: while locales are off, a link that names a hidden one is hidden here, too, and not written',
    async (own, back) => {
      await article('fr', own, 'fr');
      await article('free', own === 'one' ? 'column' : own);
      await kernel.stop();
      kernel = await openAgain(app, { rest: true });
      const path = `topics/${topic}?populate=${back}`;
      const free = own === 'one' ? [] : ['free'];
      expect(titles((await done('GET', path))[back])).toEqual(free);
      expect(await done('GET', `topics?filters[${back}][title]=fr&filters[documentId]=${topic}`)).toEqual([]);
      expect(titles((await done('PUT', path, { [back]: own === 'one' ? null : [] }))[back])).toEqual([]);
      await kernel.stop();
      kernel = await openAgain(app, ON);
      expect(await seen(back)).toEqual([[], ['fr']]);
    },
  );

  it.each(['one', 'table'])('show relations of the locale that a link in %s names', async (own) => {
    const other = (await done('POST', 'topics', { name: 'other en' })).documentId;
    await done('PUT', `topics/${other}?locale=fr`, { name: 'other fr' });
    for (const locale of ['en', 'fr']) await write(locale, { see: other, seeAll: [other] });
    const id = await article('a', own, 'fr');
    const populate = `populate[${own}][populate][0]=see&populate[${own}][populate][1]=seeAll`;
    const found = (await done('GET', `articles/${id}?locale=en&${populate}`))[own];
    expect([found].flat()).toMatchObject([
      { name: 'fr', see: { name: 'other fr' }, seeAll: [{ name: 'other fr' }] },
    ]);
    for (const see of ['see', 'seeAll'])
      for (const [name, count] of [
        ['other fr', 1],
        ['other en', 0],
      ] as const)
        expect(
          await done('GET', `articles?filters[documentId]=${id}&filters[${own}][${see}][name]=${name}`),
        ).toHaveLength(count);
  });
});
