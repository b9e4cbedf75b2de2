// Dense rows about the words of a query: each spelling of sort and populate, and the entries that populate shows.
import { check, get, INVALID, idOf, made, named, OWN, plain } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is, type Pattern } from '../pattern';

const unknown = (key: string, path: string | null): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { key, path, source: 'query' } },
});

const GROUPED = {
  g: named('/groups', 'ant'),
  h: named('/groups', 'bee'),
  a: plain({ n: 2, group: idOf('g') }),
  b: plain({ n: 1, group: idOf('h') }),
  c: plain({ n: 1, group: idOf('g') }),
};
const sorted = (sort: string, ...list: string[]): Step => get(`/plains?${OWN}&${sort}`, { list });
const sortRefused = (sort: string, expect: Expectation): Step => get(`/plains?${OWN}&${sort}`, expect);

/** A document with entries of each kind, and two tags. */
export const SAMPLE = {
  t: named('/tags', 'target'),
  u: named('/tags', 'other'),
  s: made('/samples', {
    name: '{mark}',
    seo: { metaTitle: 'm', metaDescription: 'd', metas: [{ key: 'a', value: '1' }, { key: 'b' }] },
    refs: [{ label: 'x', target: idOf('t') }, { label: 'y' }, { label: 'z' }],
    zone: [
      { __component: 'shared.quote', text: 'q', by: 'me' },
      { __component: 'shared.ref', label: 'r', target: idOf('t') },
      { __component: 'shared.seo', metaTitle: 'z', metas: [{ key: 'k' }] },
    ],
  }),
};
const shown = (query: string, data: NonNullable<Expectation['data']>): Step =>
  get(`/samples/${idOf('s')}?${query}`, { data });
const QUOTE = { __component: 'shared.quote', text: 'q', by: 'me' };
const REF = { __component: 'shared.ref', label: 'r' };
const SEO = { __component: 'shared.seo', metaTitle: 'z' };
const PLAIN_REF = { ...REF, target: is.absent };
const PLAIN_SEO = { ...SEO, metas: is.absent };
const FULL_REF = { ...REF, target: { name: 'target' } };
const FULL_SEO = { ...SEO, metas: [{ key: 'k' }] };

const STAFF = { label: 'r', target: idOf('t'), authors: [idOf('b'), idOf('a'), idOf('c')] };
const STAFFED = {
  t: named('/tags'),
  a: named('/authors', 'ant'),
  b: named('/authors', 'bee'),
  c: named('/authors', 'cat'),
  x: made('/articles', { title: '{mark}', author: idOf('b') }),
  s: made('/samples', {
    name: '{mark}',
    ref: STAFF,
    refs: [{ label: 'empty' }, STAFF],
    zone: [
      { __component: 'shared.quote', text: 'q' },
      { __component: 'shared.ref', ...STAFF },
    ],
  }),
};
/** Each place of an entry with relations: where a request asks for them, and where the answer shows the entry. */
const ENTRIES: readonly (readonly [
  prefix: string,
  show: (data: Pattern) => { readonly [key: string]: Pattern },
])[] = [
  ['populate[ref][populate]', (ref) => ({ ref })],
  ['populate[refs][populate]', (ref) => ({ refs: [{ label: 'empty' }, ref] })],
  ['populate[zone][on][shared.ref][populate]', (ref) => ({ zone: [{ text: 'q' }, ref] })],
];

