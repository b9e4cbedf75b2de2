// Links that name a locale, written from the side of what they point at: that side sees and changes those that name its row, or no
// row, and never those of another.
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
      oneBack: relation('oneToOne', 'article', { mappedBy: 'one' }),
      columnBack: relation('oneToMany', 'article', { mappedBy: 'column' }),
      tableBack: relation('manyToMany', 'article', { mappedBy: 'table' }),
    },
    localized,
  ),
];
const ON = { rest: true, i18n: { config: { locales: ['en', 'fr', 'de'] } } };

describe.each(testDatabases())('links that name a locale, from the other side on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  let topic: string;

  const call = callerOf(() => kernel);
  const done = doneBy(call);
  const titles = (value: { title: string } | { title: string }[] | null): string[] =>
    [value ?? []].flat().map(({ title }) => title);
  /** What each locale of the topic shows. */
  const seen = async (back: string): Promise<string[][]> => {
    const lists: string[][] = [];
    for (const locale of ['en', 'fr'])
      lists.push(titles((await done('GET', `topics/${topic}?locale=${locale}&populate=${back}`))[back]));
    return lists;
  };
  /** What an article's relation shows, read in English. */
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
    ['one', 'oneBack', 'nobody'],
  ])('%s', (own, back, company) => {
    const many = company !== 'nobody';

    it('is seen in the locale it names alone', async () => {
      await article('fr', own, 'fr');
      expect(await seen(back)).toEqual([[], ['fr']]);
    });

    it.each([
      ['an empty set', { set: [] }],
      ['an empty list', []],
      ['null', null],
    ])('%s leaves what another locale names', async (_, value) => {
      await article('fr', own, 'fr');
      await write('en', { [back]: value });
      expect(await seen(back)).toEqual([[], ['fr']]);
      await write('fr', { [back]: value });
      expect(await seen(back)).toEqual([[], []]);
    });

    it('is not disconnected from another locale', async () => {
      const id = await article('fr', own, 'fr');
      await write('en', { [back]: { disconnect: [id] } });
      expect(await seen(back)).toEqual([[], ['fr']]);
      await write('fr', { [back]: { disconnect: [id] } });
      expect(await seen(back)).toEqual([[], []]);
    });

    it('connected from another locale means every locale, and once', async () => {
      const id = await article('both', own, 'fr');
      const answer = await done('PUT', `topics/${topic}?locale=en&populate=${back}`, {
        [back]: { connect: [id] },
      });
      expect(titles(answer[back])).toEqual(['both']);
      expect(await seen(back)).toEqual([['both'], ['both']]);
      expect(await shown(id, own)).toEqual(['en']);
    });

    it('connected again from its own locale keeps naming it', async () => {
      const id = await article('fr', own, 'fr');
      await write('fr', { [back]: { connect: [id] } });
      expect(await seen(back)).toEqual([[], ['fr']]);
      expect(await shown(id, own)).toEqual(['fr']);
    });

    it('a row that loses its link names nothing afterwards', async () => {
      const id = await article('x', own, 'fr');
      await write('fr', { [back]: { set: [] } });
      await write('en', { [back]: { connect: [id] } });
      expect(await shown(id, own)).toEqual(['en']);
      expect(await seen(back)).toEqual([['x'], ['x']]);
    });

    if (many)
      it('set replaces what this locale sees, and keeps the rest', async () => {
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

  it('a target taken away takes the name of its locale along', async () => {
    const loser = await article('loser', 'one', 'fr');
    await article('winner', 'one');
    const other = (await done('POST', 'topics', { name: 'other' })).documentId;
    await done('PUT', `topics/${other}`, { oneBack: loser });
    await done('PUT', `topics/${other}?locale=fr`, { name: 'autre' });
    const read = async (locale: string) =>
      (await done('GET', `articles/${loser}?locale=${locale}&populate=one`)).one.name;
    expect([await read('en'), await read('fr')]).toEqual(['other', 'autre']);
  });

  it('a target that is gone takes the name of its locale along', async () => {
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
});
