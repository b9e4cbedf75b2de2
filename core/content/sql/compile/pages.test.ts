// Pages of a relation for several parents at once: the pages together are the whole list, and parents do not share a page.
import { createTestApp, type TestApp, testDatabases } from '../../../testing';

const CATEGORY = 'api::category.category';
const ARTICLE = 'api::article.article';
const TITLES = ['a', 'b', 'c', 'd', 'e'];

interface Listed {
  readonly name: string;
  readonly articles: readonly { readonly title: string }[];
}

describe.each(testDatabases())('pages of each parent on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        {
          info: { singularName: 'category', pluralName: 'categories' },
          attributes: {
            name: { type: 'string' },
            articles: { type: 'relation', relation: 'oneToMany', target: ARTICLE, mappedBy: 'category' },
          },
        },
        {
          info: { singularName: 'article', pluralName: 'articles' },
          attributes: {
            title: { type: 'string' },
            category: {
              type: 'relation',
              relation: 'manyToOne',
              target: CATEGORY,
              inversedBy: 'articles',
            },
          },
        },
      ],
      listen: false,
    });
    const [one, two] = [
      await app.documents(CATEGORY).create({ data: { name: 'one' } }),
      await app.documents(CATEGORY).create({ data: { name: 'two' } }),
    ];
    // Rows of both parents take turns, so that the place of a row in its table is not its place in its list.
    for (const title of TITLES)
      for (const { documentId } of [one, two])
        await app.documents(ARTICLE).create({ data: { title, category: documentId } });
  });
  afterAll(() => app?.close());

  const shown = async (words: object): Promise<string[]> => {
    const found = await app.documents(CATEGORY).findMany({ sort: 'name', populate: { articles: words } });
    return (found as unknown as Listed[]).map(({ articles }) => articles.map(({ title }) => title).join(''));
  };

  it.each([
    ['the order of the links', {}, ['ab', 'cd', 'e', '']],
    ['a sort', { sort: 'title:desc' }, ['ed', 'cb', 'a', '']],
    ['a filter', { filters: { title: { $ne: 'a' } } }, ['bc', 'de', '', '']],
  ])('each page of two, with %s', async (_, more, expected) => {
    for (const [index, list] of expected.entries()) {
      const start = index * 2;
      expect(await shown({ ...more, pagination: { page: index + 1, pageSize: 2 } })).toEqual([list, list]);
      expect(await shown({ ...more, start, limit: 2 })).toEqual([list, list]);
    }
  });

  it('begins inside a page, and has no end with -1', async () => {
    expect(await shown({ start: 1, limit: 3 })).toEqual(['bcd', 'bcd']);
    expect(await shown({ start: 3, limit: -1 })).toEqual(['de', 'de']);
  });
});
