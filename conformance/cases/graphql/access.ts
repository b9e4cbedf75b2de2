// Cases of permissions over GraphQL. In each operation, a user reads, filters, sorts, groups and writes only fields that the role allows.
import { borrowUser } from '../accounts';
import { ABSENT, article, get, named } from '../build';
import type { Case, Expectation, Step } from '../case';
import { ask } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const MINE = 'filters: { contact: { eq: "{mark}@conform.test" } }';
const ONE = 'article(documentId: "{a.documentId}")';
const as = (query: string, expect: Expectation): Step => ask(query, expect, { as: 'user' });
const shown = (query: string, data: Pattern): Step =>
  as(query, { status: 200, body: { errors: is.absent, data } });
/** Expects that the first error is at this path. */
const forbidden = (query: string, path: string, data: Pattern = is.any): Step =>
  as(query, {
    status: 200,
    body: {
      data,
      errors: [
        {
          message: 'Forbidden access',
          path: path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
          extensions: { code: 'FORBIDDEN', error: { name: 'ForbiddenError' } },
        },
      ],
    },
  });
/** Expects the error of a key that does not exist. */
const unknown = (query: string, key: string): Step =>
  as(query, {
    status: 200,
    body: {
      errors: [
        {
          message: `Invalid key ${key}`,
          extensions: { code: 'BAD_USER_INPUT', error: { name: 'ValidationError', details: { key } } },
        },
      ],
    },
  });
/** Expects that the root field is forbidden. */
const closed = (query: string, field: string): Step => forbidden(`${query.replace('FIELD', field)}`, field);
const update = (data: string, more = '', selected = 'summary'): string =>
  `mutation { updateArticle(documentId: "{a.documentId}", data: { ${data} }${more}) { ${selected} } }`;
const THROUGH_AUTHOR = 'filters: { author: { name: { eq: "{mark}" } } }';
const grouped = (group: string, given = ''): string =>
  `{ articles_connection(${MINE}) { aggregate { count groupBy { ${group} { key connection${given} { aggregate { count } } } } } } }`;

const READS: readonly Step[] = [
  shown(`{ ${ONE} { summary category { name articles { summary } } } }`, {
    article: { summary: 'before', category: { name: '{mark}', articles: [{ summary: 'before' }] } },
  }),
  forbidden(`{ ${ONE} { summary author { name } } }`, 'article.author', {
    article: { summary: 'before', author: null },
  }),
  forbidden(`{ ${ONE} { summary tags { name } } }`, 'article.tags', { article: null }),
  forbidden(`{ ${ONE} { tags_connection { nodes { name } } } }`, 'article.tags_connection'),
  forbidden(
    `{ ${ONE} { zone { ... on ComponentSharedRef { label target { name } } } } }`,
    'article.zone.0.target',
    { article: { zone: [{ label: 'r', target: null }] } },
  ),
  forbidden(
    '{ category(documentId: "{c.documentId}") { articles { summary author { name } } } }',
    'category.articles.0.author',
    { category: { articles: [{ summary: 'before', author: null }] } },
  ),
  ...[THROUGH_AUTHOR, 'sort: "author.name"'].flatMap((given) => [
    unknown(`{ category(documentId: "{c.documentId}") { articles(${given}) { summary } } }`, 'author'),
    unknown(`{ articles(${given}) { summary } }`, 'author'),
    unknown(`{ articles_connection(${given}) { pageInfo { total } } }`, 'author'),
  ]),
  shown(grouped('category'), {
    articles_connection: {
      aggregate: {
        count: 1,
        groupBy: { category: [{ key: '{c.documentId}', connection: { aggregate: { count: 1 } } }] },
      },
    },
  }),
  forbidden(grouped('author'), 'articles_connection.aggregate.groupBy.author', {
    articles_connection: { aggregate: { count: 1, groupBy: { author: null } } },
  }),
  unknown(grouped('category', `(${THROUGH_AUTHOR})`), 'author'),
  ...['articles', 'articles_connection'].flatMap((field) => {
    const selected = field === 'articles' ? 'summary' : 'nodes { summary }';
    return ['status: DRAFT', 'publicationFilter: MODIFIED', 'hasPublishedVersion: false'].map((given) =>
      forbidden(`{ ${field}(${MINE}, ${given}) { ${selected} } }`, field),
    );
  }),
  forbidden('{ article(documentId: "{a.documentId}", status: DRAFT) { summary } }', 'article'),
  ...['authors', 'tags', 'usersPermissionsUsers', 'usersPermissionsRoles', 'uploadFiles'].map((field) =>
    closed('{ FIELD { __typename } }', field),
  ),
  ...['authors_connection'].flatMap((field) =>
    ['nodes { name }', 'pageInfo { total }', 'aggregate { count }'].map((selected) =>
      closed(`{ FIELD { ${selected} } }`, field),
    ),
  ),
  closed('{ FIELD(documentId: "{h.documentId}") { name } }', 'author'),
  closed('{ FIELD { documentId } }', 'homepage'),
];
const WRITES: readonly Step[] = [
  closed('mutation { FIELD(data: { title: "{mark}" }) { title } }', 'createArticle'),
  ...['deleteArticle', 'publishArticle', 'unpublishArticle', 'discardDraftArticle'].map((field) =>
    closed('mutation { FIELD(documentId: "{a.documentId}") { documentId } }', field),
  ),
  closed('mutation { FIELD(documentId: "{c.documentId}", data: { name: "x" }) { name } }', 'updateCategory'),
  closed('mutation { FIELD(data: { headline: "x" }) { headline } }', 'updateHomepage'),
  closed('mutation { FIELD { documentId } }', 'deleteHomepage'),
  forbidden(update('title: "{mark} fr"', ', locale: "fr"'), 'updateArticle'),
  unknown(update('author: "{h.documentId}"'), 'author'),
  unknown(update('tags_relation: { disconnect: [{ documentId: "{t.documentId}" }] }'), 'tags'),
  get(
    '/articles/{a.documentId}?populate=*',
    { data: { summary: 'before', author: { name: '{mark}' }, tags: is.length(1) } },
    { as: 'full' },
  ),
  get('/articles/{a.documentId}?locale=fr', ABSENT, { as: 'full' }),
  forbidden(
    update('summary: "after"', '', 'summary category { name } author { name }'),
    'updateArticle.author',
    {
      updateArticle: { summary: 'after', category: { name: '{mark}' }, author: null },
    },
  ),
  // The answer of a write needs no permission to read drafts.
  shown(update('summary: "later"', ', status: DRAFT'), { updateArticle: { summary: 'later' } }),
];

export const quireGraphqlAccessCases: readonly Case[] = [
  {
    rows: ['quire.access.graphql'],
    given: {
      t: named('/tags'),
      h: named('/authors'),
      c: named('/categories'),
      a: article({
        ...{ contact: '{mark}@conform.test', summary: 'before', category: '{c.documentId}' },
        ...{ author: '{h.documentId}', tags: ['{t.documentId}'] },
        zone: [{ __component: 'shared.ref', label: 'r', target: '{t.documentId}' }],
      }),
    },
    async run(bench) {
      await borrowUser(bench, 'user', [
        ...['find', 'findOne', 'update'].map((verb) => `api::article.article.${verb}`),
        ...['find', 'findOne'].map((verb) => `api::category.category.${verb}`),
      ]);
      for (const step of [...READS, ...WRITES]) await bench.send(step);
    },
  },
];
