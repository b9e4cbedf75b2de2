// Cases of our own decisions on filters, order, pages and populate.
import { article, check, del, get, named, names, OWN, plain, put, several } from './build';
import type { Case, Step } from './case';
import { is, type Pattern } from './pattern';

const bad = (query: string, more: { readonly [key: string]: Pattern } = {}): Step =>
  get(query, { status: 400, error: { name: 'ValidationError', ...more } });
const asks = (query: string, ...some: string[]): Step => get(`/plains?${OWN}&${query}`, { some });
const lists = (query: string, ...list: string[]): Step => get(`/plains?${OWN}&${query}`, { list });

const NULLS = {
  a: plain({ n: 1, name: 'x' }),
  b: plain({ n: null, name: null }),
  c: plain({ n: 2, name: 'y' }),
};
const TWO = {
  l: named('/labels', '{mark} l'),
  m: named('/labels', '{mark} m'),
  a: plain({ labels: ['{l.documentId}', '{m.documentId}'] }),
  b: plain({ labels: ['{m.documentId}'] }),
  c: plain(),
};
const ZONE = {
  t: named('/tags', 't'),
  a: article({
    zone: [
      { __component: 'shared.ref', label: 'r', target: '{t.documentId}' },
      { __component: 'shared.quote', text: 'Be.', by: 'Me' },
    ],
  }),
};
const FIVE = several(5, (index) => plain({ n: index }));

