// Queries below the first level: nested logic, sort by three fields, totals of offset pages, filters and sort of deeper populates.
import { article, asks, check, get, made, named, OWN, plain } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const FIVE = {
  one: plain({ n: 1, body: 'x', name: 'p' }),
  two: plain({ n: 2, body: 'y', name: 'q' }),
  three: plain({ n: 3, body: 'x', name: 'q' }),
  four: plain({ n: 4, body: 'y', name: 'p' }),
  five: plain({ n: 5, body: 'x', name: 'p' }),
};
const pages = (query: string, list: string[], pagination: { readonly [key: string]: number }): Step =>
  get(`/plains?${OWN}&sort=n&${query}`, { list, meta: { pagination } });

const TREE = {
  x: named('/labels', '{mark} x'),
  y: named('/labels', '{mark} y'),
  z: named('/labels', 'other'),
  g: named('/groups'),
  p: plain({ n: 1, group: '{g.documentId}', labels: ['{y.documentId}', '{z.documentId}', '{x.documentId}'] }),
  q: plain({ n: 2, group: '{g.documentId}', labels: ['{z.documentId}'] }),
};
const group = (query: string, data: NonNullable<Step['expect']>['data']): Step =>
  get(`/groups/{g.documentId}?${query}`, data === undefined ? {} : { data });

export const nestedQueryCases: readonly Case[] = [
  check('rest.filters.nest.not.inside', FIVE, [
    asks('filters[$or][0][$not][n][$gt]=1&filters[$or][1][n][$eq]=5', 'one', 'five'),
    asks('filters[$not][$not][n][$gt]=3', 'four', 'five'),
    asks('filters[$not][$and][0][n][$gt]=1&filters[$not][$and][1][body][$eq]=x', 'one', 'two', 'four'),
    asks(
      'filters[$and][0][$or][0][$not][$or][0][n][$lt]=4&filters[$and][0][$or][1][n][$eq]=1',
      'one',
      'four',
      'five',
    ),
  ]),
  check('rest.filters.nest.or-in-and-in-or', FIVE, [
    asks(
      'filters[$or][0][$and][0][$or][0][n][$eq]=2&filters[$or][0][$and][0][$or][1][n][$eq]=3&filters[$or][0][$and][1][body][$eq]=y&filters[$or][1][n][$eq]=5',
      'two',
      'five',
    ),
  ]),
  check('rest.filters.in.id', FIVE, [
    asks('filters[id][$in][0]={one.id}&filters[id][$in][1]={four.id}', 'one', 'four'),
  ]),
  check('rest.sort.three', FIVE, [
    get(`/plains?${OWN}&sort[0]=body&sort[1]=name:desc&sort[2]=n:desc`, {
      list: ['three', 'five', 'one', 'two', 'four'],
    }),
    get(`/plains?${OWN}&sort[0]=body:desc&sort[1]=name&sort[2]=n`, {
      list: ['four', 'two', 'one', 'five', 'three'],
    }),
  ]),
  check('rest.pagination.offset-total', FIVE, [
    pages('pagination[start]=3&pagination[limit]=1', ['four'], { start: 3, limit: 1, total: 5 }),
    pages('pagination[start]=4&pagination[limit]=10', ['five'], { start: 4, total: 5 }),
    pages('pagination[start]=9&pagination[limit]=2', [], { start: 9, limit: 2, total: 5 }),
    pages('pagination[start]=1&pagination[limit]=1&filters[body][$eq]=x', ['three'], { total: 3 }),
  ]),
  check('rest.populate.deeper.filters', TREE, [
    group('populate[plains][populate][labels][filters][name][$startsWith]={mark}&populate[plains][sort]=n', {
      plains: [
        { n: 1, labels: is.shuffled({ name: '{mark} x' }, { name: '{mark} y' }) },
        { n: 2, labels: is.oneOf([], null) },
      ],
    }),
    group('populate[plains][filters][n][$gt]=1&populate[plains][populate][0]=labels', {
      plains: [{ n: 2, labels: [{ name: 'other' }] }],
    }),
  ]),
  check('rest.populate.deeper.sort', TREE, [
    group('populate[plains][sort][0]=n:desc&populate[plains][populate][labels][sort][0]=name:desc', {
      plains: [{ n: 2 }, { n: 1, labels: is.both(is.including({ name: 'other' }), is.length(3)) }],
    }),
    group(
      'populate[plains][filters][n][$eq]=1&populate[plains][populate][labels][sort][0]=name&populate[plains][populate][labels][filters][name][$ne]=other',
      { plains: [{ labels: [{ name: '{mark} x' }, { name: '{mark} y' }] }] },
    ),
    group(
      'populate[plains][filters][n][$eq]=1&populate[plains][populate][labels][sort][0]=name:desc&populate[plains][populate][labels][filters][name][$ne]=other',
      { plains: [{ labels: [{ name: '{mark} y' }, { name: '{mark} x' }] }] },
    ),
  ]),
  check('rest.populate.deeper.fields', TREE, [
    group('populate[plains][fields][0]=n&populate[plains][populate][labels][fields][0]=name', {
      plains: is.both(
        is.shuffled({ n: 1, labels: is.length(3) }, { n: 2, labels: is.length(1) }),
        is.each({
          name: is.absent,
          mail: is.absent,
          labels: is.each({ name: is.text, createdAt: is.absent }),
        }),
      ),
    }),
  ]),
  check('rest.populate.star.inverse', TREE, [
    get('/groups/{g.documentId}?populate=*', {
      data: { plains: is.shuffled({ n: 1 }, { n: 2 }) },
    }),
    get('/labels/{z.documentId}?populate=*', {
      data: { plains: is.shuffled({ documentId: '{p.documentId}' }, { documentId: '{q.documentId}' }) },
    }),
  ]),
  check(
    'rest.populate.star.inverse',
    {
      p: made('/profiles', { nick: '{mark}' }),
      a: made('/authors', { name: '{mark}', profile: '{p.documentId}' }),
    },
    [get('/profiles/{p.documentId}?populate=*', { data: { author: { name: '{mark}' } } })],
    { name: 'one to one' },
  ),
  check(
    'quire.filters.single-component',
    { a: article({ seo: { metaTitle: 'left' } }), b: article({ seo: { metaTitle: 'right' } }), c: article() },
    [
      get('/articles?filters[title][$eq]={mark}&filters[seo][metaTitle][$eq]=left', { some: ['a'] }),
      get('/articles?filters[title][$eq]={mark}&filters[seo][metaTitle][$contains]=igh', { some: ['b'] }),
      get('/articles?filters[title][$eq]={mark}&filters[seo][metaTitle][$in][0]=left', { some: ['a'] }),
    ],
  ),
];
