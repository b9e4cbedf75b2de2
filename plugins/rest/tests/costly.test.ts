// The cost of one request: filters through nested relations are answered or refused before the statement timeout. A plan that repeats the
// search of one relation for each row of another exceeds it.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const ARTICLE = 'api::article.article';
const many = (target: string, more: object = {}) => ({
  type: 'relation',
  relation: 'manyToMany',
  target,
  ...more,
});
const localized = { i18n: { localized: true } };
const contentTypes = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    pluginOptions: localized,
    attributes: {
      title: { type: 'string', pluginOptions: localized },
      tags: many('api::tag.tag', { inversedBy: 'articles' }),
      related: many(ARTICLE),
      parent: { type: 'relation', relation: 'manyToOne', target: ARTICLE, inversedBy: 'children' },
      children: { type: 'relation', relation: 'oneToMany', target: ARTICLE, mappedBy: 'parent' },
    },
  },
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: { name: { type: 'string' }, articles: many(ARTICLE, { mappedBy: 'tags' }) },
  },
] as unknown as readonly ContentTypeDefinition[];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    database: testDatabases()[0],
    contentTypes,
    config: { plugins: { i18n: { config: { locales: ['en', 'fr', 'de', 'it'] } } } },
  });
  const tags: string[] = [];
  for (let n = 0; n < 20; n++)
    tags.push((await app.documents('api::tag.tag').create({ data: { name: `t${n}` } })).documentId);
  const related: string[] = [];
  await app.documents.transaction(async () => {
    for (let n = 0; n < 60; n++) {
      const data = { title: `a${n}`, tags, related: related.slice(0, 20), parent: related[0] };
      related.push((await app.documents(ARTICLE).create({ data })).documentId);
    }
  });
});
afterAll(() => app.close());

const titles = async (query: string): Promise<unknown[]> => {
  const { status, body } = await app.agent.get(`/api/articles?pagination[limit]=100&${query}`);
  return [status, status === 200 ? body.data.length : body.error.message];
};

/** The number of documents whose value at the end of the path starts with `a`, and with `zzz`. */
const paths: readonly (readonly [path: string, found: number, none: number])[] = [
  ['[tags][articles]'.repeat(3), 60, 0],
  ['[tags][articles]'.repeat(8), 60, 0],
  ['[related][related][related]', 57, 0],
  ['[$not][tags][$not][articles]'.repeat(3), 60, 0],
  ['[parent][children]'.repeat(5), 59, 0],
  ['[parent][$not][children]', 0, 59],
];
it.each(paths)('filters%s', async (path, found, none) => {
  for (const locale of ['', '&locale=*']) {
    expect(await titles(`filters${path}[title][$startsWith]=a${locale}`)).toEqual([200, found]);
    expect(await titles(`filters${path}[title][$startsWith]=zzz${locale}`)).toEqual([200, none]);
  }
});

it.each<[string, number]>([
  [`filters${'[tags][articles]'.repeat(9)}[title]=zzz`, 16],
  [`filters${'[$not][tags][$not][articles]'.repeat(12)}[title]=zzz`, 16],
  [`locale=*&filters${'[localizations]'.repeat(4)}[title]=zzz`, 3],
  [`filters${'[localizations]'.repeat(40)}[title]=zzz`, 3],
])('refuses %s', async (query, most) => {
  const [status, message] = await titles(query);
  expect([status, message]).toEqual([
    400,
    expect.stringContaining(`more than ${most} relations within relations`),
  ]);
});

it.each([
  'sort=tags.articles.tags.name',
  'sort=tags.name,related.title,children.title',
  `sort=${'tags.articles.'.repeat(8)}title`,
])('refuses %s', async (query) => {
  const [status, message] = await titles(query);
  expect([status, message]).toEqual([400, expect.stringContaining('more than 2 lists in an order')]);
});

it('sorts through two lists', async () => {
  expect(await titles('sort=tags.articles.title')).toEqual([200, 60]);
});

it('refuses a response that shared documents make too large', async () => {
  const query = `populate${'[tags][populate][articles][populate]'.repeat(3)}=*`;
  expect(await titles(query)).toEqual([400, expect.stringContaining('limits.answerBytes')]);
});