export const quireQueryCases: readonly Case[] = [
  check('quire.filters.number', {}, [
    bad('/plains?filters[n][$eq]=many'),
    bad('/plains?filters[ratio][$gt]=x'),
    bad('/plains?filters[big][$eq]=4x'),
  ]),
  check('quire.filters.between', {}, [
    bad('/plains?filters[n][$between][0]=1'),
    bad('/plains?filters[n][$between]=1,2'),
    bad('/plains?filters[n][$between][0]=1&filters[n][$between][1]=2&filters[n][$between][2]=3'),
  ]),
  check('quire.filters.logic', {}, [bad('/plains?filters[$and]=1'), bad('/plains?filters[$or][n][$eq]=1')]),
  check('quire.filters.below-scalar', {}, [bad('/plains?filters[name][foo][$eq]=1')]),
  check('quire.filters.operator', {}, [
    bad('/plains?filters[name][$like]=1', { message: 'Invalid key $like at name' }),
    bad('/plains?filters[name][eq]=1', { message: 'Invalid key eq at name' }),
  ]),
  check('quire.filters.boolean-text', {}, [
    bad('/plains?filters[flag][$contains]=t'),
    bad('/plains?filters[flag][$startsWith]=t'),
  ]),
  check('quire.filters.boolean-order', {}, [
    bad('/plains?filters[flag][$lt]=true'),
    bad('/plains?filters[flag][$between][0]=true&filters[flag][$between][1]=false'),
  ]),
  check('quire.filters.zone', {}, [
    bad('/articles?filters[zone][text][$eq]=1', { message: 'Invalid key zone' }),
  ]),
  check(
    'quire.filters.exact',
    {
      a: plain({ name: 'Élan' }),
      b: plain({ name: 'Elan' }),
      c: plain({ name: 'élan' }),
      d: plain({ name: 'Elan ' }),
    },
    [
      asks('filters[name][$eq]=Élan', 'a'),
      asks('filters[name][$eq]=Elan', 'b'),
      asks('filters[name][$in][0]=élan', 'c'),
      asks('filters[name][$eq]=Elan ', 'd'),
      asks('filters[name][$contains]=lan ', 'd'),
      asks('filters[name][$startsWith]=É', 'a'),
    ],
  ),
  check(
    'quire.filters.fold',
    {
      a: plain({ name: 'ÉLAN' }),
      b: plain({ name: 'élan' }),
      c: plain({ name: 'ΟΔΟΣ' }),
      d: plain({ name: 'οδος' }),
    },
    [
      asks('filters[name][$eqi]=Élan', 'a', 'b'),
      asks('filters[name][$containsi]=Οδοσ', 'c', 'd'),
      asks('filters[name][$startsWithi]=éL', 'a', 'b'),
    ],
  ),
  check('quire.filters.null-comparison', NULLS, [
    asks('filters[n][$ne]=1', 'c'),
    asks('filters[n][$notIn][0]=1', 'c'),
    asks('filters[name][$nei]=X', 'c'),
    asks('filters[name][$notContains]=x', 'c'),
    asks('filters[n][$not][$eq]=1', 'c'),
    asks('filters[$not][n][$eq]=1', 'c'),
  ]),
  check('quire.filters.implicit-eq', NULLS, [
    asks('filters[n]=1', 'a'),
    asks('filters[n][0]=1&filters[n][1]=2', 'a', 'c'),
  ]),
  check('quire.filters.one-document', TWO, [
    asks('filters[labels][name][$endsWith]=l&filters[labels][documentId][$eq]={l.documentId}', 'a'),
    asks('filters[labels][name][$endsWith]=l&filters[labels][documentId][$eq]={m.documentId}'),
  ]),
  check('quire.filters.two-documents', TWO, [
    asks(
      'filters[$and][0][labels][name][$endsWith]=l&filters[$and][1][labels][documentId][$eq]={m.documentId}',
      'a',
    ),
  ]),
  check('quire.filters.not-relation', TWO, [
    asks('filters[$not][labels][name][$endsWith]=l', 'b', 'c'),
    asks('filters[$not][labels][name][$endsWith]=m', 'c'),
  ]),
  check('quire.filters.find-one', { a: plain({ n: 1 }) }, [
    get('/plains/{a.documentId}?filters[n][$eq]=1', { status: 200 }),
    get('/plains/{a.documentId}?filters[n][$eq]=2', { status: 404 }),
  ]),
  check(
    'quire.filters.component',
    {
      a: article({
        links: [
          { label: '{mark}1', href: '/1' },
          { label: '{mark}2', href: '/2' },
        ],
      }),
    },
    [
      get('/articles?filters[links][label][$eq]={mark}1&filters[links][href][$eq]=/1', { list: ['a'] }),
      get('/articles?filters[links][label][$eq]={mark}1&filters[links][href][$eq]=/2', { list: [] }),
    ],
  ),
  check('quire.filters.no-related', TWO, [
    asks('filters[labels][id][$null]=true', 'c'),
    asks('filters[labels][documentId][$null]=true', 'c'),
    asks('filters[labels][name][$null]=true', 'c'),
    asks('filters[labels][$or][0][id][$null]=true&filters[labels][$or][1][name][$endsWith]=l', 'a', 'c'),
    asks('filters[$or][0][labels][id][$null]=true&filters[$or][1][labels][name][$endsWith]=l', 'a', 'c'),
  ]),
  check('quire.filters.no-related.other', TWO, [
    asks('filters[labels][name][$ne]=x', 'a', 'b'),
    asks('filters[labels][$not][name]=x', 'a', 'b'),
    asks('filters[labels][id][$notNull]=true', 'a', 'b'),
    asks('filters[labels][id][$null]=true&filters[labels][name]=x'),
  ]),
  check(
    'quire.filters.no-entry',
    {
      a: article({ seo: { metaTitle: 't', metaDescription: 'd' } }),
      b: article({ seo: { metaTitle: 't' } }),
      c: article(),
    },
    [
      get('/articles?filters[title][$eq]={mark}&filters[seo][metaDescription][$null]=true', {
        some: ['b', 'c'],
      }),
    ],
  ),
  check('quire.filters.list-operand', FIVE, [
    asks('filters[n][$eq][0]=1&filters[n][$eq][1]=3', 'd1', 'd3'),
    asks('filters[n][$ne][0]=1&filters[n][$ne][1]=3', 'd0', 'd2', 'd4'),
    asks('filters[n][$contains][0]=1&filters[n][$contains][1]=3', 'd1', 'd3'),
    asks('filters[n][$notContains][0]=1&filters[n][$notContains][1]=3', 'd0', 'd2', 'd4'),
    asks('filters[n][$not][0]=1&filters[n][$not][1]=3', 'd0', 'd2', 'd4'),
  ]),
  check('quire.filters.list-in-logic', FIVE, [
    asks('filters[$or][0][0][n][$gt]=1&filters[$or][0][1][n][$lt]=3&filters[$or][1][n]=4', 'd2', 'd4'),
  ]),
  check('quire.filters.in-nothing', NULLS, [asks('filters[n][$in]')]),
  check('quire.filters.component-value', { a: article({ seo: { metaTitle: 't' } }) }, [
    get('/articles?filters[title][$eq]={mark}&filters[seo]=2', { some: [] }),
  ]),
  check(
    'quire.filters.search',
    {
      a: plain({ n: 987654, name: 'x {mark}NEEDLE' }),
      b: plain({ n: 98765 }),
      c: plain({ body: '{mark}needle' }),
    },
    [
      asks('_q={mark}Needle', 'a', 'c'),
      asks('_q=98765', 'b'),
      asks('_q=987654', 'a'),
      asks('_q={c.documentId}', 'c'),
    ],
  ),
  check('quire.populate.component-filter', { a: article({ seo: { metaTitle: 'one' } }) }, [
    get('/articles/{a.documentId}?populate[seo][filters][metaTitle]=one', {
      data: { seo: { metaTitle: 'one' } },
    }),
    get('/articles/{a.documentId}?populate[seo][filters][metaTitle]=two', { data: { seo: null } }),
  ]),
  check('quire.filters.on-writes', { a: plain({ n: 1 }) }, [
    ...['sort=nope', 'filters[nope]=1', 'fields=nope', 'populate=nope'].flatMap((query) => [
      put(`/plains/{a.documentId}?${query}`, { n: 2 }, { status: 400 }),
      del(`/plains/{a.documentId}?${query}`, { status: 400 }),
    ]),
    get('/plains/{a.documentId}', { data: { n: 1 } }),
  ]),
  check(
    'quire.sort.json',
    { a: plain({ meta: { b: 1 } }), b: plain({ meta: { a: 1 } }), c: plain({ meta: null }) },
    [lists('sort=meta', 'c', 'b', 'a'), lists('sort=meta:desc', 'a', 'b', 'c')],
  ),
  check('quire.filters.null-any', NULLS, [
    asks('filters[n][$null]=yes', 'b'),
    asks('filters[n][$null][0]=x', 'b'),
    asks('filters[n][$null]=false', 'a', 'c'),
    asks('filters[n][$null]=0', 'a', 'c'),
  ]),
  check('quire.sort.nulls', NULLS, [lists('sort=n', 'b', 'a', 'c'), lists('sort=n:desc', 'c', 'a', 'b')]),
  check(
    'quire.sort.code-point',
    {
      a: plain({ name: 'a' }),
      b: plain({ name: 'B' }),
      c: plain({ name: 'é' }),
      d: plain({ name: 'z' }),
      e: plain({ name: '_' }),
    },
    [lists('sort=name', 'b', 'e', 'a', 'd', 'c')],
  ),
  check('quire.sort.ties', FIVE, [
    lists('sort=name', ...names(5)),
    lists('sort=name:desc', ...names(5)),
    lists('pagination[page]=1', ...names(5)),
  ]),
  check('quire.sort.direction', {}, [bad('/plains?sort=n:up')]),
  check(
    'quire.sort.relation',
    {
      g: named('/groups', 'b'),
      h: named('/groups', 'a'),
      a: plain({ group: '{g.documentId}' }),
      b: plain({ group: '{h.documentId}' }),
    },
    [lists('sort=group.name', 'b', 'a'), bad('/plains?sort=group')],
  ),
  check(
    'quire.pagination.whole',
    {},
    [
      '[page]=0',
      '[page]=-1',
      '[page]=x',
      '[page]=1.5',
      '[pageSize]=0',
      '[pageSize]=x',
      '[limit]=0',
      '[limit]=-2',
      '[limit]=2.5',
      '[start]=-1',
      '[start]=x',
    ].map((part) => get(`/plains?pagination${part}`, { status: 400, error: is.object })),
  ),
  check('quire.pagination.all', FIVE, [
    get(`/plains?${OWN}&sort=n&pagination[limit]=-1`, {
      list: names(5),
      meta: { pagination: { start: 0, limit: 100, total: 5 } },
    }),
  ]),
  check('quire.pagination.max', {}, [
    get('/plains?pagination[pageSize]=101', { meta: { pagination: { pageSize: 100 } } }),
    get('/plains?pagination[limit]=100000', { meta: { pagination: { limit: 100 } } }),
  ]),
  check('quire.pagination.top-level', {}, [
    get('/plains?page=1', { status: 400, error: { name: 'PaginationError' } }),
    get('/plains?pageSize=1', { status: 400 }),
  ]),
  check('quire.pagination.unknown', {}, [get('/plains?pagination[foo]=1', { status: 200 })]),
  check('quire.pagination.beyond', FIVE, [
    get(`/plains?${OWN}&pagination[page]=9&pagination[pageSize]=2`, {
      list: [],
      meta: { pagination: { page: 9, pageSize: 2, pageCount: 3, total: 5 } },
    }),
  ]),
  check('quire.pagination.name', {}, [
    get('/plains?pagination[page]=1&pagination[limit]=5', {
      status: 400,
      error: { name: 'PaginationError', details: is.exactly({}) },
    }),
  ]),
  check('quire.populate.unknown', {}, [
    bad('/plains?populate=nope', { details: { key: 'nope', param: 'populate' } }),
    bad('/plains?populate=name'),
    bad('/plains?populate[group][populate][0]=nope'),
  ]),
  check(
    'quire.populate.limits',
    {},
    ['limit', 'start', 'pagination'].map((key) =>
      bad(`/plains?populate[labels][${key}]${key === 'pagination' ? '[page]' : ''}=1`, {
        message: `Invalid key ${key} at labels`,
      }),
    ),
  ),
  check('quire.populate.zone-places', ZONE, [
    get('/articles/{a.documentId}?populate[zone][on][shared.quote][fields][0]=text', {
      data: {
        zone: [
          { __component: 'shared.ref', label: 'r', target: is.absent },
          { __component: 'shared.quote', text: 'Be.', by: is.absent },
        ],
      },
    }),
  ]),
  check('quire.populate.to-one-filter', { g: named('/groups'), a: plain({ group: '{g.documentId}' }) }, [
    get('/plains/{a.documentId}?populate[group][filters][name][$eq]=nobody', { data: { group: null } }),
    get('/plains/{a.documentId}?populate[group][filters][name][$eq]={mark}', {
      data: { group: { name: '{mark}' } },
    }),
  ]),
  check('quire.populate.none', { a: article() }, [
    get(
      '/articles/{a.documentId}?populate[0]=category&populate[1]=tags&populate[2]=seo&populate[3]=links&populate[4]=zone',
      { data: { category: null, tags: [], seo: null, links: [], zone: [] } },
    ),
  ]),
  check(
    'quire.v4',
    {
      g: named('/groups'),
      l: named('/labels'),
      a: plain({ group: '{g.documentId}', labels: ['{l.documentId}'] }),
    },
    [
      get(
        '/plains/{a.documentId}?populate=*',
        {
          body: {
            data: {
              id: is.integer,
              documentId: '{a.documentId}',
              name: is.absent,
              attributes: {
                name: '{mark}',
                group: { data: { attributes: { name: '{mark}' } } },
                labels: { data: [{ attributes: { name: '{mark}' } }] },
              },
            },
          },
        },
        { headers: { 'Strapi-Response-Format': 'v4' } },
      ),
      get(
        `/plains?${OWN}&populate=*`,
        {
          body: {
            data: [
              {
                ...{ id: is.integer, documentId: '{a.documentId}', name: is.absent },
                attributes: { name: '{mark}', group: { data: { attributes: { name: '{mark}' } } } },
              },
            ],
            meta: { pagination: { total: 1 } },
          },
        },
        { headers: { 'Strapi-Response-Format': 'v4' } },
      ),
    ],
  ),
  check(
    'quire.flat',
    {
      g: named('/groups'),
      l: named('/labels'),
      a: plain({ group: '{g.documentId}', labels: ['{l.documentId}'] }),
    },
    [
      get('/plains/{a.documentId}?populate=*', {
        body: {
          data: { group: { name: '{mark}', data: is.absent }, labels: [{ name: '{mark}', data: is.absent }] },
        },
      }),
    ],
  ),
  check('quire.etag', { a: plain() }, [
    get('/plains/{a.documentId}', { headers: { etag: is.text } }, { save: { tag: 'headers.etag' } }),
    get('/plains/{a.documentId}', { status: 304, empty: true }, { headers: { 'If-None-Match': '{tag}' } }),
    put('/plains/{a.documentId}', { n: 1 }),
    get('/plains/{a.documentId}', { status: 200 }, { headers: { 'If-None-Match': '{tag}' } }),
  ]),
  check(
    'quire.etag',
    { a: plain() },
    [
      get(`/plains?${OWN}`, { headers: { etag: is.text } }, { save: { tag: 'headers.etag' } }),
      get(`/plains?${OWN}`, { status: 304, empty: true }, { headers: { 'If-None-Match': '{tag}' } }),
      put('/plains/{a.documentId}', { n: 1 }),
      get(`/plains?${OWN}`, { list: ['a'] }, { headers: { 'If-None-Match': '{tag}' } }),
    ],
    { name: 'of a list' },
  ),
  check('quire.etag.if-match', { a: plain({ n: 1 }) }, [
    get('/plains/{a.documentId}', {}, { save: { tag: 'headers.etag' } }),
    put('/plains/{a.documentId}', { n: 2 }, { status: 200 }, { headers: { 'If-Match': '{tag}' } }),
    put(
      '/plains/{a.documentId}',
      { n: 3 },
      { status: 412, error: { name: 'PreconditionFailedError' } },
      { headers: { 'If-Match': '{tag}' } },
    ),
    get('/plains/{a.documentId}', { data: { n: 2 } }),
    del('/plains/{a.documentId}', { status: 412 }, { headers: { 'If-Match': '{tag}' } }),
    get('/plains/{a.documentId}', { status: 200 }),
  ]),
];
