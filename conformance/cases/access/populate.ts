// Cases of the permission that populate needs: at each level, in entries, in answers to writes, and over GraphQL.
import { may, userMay } from '../access-build';
import { actionsOf } from '../accounts';
import { article, get, made, named, put } from '../build';
import type { Case } from '../case';
import { ask, gives } from '../graphql-build';
import { is } from '../pattern';

const NEEDS_FIND = 'rest.populate.needs-find.deeper';
const HIDDEN_FROM = {
  t: named('/tags', '{mark} t'),
  h: named('/authors', '{mark} h'),
  c: named('/categories', '{mark} c'),
  a: article({
    category: '{c.documentId}',
    author: '{h.documentId}',
    tags: ['{t.documentId}'],
    zone: [{ __component: 'shared.ref', label: 'r', target: '{t.documentId}', authors: ['{h.documentId}'] }],
  }),
};

/** The documents of a list in GraphQL, and those of a group. */
const NODES: readonly ((fields: string) => string)[] = [
  (fields) => `nodes { ${fields} }`,
  (fields) => `aggregate { groupBy { title { connection { nodes { ${fields} } } } } }`,
];
const ownArticles = (selected: string): string =>
  `{ articles_connection(filters: { documentId: { eq: "{a.documentId}" } }) { ${selected} } }`;
const MIXED = {
  t: named('/tags', '{mark} t'),
  h: named('/authors', '{mark} h'),
  z: made('/zoos', {
    name: '{mark}',
    morphMany: [
      { __type: 'api::author.author', documentId: '{h.documentId}' },
      { __type: 'api::tag.tag', documentId: '{t.documentId}' },
    ],
  }),
};

export const accessPopulateCases: readonly Case[] = [
  may(
    NEEDS_FIND,
    [...actionsOf('article', 'find', 'findOne', 'update'), ...actionsOf('category', 'find')],
    [
      get('/articles/{a.documentId}?populate=*', {
        data: { category: { name: '{mark} c' }, author: is.absent, tags: is.absent },
      }),
      get('/articles/{a.documentId}?populate[category][populate]=articles', {
        data: { category: { articles: is.length(1) } },
      }),
      get('/articles?filters[documentId][$eq]={a.documentId}&populate=*', {
        data: [{ author: is.absent, tags: is.absent }],
      }),
      get('/articles/{a.documentId}?populate[category][populate][articles][populate][0]=author', {
        data: { category: { articles: is.both(is.length(1), is.each({ author: is.absent })) } },
      }),
      get('/articles/{a.documentId}?populate[zone][on][shared.ref][populate]=*', {
        data: { zone: [{ label: 'r', target: is.absent, authors: is.absent }] },
      }),
      put(
        '/articles/{a.documentId}?populate=*',
        { summary: 's' },
        { data: { summary: 's', author: is.absent, tags: is.absent } },
      ),
    ],
    HIDDEN_FROM,
  ),
  userMay(
    'like-unknown',
    actionsOf('article', 'find'),
    ['author', 'nope'].map((key) =>
      get(`/articles?fields=${key}`, { status: 400, error: { details: { key, path: null } } }),
    ),
    {},
    { name: 'fields' },
  ),
  may(
    NEEDS_FIND,
    [...actionsOf('article', 'find'), ...actionsOf('category', 'find')],
    NODES.flatMap((nodes) => [
      ask(ownArticles(nodes('category { name }')), { status: 200, body: { errors: is.absent } }),
      ...['author { name }', 'tags { name }'].map((hidden) =>
        ask(ownArticles(nodes(`category { name } ${hidden}`)), {
          status: 200,
          body: { errors: is.including({ extensions: { code: 'FORBIDDEN' } }) },
        }),
      ),
    ]),
    HIDDEN_FROM,
    { name: 'over GraphQL, also in groups', needs: ['graphql', 'aggregates'] },
  ),
  may(
    NEEDS_FIND,
    [...actionsOf('zoo', 'find', 'findOne'), ...actionsOf('tag', 'find')],
    [
      ...['populate=*', 'populate=morphMany', 'populate[morphMany][on][api::tag.tag]=true'].map((query) =>
        get(`/zoos/{z.documentId}?${query}`, {
          data: { morphMany: is.both(is.length(1), [{ name: '{mark} t' }]) },
        }),
      ),
      get('/zoos/{z.documentId}?populate[morphMany][on][api::author.author]=true', {
        data: { morphMany: is.oneOf(is.absent, is.length(0)) },
      }),
    ],
    MIXED,
    { name: 'the types of a polymorphic relation' },
  ),
  userMay(
    'graphql',
    [...actionsOf('zoo', 'find', 'findOne'), ...actionsOf('tag', 'find')],
    [
      gives(
        '{ zoo(documentId: "{z.documentId}") { morphMany { ... on Tag { name } ... on Author { name } } } }',
        {
          zoo: { morphMany: is.both(is.length(1), [{ name: '{mark} t' }]) },
        },
      ),
    ],
    MIXED,
    { name: 'the types of a polymorphic relation' },
  ),
  may(
    NEEDS_FIND,
    [
      ...actionsOf('article', 'findOne', 'update'),
      ...actionsOf('tag', 'find'),
      ...actionsOf('author', 'find'),
    ],
    [
      get('/articles/{a.documentId}?populate[zone][on][shared.ref][populate]=*', {
        data: { zone: [{ target: { name: '{mark} t' }, authors: [{ name: '{mark} h' }] }] },
      }),
    ],
    HIDDEN_FROM,
    { name: 'granted' },
  ),
  may(
    NEEDS_FIND,
    [
      ...actionsOf('article', 'findOne'),
      ...['category', 'tag', 'author'].flatMap((name) =>
        actionsOf(name, 'findOne', 'create', 'update', 'delete'),
      ),
    ],
    [
      get('/articles/{a.documentId}?populate=*', {
        data: { title: '{mark}', category: is.absent, author: is.absent, tags: is.absent },
      }),
      get('/articles/{a.documentId}?populate[zone][on][shared.ref][populate]=*', {
        data: { zone: [{ label: 'r', target: is.absent, authors: is.absent }] },
      }),
    ],
    HIDDEN_FROM,
    { name: 'all other actions granted' },
  ),
  may(
    'quire.access.populate-on-writes',
    [...actionsOf('article', 'update'), ...actionsOf('tag', 'find'), ...actionsOf('author', 'find')],
    [
      put(
        '/articles/{a.documentId}?populate=*',
        { summary: 's' },
        { data: { author: { name: '{mark} h' }, tags: [{ name: '{mark} t' }], category: is.absent } },
      ),
    ],
    HIDDEN_FROM,
  ),
];
