// Cases of permissions with a list of attributes, over GraphQL: each other attribute is an error at its path, and the rest is answered.
import { actionsOf, borrowUser, type Granted } from '../accounts';
import { article, get, named } from '../build';
import type { Case, Step } from '../case';
import { ask } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { rule } from '../rules-build';

const READABLE = ['title', 'rating', 'category', 'seo'];
const GRANTED: readonly Granted[] = [
  { action: 'api::article.article.find', fields: READABLE },
  { action: 'api::article.article.findOne', fields: READABLE },
  { action: 'api::article.article.update', fields: ['rating'] },
  ...actionsOf('category', 'find', 'findOne'),
  ...actionsOf('tag', 'find', 'findOne'),
];
const OWN = 'filters: { title: { eq: "{mark}" } }';

const answers = (query: string, data: Pattern, ...paths: string[]): Step =>
  ask(
    query,
    {
      status: 200,
      body: {
        data,
        errors:
          paths.length === 0
            ? is.absent
            : is.shuffled(
                ...paths.map((path) => ({
                  message: 'Forbidden access',
                  path: path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
                  extensions: { code: 'FORBIDDEN' },
                })),
              ),
      },
    },
    { as: 'reader' },
  );
const unknown = (query: string, key: string): Step =>
  ask(
    query,
    {
      status: 200,
      body: { errors: [{ extensions: { code: 'BAD_USER_INPUT', error: { details: { key } } } }] },
    },
    { as: 'reader' },
  );
const ONE = 'article(documentId: "{a.documentId}")';
const KNOWN = { title: '{mark}', rating: 4, category: { name: '{mark}' }, seo: { metaTitle: 'S' } };
const SHOWN = 'title rating category { name } seo { metaTitle }';
/** A selection of an attribute that the rule hides, and its key. A list that is never null takes its document with it. */
const HIDDEN = [
  ['summary', 'summary'],
  ['price', 'price'],
  ['kind', 'kind'],
  ['other: body', 'other'],
  ['cover { name }', 'cover'],
  ['owner { username }', 'owner'],
  ['links { label }', 'links'],
  ['zone { ... on ComponentSharedQuote { text } }', 'zone'],
  ['tags_connection { nodes { name } }', 'tags_connection'],
] as const;

export const quireGraphqlHiddenCases: readonly Case[] = [
  rule(
    'fields',
    async (bench) => {
      await borrowUser(bench, 'reader', GRANTED);
      const steps: readonly Step[] = [
        answers(
          `{ ${ONE} { ${SHOWN} } articles(${OWN}) { ${SHOWN} } }`,
          is.exactly({ article: KNOWN, articles: [KNOWN] }),
        ),
        ...HIDDEN.flatMap(([selected, key]) => [
          answers(
            `{ ${ONE} { title ${selected} rating } }`,
            { article: is.exactly({ title: '{mark}', [key]: null, rating: 4 }) },
            `article.${key}`,
          ),
          answers(
            `{ articles(${OWN}) { ${selected} title } }`,
            { articles: [is.exactly({ [key]: null, title: '{mark}' })] },
            `articles.0.${key}`,
          ),
        ]),
        answers(`{ ${ONE} { title tags { name } } }`, { article: null }, 'article.tags'),
        answers(
          `{ ${ONE} { category { name articles { title summary price rating } } } }`,
          {
            article: {
              category: {
                name: '{mark}',
                articles: [{ title: '{mark}', summary: null, price: null, rating: 4 }],
              },
            },
          },
          ...['summary', 'price'].map((key) => `article.category.articles.0.${key}`),
        ),
        answers(
          `{ articles_connection(${OWN}) { nodes { title body } pageInfo { total } aggregate { count max { rating price } groupBy { rating { key } kind { key } } } } }`,
          {
            articles_connection: {
              ...{ nodes: [{ title: '{mark}', body: null }], pageInfo: { total: 1 } },
              aggregate: {
                count: 1,
                max: { rating: 4, price: null },
                groupBy: { rating: [{ key: 4 }], kind: null },
              },
            },
          },
          'articles_connection.nodes.0.body',
          'articles_connection.aggregate.max.price',
          'articles_connection.aggregate.groupBy.kind',
        ),
        ...['filters: { summary: { eq: "x" } }', 'sort: "summary"'].map((words) =>
          unknown(`{ articles(${words}) { title } }`, 'summary'),
        ),
        unknown(
          `mutation { updateArticle(documentId: "{a.documentId}", data: { summary: "x" }) { title } }`,
          'summary',
        ),
        answers(
          `mutation { updateArticle(documentId: "{a.documentId}", data: { rating: 5 }) { title rating summary zone { __typename } } }`,
          { updateArticle: is.exactly({ title: '{mark}', rating: 5, summary: null, zone: null }) },
          'updateArticle.summary',
          'updateArticle.zone',
        ),
      ];
      for (const step of steps) await bench.send(step);
      await bench.send(get('/articles/{a.documentId}', { data: { rating: 5, summary: 'hidden' } }));
    },
    {
      name: 'over GraphQL',
      needs: ['graphql', 'upload', 'aggregates'],
      given: {
        c: named('/categories'),
        t: named('/tags'),
        a: article({
          ...{ summary: 'hidden', rating: 4, price: 1, kind: 'news', category: '{c.documentId}' },
          ...{ tags: ['{t.documentId}'], seo: { metaTitle: 'S' }, links: [{ label: 'l' }] },
          zone: [{ __component: 'shared.quote', text: 'q' }],
        }),
      },
    },
  ),
];
