// Cases of "Sort", "Pagination" and "Fields", and of their limits.
import { article, check, FIVE, get, named, names, note, OWN, plain, several } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { is } from '../pattern';

const ORDER = {
  a: plain({ name: 'b', n: 1, body: 'x' }),
  b: plain({ name: 'a', n: 2, body: 'x' }),
  c: plain({ name: 'c', n: 2, body: 'w' }),
  d: plain({ name: 'd', n: 0, body: 'x' }),
};
const sorted = (row: string, query: string, ...list: string[]): Case =>
  check(`rest.sort.${row}`, ORDER, [get(`/plains?${OWN}&${query}`, { list })]);

const THIRTY = several(30, (index) => plain({ n: index }));
const own = (query: string, list: string[], pagination: object | null = null): Step =>
  get(`/plains?${OWN}&sort=n&${query}`, {
    list,
    ...(pagination ? { meta: { pagination: { ...pagination } } } : {}),
  });
const refused = (query: string): Step => get(`/plains?${query}`, { status: 'refused' });

const unselectable = (row: string, field: string): Case =>
  check(
    `rest.fields.${row}`,
    {
      g: named('/categories'),
      a: article({
        category: '{g.documentId}',
        seo: { metaTitle: 'M' },
        zone: [{ __component: 'shared.quote', text: 'Be.' }],
      }),
    },
    [],
    {
      async run(bench) {
        const { status, body } = await bench.send(
          get(`/articles/{a.documentId}?fields[0]=title&fields[1]=${field}`, { status: 'any' }),
        );
        bench.keep('body', body);
        if (status < 300 && bench.value(`body.data.${field}`) !== undefined)
          bench.fail(
            `${field} is in the answer`,
            'an error, or an answer without the attribute',
            bench.value(`body.data.${field}`),
          );
        if (status >= 500)
          bench.fail(`answered ${status}`, 'an error, or an answer without the attribute', status);
      },
    },
  );

