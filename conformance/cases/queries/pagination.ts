// Cases of our own decisions on pages and totals.
import { check, del, FIVE, get, names, OWN, post, put } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';
import { PLACES } from '../places';

const VALUES = ['n]=1', 'flag]=true', 'kind]=a'];
/** A full page does not show its total. */
const counts = (value: string, total: number): Step =>
  get(`/counteds?filters[owner]={mark}&filters[${value}&pagination[pageSize]=1`, {
    data: is.length(1),
    meta: { pagination: { total } },
  });

export const quirePaginationCases: readonly Case[] = [
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
  check(
    'quire.pagination.beyond',
    {},
    [
      get('/counteds', { list: [], meta: { pagination: { pageCount: 0, total: 0 } } }),
      ...['a', 'b', 'c'].flatMap((name, count) => [
        post('/counteds', { name }, { status: 201 }, { save: name }),
        get('/counteds?pagination[pageSize]=1', {
          meta: { pagination: { pageCount: count + 1, total: count + 1 } },
        }),
        // A filter without a value has a total of its own.
        get('/counteds?filters[name][$null]=true', { list: [], meta: { pagination: { total: 0 } } }),
        get('/counteds?pagination[pageSize]=1', { meta: { pagination: { total: count + 1 } } }),
        get('/counteds?pagination[start]=9', { list: [], meta: { pagination: { total: count + 1 } } }),
      ]),
      del('/counteds/{b.documentId}', { status: 204 }),
      get('/counteds?pagination[pageSize]=1', { meta: { pagination: { pageCount: 2, total: 2 } } }),
    ],
    { name: 'totals after each write', deploy: PLACES },
  ),
  check(
    'quire.pagination.beyond',
    {},
    [
      ...['a', 'b'].map((alias) =>
        post('/counteds', { owner: '{mark}', n: 1, flag: true, kind: 'a' }, {}, { save: alias }),
      ),
      ...VALUES.map((value) => counts(value, 2)),
      put('/counteds/{a.documentId}', { name: 'a', n: 2, flag: false, kind: 'b' }),
      ...VALUES.map((value) => counts(value, 1)),
      put('/counteds/{b.documentId}', { name: 'b', kind: 'b' }),
      counts('kind]=b', 2),
      ...VALUES.slice(0, 2).map((value) => counts(value, 1)),
      counts('n][$notNull]=true', 2),
      put('/counteds/{b.documentId}', { n: null }),
      counts('n][$notNull]=true', 1),
      ...['a', 'b'].map((alias) => del(`/counteds/{${alias}.documentId}`)),
    ],
    { name: 'totals with a filter, after writes of several attributes', deploy: PLACES },
  ),
];