export const quireDenseQueryCases: readonly Case[] = [
  check('quire.sort.forms', GROUPED, [
    sorted('sort=n,id:desc', 'c', 'b', 'a'),
    sorted('sort[0]=n:DESC&sort[1]=id', 'a', 'b', 'c'),
    sorted('sort[n]=desc&sort[id]=asc', 'a', 'b', 'c'),
    sorted('sort[0][n]=asc&sort[1][id]=desc', 'c', 'b', 'a'),
    sorted('sort[group][name]=desc&sort[n]=asc', 'b', 'c', 'a'),
    sorted('sort[0][group][name]=asc&sort[1]=n:desc', 'a', 'c', 'b'),
    sorted('sort=group.name:desc,n', 'b', 'c', 'a'),
    ...[
      'sort=,n:desc,id',
      'sort[0]=&sort[1]=n:desc&sort[2]=,id,',
      'sort[group][name]=&sort[n]=desc&sort[id]=',
    ].map((sort) => sorted(`${sort}&fields=n`, 'a', 'b', 'c')),
    sortRefused('sort[nothing]=', unknown('nothing', null)),
    sortRefused('sort[n]=upwards', INVALID),
    sortRefused('sort=n:upwards', INVALID),
    sortRefused('sort[n][x]=asc', unknown('x', 'n')),
    sortRefused('sort[nothing]=asc', unknown('nothing', null)),
    sortRefused('sort[group][nothing]=asc', unknown('nothing', 'group')),
  ]),
  check(
    'quire.queries.spellings',
    {
      g: named('/groups'),
      a: plain({ n: 1, day: '2024-02-10', moment: '2024-02-10T10:00:00Z', group: idOf('g') }),
      b: plain({ n: 2, name: '' }),
      c: plain({ n: null }),
    },
    [
      ...['t', '1', 'true'].flatMap((flag) => [
        get(`/plains?${OWN}&pagination[withCount]=${flag}`, { meta: { pagination: { total: 3 } } }),
        get(`/plains/${idOf('a')}?populate[group]=${flag}`, { data: { group: { name: '{mark}' } } }),
      ]),
      ...['f', '0', 'false'].flatMap((flag) => [
        get(`/plains?${OWN}&pagination[withCount]=${flag}`, { meta: { pagination: { total: is.absent } } }),
        get(`/plains/${idOf('a')}?populate[group]=${flag}`, { data: { group: is.absent } }),
      ]),
      get('/plains?pagination[withCount]=maybe', INVALID),
      sorted('sort=name:desc, n , id:desc', 'c', 'a', 'b'),
      ...['sort=', 'sort[n]=', 'sort=,', 'sort[0]='].map((sort) => sorted(sort, 'a', 'b', 'c')),
      ...['fields=*', 'fields[0]=*'].map((fields) =>
        get(`/plains/${idOf('a')}?${fields}`, { data: { name: '{mark}', n: 1, createdAt: is.timestamp } }),
      ),
      ...['fields=name,n', 'fields=name, n'].map((fields) =>
        get(`/plains/${idOf('a')}?${fields}`, { data: { name: '{mark}', n: 1, createdAt: is.absent } }),
      ),
      ...['fields[0]=name,n', 'fields=', 'fields[0]=', 'sort=nope', 'status=nope'].map((query) =>
        get(`/plains/${idOf('a')}?${query}`, INVALID),
      ),
      ...['populate=group,labels', 'populate=group, labels'].map((populate) =>
        get(`/plains/${idOf('a')}?${populate}`, { data: { group: { name: '{mark}' }, labels: [] } }),
      ),
      sorted('filters[day]=2024-02-10T09:00:00Z', 'a'),
      sorted('filters[moment]=1707559200000', 'a'),
      sorted('filters[id]=abc'),
      sorted('filters[id][$in][0]=abc&filters[id][$in][1]={b.id}', 'b'),
      sorted('filters[n]', 'c'),
      sorted('filters[n][$eq]', 'c'),
      sorted('filters[n][$ne]', 'a', 'b'),
      sorted('filters[name]=', 'b'),
      sorted('filters[name][$eq]=', 'b'),
      sorted('filters[name][$ne]=', 'a', 'c'),
    ],
  ),
  check(
    'quire.queries.brackets',
    {
      a: plain({ n: 1, name: 'y' }),
      b: plain({ n: 2, name: 'x' }),
      c: plain({ n: 2, name: 'z' }),
    },
    [
      sorted('sort[0]=n:desc&sort[1]=name', 'b', 'c', 'a'),
      ...[
        'sort[1]=name&sort[0]=n:desc',
        'sort[7]=name&sort[3]=n:desc',
        'sort[]=n:desc&sort[]=name',
        'sort=n:desc&sort=name',
        'sort%5B1%5D=name&sort%5b0%5d=n:desc',
      ].map((query) => sorted(query, 'b', 'c', 'a')),
      ...[
        '[$in][4]=z&filters[name][$in][2]=y',
        '[$in][]=z&filters[name][$in][]=y',
        '[$in]=z&filters[name][$in]=y',
      ].map((list) => sorted(`filters[name]${list}`, 'a', 'c')),
      ...[
        'filters[n=1',
        'filters[[n]]=1',
        'filters[n]=1&filters[n][$ne]=2',
        'filters[n][$ne]=2&filters[n]=1',
        'filters[n][$in][0]=1&filters[n][$in][x]=2',
        'filters[n][$in][x]=2&filters[n][$in][0]=1',
      ].map((query) => get(`/plains?${query}`, INVALID)),
    ],
  ),
  check('quire.filters.related-null', { ...GROUPED, d: plain() }, [
    sorted('filters[group][$null]=true', 'd'),
    sorted('filters[group][$notNull]=true&sort=id', 'a', 'b', 'c'),
    sorted('filters[group][$null]=false&sort=id', 'a', 'b', 'c'),
    sorted('filters[group][$or][0][$null]=true&filters[group][$or][1][name]=bee&sort=id', 'b', 'd'),
    sorted('filters[group][$not][$null]=true&sort=id', 'a', 'b', 'c'),
    sorted('filters[group][$not][name]=ant&sort=id', 'b'),
    sorted('filters[labels][$null]=true&sort=id', 'a', 'b', 'c', 'd'),
    sorted('filters[meta][$null]=true&sort=id', 'a', 'b', 'c', 'd'),
    sorted('filters[meta][$notNull]=true'),
  ]),
  check('quire.populate.zone-forms', SAMPLE, [
    shown('populate=zone', { zone: [QUOTE, PLAIN_REF, PLAIN_SEO] }),
    shown('populate=zone.target', { zone: [QUOTE, FULL_REF, PLAIN_SEO] }),
    shown('populate[0]=zone.metas', { zone: [QUOTE, PLAIN_REF, FULL_SEO] }),
    shown('populate[0]=zone.metas&populate[1]=zone.target', { zone: [QUOTE, FULL_REF, FULL_SEO] }),
    shown('populate[zone][populate]=*', { zone: [QUOTE, FULL_REF, FULL_SEO] }),
    shown('populate[zone][on][shared.ref]=*', { zone: [QUOTE, FULL_REF, PLAIN_SEO] }),
    shown('populate[zone][on][shared.ref]=true', { zone: [QUOTE, PLAIN_REF, PLAIN_SEO] }),
    shown(
      'populate[zone][on][shared.ref][populate]=target&populate[zone][on][shared.seo][populate][0]=metas',
      {
        zone: [QUOTE, FULL_REF, FULL_SEO],
      },
    ),
    shown('populate[zone][on][shared.quote][fields]=by', {
      zone: [{ ...QUOTE, text: is.absent }, PLAIN_REF, PLAIN_SEO],
    }),
    ...(
      [
        ['populate[0]=zone.nothing', 'nothing', 'zone.nothing'],
        ['populate[zone][populate][target]=true', 'populate', 'zone'],
        ['populate[zone][on][shared.nothing]=true', 'shared.nothing', 'zone.on.shared.nothing'],
        [
          'populate[zone][on][shared.ref]=true&populate[zone][on][shared.nothing]=true',
          'shared.nothing',
          'zone.on.shared.nothing',
        ],
        ['populate[zone][on][shared.ref]=target', 'target', 'zone.on.shared.ref'],
        ['populate[zone][on][shared.ref][populate]=nothing', 'nothing', 'zone.on.shared.ref'],
      ] as const
    ).map(([query, key, path]) => get(`/samples/${idOf('s')}?${query}`, unknown(key, path))),
    ...['[fields]=label', '[filters][label]=x', '[sort]=label', '[on]=shared.ref'].map((word) =>
      get(`/samples/${idOf('s')}?populate[zone]${word}`, INVALID),
    ),
  ]),
  check('quire.populate.counts', SAMPLE, [
    shown('populate[refs][count]=true', { refs: { count: 3 } }),
    shown('populate[refs][count]=true&populate[refs][filters][label][$ne]=x', { refs: { count: 2 } }),
    shown('populate[seo][populate][metas][count]=true', { seo: { metaTitle: 'm', metas: { count: 2 } } }),
    shown('populate[zone][count]=true', { zone: { count: 3 } }),
    shown('populate[friends][count]=true', { friends: { count: 0 } }),
    get(`/tags/${idOf('t')}?populate[articles][count]=true`, { data: { articles: { count: 0 } } }),
  ]),
  check(
    'quire.populate.counts.versions',
    {
      c: named('/categories'),
      t: named('/tags'),
      x: made('/articles', { title: '{mark} x', category: idOf('c'), tags: [idOf('t')] }),
      y: made('/articles', { title: '{mark} y', category: idOf('c'), tags: [idOf('t')] }),
      z: made('/articles?status=draft', { title: '{mark} z', category: idOf('c'), tags: [idOf('t')] }),
    },
    ['/categories/{c.documentId}', '/tags/{t.documentId}'].flatMap((path) => {
      const counted = (query: string, count: number): Step =>
        get(`${path}?populate[articles][count]=true${query}`, { data: { articles: is.exactly({ count }) } });
      return [
        counted('', 2),
        counted('&status=draft', 3),
        counted('&locale=fr', 0),
        counted('&populate[articles][filters][title][$endsWith]=x', 1),
        counted('&populate[articles][filters][title][$endsWith]=z', 0),
        counted('&populate[articles][filters][title][$endsWith]=z&status=draft', 1),
        counted('&populate[articles][filters][category][name]={mark}&populate[articles][sort]=title', 2),
        get(`${path}?populate[articles][count]=false`, { data: { articles: is.length(2) } }),
        get(`${path}?populate[articles][count]=many`, INVALID),
      ];
    }),
  ),
  check(
    'quire.populate.entry-relations',
    STAFFED,
    ENTRIES.flatMap(([prefix, show]) => {
      const staff = (query: string, data: Pattern): Step =>
        get(`/samples/${idOf('s')}?${query.replaceAll('@', prefix)}`, { data: show(data) });
      const named = (...names: string[]): Pattern => ({ authors: names.map((name) => ({ name })) });
      return [
        staff('@[authors]=true', named('bee', 'ant', 'cat')),
        staff('@[authors][sort]=name', named('ant', 'bee', 'cat')),
        staff('@[authors][sort]=name:desc', named('cat', 'bee', 'ant')),
        staff('@[authors][filters][name][$ne]=ant', named('bee', 'cat')),
        staff('@[authors][filters][name][$gt]=ant&@[authors][sort]=name:desc', named('cat', 'bee')),
        staff('@[authors][filters][articles][title]={mark}', named('bee')),
        staff('@[authors][count]=true', { authors: is.exactly({ count: 3 }) }),
        staff('@[authors][count]=true&@[authors][filters][name][$ne]=ant', {
          authors: is.exactly({ count: 2 }),
        }),
        staff('@[authors][fields]=name', {
          authors: is.each({ documentId: is.text, name: is.text, createdAt: is.absent }),
        }),
        staff('@[authors][populate][articles][fields]=title', {
          authors: [{ articles: [{ title: '{mark}', slug: is.absent }] }, { articles: [] }, { articles: [] }],
        }),
        staff('@[target][filters][name]=other', { target: null }),
        staff('@[target][filters][name]={mark}', { target: { name: '{mark}' } }),
      ];
    }),
  ),
  check(
    'quire.populate.component-filter',
    SAMPLE,
    [
      shown('populate[refs][filters][target][name]=target&populate[refs][populate]=target', {
        refs: is.both(is.length(1), [{ label: 'x', target: { name: 'target' } }]),
      }),
      shown('populate[refs][filters][target][name]=other&populate[refs][populate]=target', {
        refs: is.length(0),
      }),
      shown('populate[refs][sort]=label:desc&populate[refs][populate]=target', {
        refs: [{ label: 'z', target: null }, { label: 'y' }, { label: 'x', target: { name: 'target' } }],
      }),
      shown('populate[zone][on][shared.ref][filters][label]=x&populate[zone][on][shared.ref][populate]=*', {
        zone: is.both(is.length(2), [QUOTE, PLAIN_SEO]),
      }),
    ],
    { name: 'with relations' },
  ),
];