export const restListCases: readonly Case[] = [
  sorted('one', 'sort=name', 'b', 'a', 'c', 'd'),
  sorted('several', 'sort[0]=n&sort[1]=name:desc', 'd', 'a', 'c', 'b'),
  sorted('default-asc', 'sort=n&filters[body][$eq]=x', 'd', 'a', 'b'),
  sorted('asc', 'sort=name:asc', 'b', 'a', 'c', 'd'),
  sorted('desc', 'sort=name:desc', 'd', 'c', 'a', 'b'),
  sorted('order', 'sort[0]=n:desc&sort[1]=name:desc', 'c', 'b', 'a', 'd'),
  sorted('order', 'sort[0]=body&sort[1]=n:desc', 'c', 'b', 'a', 'd'),
  check('rest.pagination.page', FIVE, [
    own('pagination[page]=1&pagination[pageSize]=2', names(2)),
    own('pagination[page]=2&pagination[pageSize]=2', names(2, 2), { page: 2 }),
    own('pagination[page]=3&pagination[pageSize]=2', names(1, 4)),
  ]),
  check('rest.pagination.page.default', FIVE, [own('pagination[pageSize]=2', names(2), { page: 1 })]),
  check('rest.pagination.page-size', FIVE, [
    own('pagination[page]=1&pagination[pageSize]=3', names(3), { pageSize: 3 }),
  ]),
  check(['rest.pagination.page-size.default', 'limits.rest.page-size'], THIRTY, [
    own('pagination[page]=1', names(25), { page: 1, pageSize: 25, total: 30, pageCount: 2 }),
    own('pagination[page]=2', names(5, 25)),
  ]),
  check(
    'rest.pagination.page-size.default',
    THIRTY,
    [get(`/plains?${OWN}&sort=n`, { list: names(25), meta: { pagination: { page: 1, pageSize: 25 } } })],
    { name: 'nothing asked' },
  ),
  check('rest.pagination.with-count.default', FIVE, [
    own('pagination[page]=1&pagination[pageSize]=2', names(2), { total: 5, pageCount: 3 }),
  ]),
  check('rest.pagination.with-count.false', FIVE, [
    own('pagination[page]=1&pagination[pageSize]=2&pagination[withCount]=false', names(2), {
      page: 1,
      pageSize: 2,
      total: is.absent,
      pageCount: is.absent,
    }),
    own('pagination[page]=1&pagination[pageSize]=2&pagination[withCount]=true', names(2), {
      total: 5,
      pageCount: 3,
    }),
  ]),
  check('rest.pagination.start', FIVE, [
    own('pagination[start]=3&pagination[limit]=10', names(2, 3), { start: 3 }),
  ]),
  check('rest.pagination.start.default', FIVE, [
    own('pagination[limit]=2', names(2), { start: 0, limit: 2 }),
  ]),
  check('rest.pagination.limit', FIVE, [
    own('pagination[start]=0&pagination[limit]=3', names(3), { limit: 3, total: 5 }),
  ]),
  check(['rest.pagination.limit.default', 'limits.rest.limit'], THIRTY, [
    own('pagination[start]=0', names(25), { start: 0, limit: 25, total: 30 }),
  ]),
  check(['rest.pagination.no-mix', 'limits.no-mix'], {}, [
    refused('pagination[page]=1&pagination[limit]=5'),
    refused('pagination[pageSize]=1&pagination[start]=0'),
    refused('pagination[page]=1&pagination[pageSize]=5&pagination[start]=0&pagination[limit]=5'),
  ]),
  check('rest.pagination.with-count.offset', FIVE, [
    own('pagination[start]=0&pagination[limit]=2&pagination[withCount]=false', names(2), {
      start: 0,
      limit: 2,
      total: is.absent,
    }),
    own('pagination[start]=0&pagination[limit]=2&pagination[withCount]=true', names(2), { total: 5 }),
  ]),
  check(
    'rest.pagination.config.default-limit',
    FIVE,
    [
      get(`/plains?${OWN}&sort=n`, { list: names(3), meta: { pagination: { pageSize: 3 } } }),
      get(`/plains?${OWN}&sort=n&pagination[start]=0`, {
        list: names(3),
        meta: { pagination: { limit: 3 } },
      }),
    ],
    { deploy: LIST_LIMITS },
  ),
  check(
    'rest.pagination.config.max-limit',
    FIVE,
    [
      own('pagination[start]=0&pagination[limit]=5', names(4)),
      own('pagination[page]=1&pagination[pageSize]=5', names(4)),
    ],
    { deploy: LIST_LIMITS },
  ),
  check('rest.pagination.not-in-populate', {}, [
    refused('populate[labels][pagination][page]=1'),
    refused('populate[labels][limit]=1'),
    refused('populate[labels][start]=1'),
  ]),
  check('limits.rest.configured', {}, [
    note('/plains?pagination[start]=0', 'body.meta.pagination.limit'),
    note('/plains?pagination[limit]=100000', 'status', 'body.meta.pagination.limit'),
  ]),
  check('limits.rate', {}, [note('/plains', 'headers.x-ratelimit-limit', 'headers.ratelimit-limit')]),
  check('rest.fields.one', { a: plain({ n: 1 }) }, [
    get('/plains/{a.documentId}?fields=name', {
      data: { name: '{mark}', n: is.absent, createdAt: is.absent },
    }),
    get(`/plains?${OWN}&fields=name`, { data: [{ name: '{mark}', n: is.absent }] }),
  ]),
  check('rest.fields.several', { a: plain({ n: 1 }) }, [
    get(`/plains?${OWN}&fields[0]=name&fields[1]=n`, {
      data: [
        {
          name: '{mark}',
          n: 1,
          body: is.absent,
          mail: is.absent,
          kind: is.absent,
          createdAt: is.absent,
          updatedAt: is.absent,
        },
      ],
    }),
  ]),
  unselectable('no-relation', 'category'),
  unselectable('no-component', 'seo'),
  unselectable('no-zone', 'zone'),
  check('rest.fields.document-id', { a: plain() }, [
    get('/plains/{a.documentId}?fields=name', { data: { documentId: '{a.documentId}' } }),
  ]),
  check('rest.fields.in-populate', { g: named('/groups'), a: plain({ group: '{g.documentId}' }) }, [
    get('/plains/{a.documentId}?populate[group][fields][0]=name', {
      data: { group: { name: '{mark}', createdAt: is.absent } },
    }),
  ]),
];
