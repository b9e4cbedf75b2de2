// A body from the inverse side: a locale that it names selects the row that gains or loses its link.
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { callerOf, doneBy, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const PAGE = 'api::page.page';
const AUTHOR = 'api::author.author';
const held = (relation: 'oneToOne' | 'manyToOne' | 'manyToMany', inversedBy: string) =>
  ({ type: 'relation', relation, target: AUTHOR, inversedBy, ...localized }) as const;
const inverse = (relation: 'oneToOne' | 'oneToMany' | 'manyToMany', mappedBy: string) =>
  ({ type: 'relation', relation, target: PAGE, mappedBy }) as const;

const TYPES = [
  type(
    'page',
    {
      title: { type: 'string', ...localized },
      author: held('manyToOne', 'pages'),
      fans: held('manyToMany', 'likes'),
      owner: held('oneToOne', 'home'),
    },
    localized,
  ),
  type('author', {
    name: { type: 'string' },
    pages: inverse('oneToMany', 'author'),
    likes: inverse('manyToMany', 'fans'),
    home: inverse('oneToOne', 'owner'),
  }),
];

describe.each(testDatabases())('rows named through an inverse side on %s', (database) => {
  let app: TestApp;
  const call = callerOf(() => app.kernel);
  const answered = doneBy(call);
  const done = async (method: string, path: string, data: object): Promise<string> =>
    (await answered(method, path, data)).documentId;
  beforeAll(async () => {
    const plugins = { rest: true, i18n: { config: { locales: ['en', 'fr', 'de'] } } };
    app = await createTestApp({ database, contentTypes: TYPES, config: { plugins } });
  });
  /** The locales in which the page shows an author. */
  const localesLinked = async (page: string, own: string): Promise<string[]> => {
    const linked: string[] = [];
    for (const locale of ['en', 'fr', 'de']) {
      const { data } = (await call('GET', `pages/${page}?locale=${locale}&populate=${own}`)).body;
      if ([data[own]].flat()[0]) linked.push(locale);
    }
    return linked;
  };
  afterAll(async () => {
    expect(await examine(app.kernel)).toEqual([]);
    await app.close();
  });

  describe.each([
    ['author', 'pages'],
    ['fans', 'likes'],
    ['owner', 'home'],
  ])('%s, seen as %s', (own, other) => {
    const cases: readonly [string, (page: string) => object, readonly string[]][] = [
      ['of a locale', (documentId) => ({ disconnect: [{ documentId, locale: 'fr' }] }), ['en', 'de']],
      [
        'of several',
        (documentId) => ({ disconnect: ['fr', 'de'].map((locale) => ({ documentId, locale })) }),
        ['en'],
      ],
      ['of none', (documentId) => ({ disconnect: [documentId] }), ['fr', 'de']],
      [
        'of one beside another',
        (documentId) => ({ disconnect: [documentId, { documentId, locale: 'de' }] }),
        ['fr'],
      ],
    ];
    it.each(cases)('disconnect %s', async (_what, bodyOf, left) => {
      const author = await done('POST', 'authors', { name: 'A' });
      const page = await done('POST', 'pages', { title: 'en', [own]: author });
      for (const locale of ['fr', 'de'])
        await done('PUT', `pages/${page}?locale=${locale}`, { title: locale, [own]: author });
      await done('PUT', `authors/${author}`, { [other]: bodyOf(page) });
      expect(await localesLinked(page, own)).toEqual(left);
    });

    const named: readonly [string, (page: string) => object, readonly string[]][] = [
      ['connect of none', (documentId) => ({ connect: [documentId] }), ['en']],
      ['connect of a locale', (documentId) => ({ connect: [{ documentId, locale: 'fr' }] }), ['fr']],
      ['connect of both', (id) => ({ connect: [id, { documentId: id, locale: 'fr' }] }), ['en', 'fr']],
      [
        'connect of two, the own locale last',
        (id) => ({ connect: [{ documentId: id, locale: 'fr' }, id] }),
        ['en', 'fr'],
      ],
      ['a list of both', (id) => [id, { documentId: id, locale: 'de' }], ['en', 'de']],
    ];
    // A relation to one takes one reference.
    it.each(other === 'home' ? named.slice(0, 2) : named)('%s', async (_what, bodyOf, right) => {
      const page = await done('POST', 'pages', { title: 'en' });
      for (const locale of ['fr', 'de'])
        await done('PUT', `pages/${page}?locale=${locale}`, { title: locale });
      await done('POST', 'authors', { name: 'A', [other]: bodyOf(page) });
      expect(await localesLinked(page, own)).toEqual(right);
    });
  });
});
