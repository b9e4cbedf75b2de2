// Cases of permissions on drafts: reading, answers of writes, and queries that lead to drafts.
import { AUTHOR, userMay } from '../access-build';
import { article, get, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { ask } from '../graphql-build';
import { is } from '../pattern';

const NEEDING_DRAFTS = [
  ...['publicationFilter=never-published', 'publicationFilter=modified', 'publicationFilter=unmodified'],
  ...['publicationFilter=never-published-document', 'publicationFilter=published-without-draft'],
  ...['publicationFilter=published-with-draft', 'hasPublishedVersion=false'],
];
const HARMLESS = [
  ...['publicationFilter=has-published-version', 'publicationFilter=has-published-version-document'],
  'hasPublishedVersion=true',
];
const AUTHORS = ['/authors', '/authors/{a.documentId}'];
const author = { a: named('/authors', '{mark} 1') };
const act = (path: string, expect: Expectation): Step => ({ send: 'POST', path, expect });
const HIDDEN = is.oneOf(is.absent, null, []);

/** Queries through a relation to authors, and the path above the relation. */
const DRAFTS_OF_AUTHORS: readonly (readonly [path: string, words: string, above: string | null])[] = [
  ['/profiles', 'filters[author][name]=x', null],
  ['/profiles', 'filters[author][id][$null]=true', null],
  ['/profiles', 'filters[$or][0][nick]=a&filters[$or][1][$not][author][name][$ne]=x', null],
  ['/profiles', 'sort=author.name', null],
  ['/profiles', 'sort[author][name]=desc', null],
  ['/articles', 'filters[related][author][name]=x', 'related'],
  ['/articles', 'sort=title,author.name', null],
];
/** Without the permission for drafts, the relation is an unknown key; the same query of published rows is answered. */
const draftsAre = (path: string, words: string, above: string | null, status: 400 | 200): Step =>
  status === 200
    ? get(`${path}?${words}`, { status })
    : get(`${path}?status=draft&${words}`, {
        status,
        error: { name: 'ValidationError', details: { key: 'author', path: above } },
      });

export const quireAccessDraftCases: readonly Case[] = [
  userMay(
    'read-draft',
    [AUTHOR('find'), AUTHOR('findOne')],
    [
      get('/authors?status=draft', { status: 403 }),
      get('/authors/{a.documentId}?status=draft', { status: 403 }),
      get('/authors/{a.documentId}', { status: 200 }),
    ],
    author,
  ),
  {
    ...userMay(
      'read-draft',
      [AUTHOR('find'), AUTHOR('findOne'), AUTHOR('readDraft')],
      [get('/authors/{a.documentId}?status=draft', { status: 200 })],
      author,
    ),
    name: 'granted',
  },
  userMay(
    'read-draft.target',
    ['api::category.category.findOne', 'api::article.article.find', AUTHOR('find')],
    [
      get('/categories/{c.documentId}?populate[articles][populate][0]=author&status=draft', {
        status: 200,
        data: { articles: is.oneOf(is.absent, []) },
      }),
    ],
    {
      ...author,
      c: named('/categories'),
      t: article({ category: '{c.documentId}', author: '{a.documentId}' }),
    },
  ),
  {
    ...userMay(
      'read-draft.target',
      ['api::category.category.findOne', 'api::article.article.find'],
      [
        ...['hasPublishedVersion=false', 'publicationFilter=modified'].map((words) =>
          get(`/categories/{c.documentId}?populate=articles&${words}`, {
            status: 200,
            data: { articles: is.absent },
          }),
        ),
        get('/categories/{c.documentId}?populate=articles&hasPublishedVersion=true', {
          status: 200,
          data: { articles: [{ title: '{mark}' }] },
        }),
      ],
      { c: named('/categories'), t: article({ category: '{c.documentId}' }) },
    ),
    name: 'filters of versions',
  },
  {
    ...userMay(
      'read-draft.target',
      [
        ...['create', 'update', 'find', 'publish', 'unpublish', 'discardDraft'].map(
          (verb) => `api::article.article.${verb}`,
        ),
        ...[AUTHOR('find'), 'api::category.category.find'],
      ],
      [
        ...[
          put('/articles/{t.documentId}?status=draft&populate=*', { summary: 's' }),
          act('/articles/{t.documentId}/actions/discard-draft?populate=*', {}),
          act('/articles/{t.documentId}/actions/unpublish?populate=*', {}),
          put('/articles/{t.documentId}?status=draft&populate[0]=author&populate[1]=category', {
            summary: 't',
          }),
        ].map(
          (step): Step => ({
            ...step,
            expect: { status: 200, data: { author: HIDDEN, category: { name: '{mark} c' } } },
          }),
        ),
        put(
          '/articles/{t.documentId}?status=draft&populate[zone][on][shared.ref][populate]=*',
          { summary: 'u' },
          { data: { zone: [{ label: 'r', authors: HIDDEN }] } },
        ),
        post(
          '/articles?status=draft&populate=author',
          { title: '{mark}', author: '{a.documentId}' },
          { status: 201, data: { author: HIDDEN } },
        ),
        act('/articles/{t.documentId}/actions/publish?populate=author', {
          data: { author: { name: '{mark} 1', publishedAt: is.timestamp } },
        }),
      ],
      {
        ...author,
        c: named('/categories', '{mark} c'),
        t: article({
          ...{ category: '{c.documentId}', author: '{a.documentId}' },
          zone: [{ __component: 'shared.ref', label: 'r', authors: ['{a.documentId}'] }],
        }),
      },
    ),
    name: 'in the answer of a write',
  },
  userMay(
    'write-answer',
    [AUTHOR('update')],
    [
      put(
        '/authors/{a.documentId}?status=draft',
        { name: '{mark} 2' },
        { status: 200, data: { name: '{mark} 2', publishedAt: null } },
      ),
    ],
    author,
  ),
  userMay(
    'publish',
    [AUTHOR('update')],
    [{ send: 'POST', path: '/authors/{a.documentId}/actions/publish', expect: { status: 403 } }],
    author,
  ),
  userMay(
    'read-draft.through',
    [
      ...['find', 'findOne'].flatMap((verb) => [AUTHOR(verb), `api::profile.profile.${verb}`]),
      ...['find', 'findOne', 'readDraft'].map((verb) => `api::article.article.${verb}`),
    ],
    [
      get('/profiles?status=draft&populate=author', { data: is.each({ author: is.absent }) }),
      get('/profiles/{p.documentId}?status=draft&populate=*', { data: { author: is.absent } }),
      get('/profiles/{p.documentId}?populate=author', { data: { author: { name: '{mark} 1' } } }),
      ...DRAFTS_OF_AUTHORS.map(([path, words, below]) => draftsAre(path, words, below, 400)),
      ...DRAFTS_OF_AUTHORS.map(([path, words, below]) => draftsAre(path, words, below, 200)),
      get('/articles/{t.documentId}?status=draft&populate[zone][populate]=*', {
        data: { zone: [{ label: 'r', authors: is.absent }] },
      }),
      ...['populate[related][populate]=author', 'populate[related][populate]=*'].flatMap((words) => [
        get(`/articles/{u.documentId}?status=draft&${words}`, {
          data: { related: [{ title: '{mark}', author: is.absent }] },
        }),
        get(`/articles/{u.documentId}?${words}`, {
          data: { related: [{ title: '{mark}', author: { name: '{mark} 1' } }] },
        }),
      ]),
      get('/articles/{u.documentId}?status=draft&populate[related][populate][zone][populate]=*', {
        data: { related: [{ zone: [{ label: 'r', authors: is.absent }] }] },
      }),
      get('/articles/{t.documentId}?populate[zone][populate]=*', {
        data: { zone: [{ label: 'r', authors: is.length(1) }] },
      }),
    ],
    {
      a: named('/authors', '{mark} 1'),
      p: made('/profiles', { nick: '{mark}', author: '{a.documentId}' }),
      t: article({
        author: '{a.documentId}',
        zone: [{ __component: 'shared.ref', label: 'r', authors: ['{a.documentId}'] }],
      }),
      u: article({ related: ['{t.documentId}'] }),
    },
  ),
  {
    ...userMay(
      'read-draft.through',
      [AUTHOR('find'), ...['find', 'readDraft'].map((verb) => `api::article.article.${verb}`)],
      [
        ...(
          [
            ['DRAFT', HIDDEN],
            ['PUBLISHED', { name: '{mark} 1' }],
          ] as const
        ).map(([status, author]) =>
          ask(
            `{ articles_connection(status: ${status}, filters: { documentId: { eq: "{t.documentId}" } }) {
            aggregate { groupBy { title { key connection { nodes { title author { name } } } } } } } }`,
            {
              status: 200,
              at: {
                'data.articles_connection.aggregate.groupBy.title.0.connection.nodes': [
                  { title: '{mark}', author },
                ],
              },
            },
          ),
        ),
      ],
      { a: named('/authors', '{mark} 1'), t: article({ author: '{a.documentId}' }) },
    ),
    name: 'in the documents of a group',
    needs: ['graphql', 'aggregates'],
  },
  userMay(
    'read-draft.filters',
    ['find', 'findOne'].map((verb) => `api::author.author.${verb}`),
    AUTHORS.flatMap((path) => [
      ...NEEDING_DRAFTS.map((words) => get(`${path}?${words}`, { status: 403 })),
      ...[...HARMLESS, ...NEEDING_DRAFTS].map((words) =>
        get(`${path}?status=draft&${words}`, { status: 403 }),
      ),
      ...HARMLESS.map((words) => get(`${path}?${words}`, { status: 200 })),
    ]),
    { a: named('/authors') },
  ),
];
