// Cases of our own decisions on filters: operators, operands, null, texts and `_q`.
import { asks, check, del, FIVE, get, invalidQuery, NULLS, plain, put } from '../build';
import type { Case } from '../case';

export const quireFilterCases: readonly Case[] = [
  check('quire.filters.number', {}, [
    invalidQuery('/plains?filters[n][$eq]=many'),
    invalidQuery('/plains?filters[ratio][$gt]=x'),
    invalidQuery('/plains?filters[big][$eq]=4x'),
  ]),
  check('quire.filters.between', {}, [
    invalidQuery('/plains?filters[n][$between][0]=1'),
    invalidQuery('/plains?filters[n][$between]=1,2'),
    invalidQuery('/plains?filters[n][$between][0]=1&filters[n][$between][1]=2&filters[n][$between][2]=3'),
  ]),
  check('quire.filters.logic', {}, [
    invalidQuery('/plains?filters[$and]=1'),
    invalidQuery('/plains?filters[$or][n][$eq]=1'),
  ]),
  check('quire.filters.below-scalar', {}, [
    invalidQuery('/plains?filters[name][foo][$eq]=1'),
    // A list in a list.
    ...['$contains', '$startsWith', '$ne', '$gt'].map((name) =>
      invalidQuery(`/plains?filters[name][${name}][0][0]=a`),
    ),
  ]),
  check('quire.filters.operator', {}, [
    invalidQuery('/plains?filters[name][$like]=1', { message: 'Invalid key $like at name' }),
    invalidQuery('/plains?filters[name][eq]=1', { message: 'Invalid key eq at name' }),
  ]),
  check('quire.filters.boolean-text', {}, [
    invalidQuery('/plains?filters[flag][$contains]=t'),
    invalidQuery('/plains?filters[flag][$startsWith]=t'),
  ]),
  check('quire.filters.boolean-order', {}, [
    invalidQuery('/plains?filters[flag][$lt]=true'),
    invalidQuery('/plains?filters[flag][$between][0]=true&filters[flag][$between][1]=false'),
  ]),
  check('quire.filters.zone', {}, [
    invalidQuery('/articles?filters[zone][text][$eq]=1', { message: 'Invalid key zone' }),
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
      // The sign of the unit Kelvin.
      e: plain({ name: '1 \u212a' }),
    },
    [
      asks('filters[name][$eqi]=1 k', 'e'),
      asks('filters[name][$containsi]=K', 'e'),
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
  check('quire.filters.find-one', { a: plain({ n: 1 }) }, [
    get('/plains/{a.documentId}?filters[n][$eq]=1', { status: 200 }),
    get('/plains/{a.documentId}?filters[n][$eq]=2', { status: 404 }),
  ]),
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
      asks('_q={mark}Needle&filters[n][$null]=true', 'c'),
      asks('_q={mark}Needle&filters[n][$eq]=98765'),
      asks('_q={mark}Needle&filters[$or][0][n]=98765&filters[$or][1][n]=987654', 'a'),
      get('/plains?_q={mark}needle&sort=n:desc', {
        list: ['a', 'c'],
        meta: { pagination: { total: 2 } },
      }),
      get('/plains?_q={mark}needle&sort=n&pagination[page]=2&pagination[pageSize]=1', {
        list: ['a'],
        meta: { pagination: { total: 2, pageCount: 2 } },
      }),
    ],
  ),
  check('quire.filters.on-writes', { a: plain({ n: 1 }) }, [
    ...['sort=nope', 'filters[nope]=1', 'fields=nope', 'populate=nope'].flatMap((query) => [
      put(`/plains/{a.documentId}?${query}`, { n: 2 }, { status: 400 }),
      del(`/plains/{a.documentId}?${query}`, { status: 400 }),
    ]),
    get('/plains/{a.documentId}', { data: { n: 1 } }),
  ]),
  check('quire.filters.null-any', NULLS, [
    asks('filters[n][$null]=yes', 'b'),
    asks('filters[n][$null][0]=x', 'b'),
    asks('filters[n][$null]=false', 'a', 'c'),
    asks('filters[n][$null]=0', 'a', 'c'),
  ]),
];
