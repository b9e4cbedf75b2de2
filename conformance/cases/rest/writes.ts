// Cases of the rules of update and create, and one case of each query parameter.
import { article, check, get, made, named, OWN, plain, post, put } from '../build';
import type { Case } from '../case';
import { is } from '../pattern';

const LINKS = [
  { label: 'one', href: '/1' },
  { label: 'two', href: '/2' },
];
const rich = {
  t: named('/tags', '{mark} t'),
  u: named('/tags', '{mark} u'),
  c: named('/categories'),
  a: article({
    summary: 's',
    rating: 4,
    category: '{c.documentId}',
    tags: ['{t.documentId}', '{u.documentId}'],
    seo: { metaTitle: 'M', metaDescription: 'D' },
    links: LINKS,
    zone: [{ __component: 'shared.quote', text: 'Be.' }],
  }),
};
const ALL = 'populate[0]=category&populate[1]=tags&populate[2]=seo&populate[3]=links&populate[4]=zone';

const clears = (row: string, attribute: string, empty: typeof is.any): Case =>
  check(`rest.update.null.${row}`, rich, [
    put(`/articles/{a.documentId}`, { [attribute]: null }),
    get(`/articles/{a.documentId}?${ALL}`, { data: { [attribute]: empty, title: '{mark}' } }),
  ]);

const EMPTIED = Object.fromEntries(
  ['n', 'body', 'flag', 'price', 'day', 'ratio', 'big', 'moment', 'at', 'kind', 'meta', 'mail'].map(
    (name) => [name, null],
  ),
);

export const restWriteCases: readonly Case[] = [
  check('rest.update.partial', rich, [
    put('/articles/{a.documentId}', { summary: 'other' }),
    get(`/articles/{a.documentId}?${ALL}`, {
      data: {
        title: '{mark}',
        summary: 'other',
        rating: 4,
        category: { name: '{mark}' },
        tags: [{ name: '{mark} t' }, { name: '{mark} u' }],
        seo: { metaTitle: 'M', metaDescription: 'D' },
        links: LINKS,
        zone: [{ text: 'Be.' }],
      },
    }),
  ]),
  check('rest.update.result', { a: plain({ n: 3, body: 'b' }) }, [
    put('/plains/{a.documentId}', { n: 4 }, { data: { n: 4, body: 'b', name: '{mark}' } }),
  ]),
  check(
    'rest.update.null.scalar',
    {
      a: plain({
        n: 3,
        body: 'b',
        flag: true,
        price: 1.5,
        day: '2024-01-15',
        ratio: 0.25,
        big: '12',
        moment: '2024-01-15T10:20:30.123Z',
        at: '10:20:30.000',
        kind: 'b',
        meta: { a: [1] },
      }),
    },
    [
      put('/plains/{a.documentId}', EMPTIED),
      get('/plains/{a.documentId}', { data: { name: '{mark}', ...EMPTIED } }),
    ],
  ),
  clears('relation', 'category', is.oneOf(null)),
  clears('relation', 'tags', is.oneOf([], null)),
  clears('component', 'seo', is.oneOf(null)),
  clears('repeatable', 'links', is.oneOf([], null)),
  clears('zone', 'zone', is.oneOf([], null)),
  check('rest.update.unchanged-field', { a: plain({ n: 3 }) }, [
    put('/plains/{a.documentId}', { name: '{mark}', n: 4 }, { data: { name: '{mark}', n: 4 } }),
    get('/plains/{a.documentId}', { data: { name: '{mark}', n: 4 } }),
  ]),
  check('rest.write.relations.create', { l: named('/labels', '{mark} l'), m: named('/labels', '{mark} m') }, [
    post(
      '/plains',
      {
        name: '{mark}',
        labels: { connect: ['{m.documentId}', { documentId: '{l.documentId}', position: { start: true } }] },
      },
      {},
      { save: 'a' },
    ),
    get('/plains/{a.documentId}?populate=labels', {
      data: { labels: [{ name: '{mark} l' }, { name: '{mark} m' }] },
    }),
  ]),
  check(
    'rest.write.relations.update',
    {
      l: named('/labels', '{mark} l'),
      m: named('/labels', '{mark} m'),
      a: plain({ labels: ['{l.documentId}', '{m.documentId}'] }),
    },
    [
      put('/plains/{a.documentId}', {
        labels: { connect: [{ documentId: '{m.documentId}', position: { before: '{l.documentId}' } }] },
      }),
      get('/plains/{a.documentId}?populate=labels', {
        data: { labels: [{ name: '{mark} m' }, { name: '{mark} l' }] },
      }),
    ],
  ),
  check('rest.query.filters', { a: plain({ n: 1 }), b: plain({ n: 2 }) }, [
    get(`/plains?${OWN}&filters[n][$eq]=2`, { list: ['b'] }),
  ]),
  check('rest.query.sort', { a: plain({ n: 1 }), b: plain({ n: 2 }) }, [
    get(`/plains?${OWN}&sort=n:desc`, { list: ['b', 'a'] }),
  ]),
  check('rest.query.pagination', { a: plain({ n: 1 }), b: plain({ n: 2 }) }, [
    get(`/plains?${OWN}&sort=n&pagination[page]=2&pagination[pageSize]=1`, { list: ['b'] }),
  ]),
  check('rest.query.populate', { g: named('/groups'), a: plain({ group: '{g.documentId}' }) }, [
    get(`/plains?${OWN}&populate=group`, { data: [{ group: { name: '{mark}' } }] }),
    get(`/plains?${OWN}`, { data: [is.noKeys('group')] }),
  ]),
  check('rest.query.fields', { a: plain({ n: 1 }) }, [
    get(`/plains?${OWN}&fields=n`, { data: [{ n: 1, name: is.absent }] }),
  ]),
  check('rest.query.locale', { r: made('/restaurants', { Name: '{mark}' }) }, [
    put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark}' }),
    get('/restaurants?filters[Name][$eq]={mark}&locale=fr', { data: [{ locale: 'fr' }] }),
  ]),
  check('rest.query.status', { a: named('/authors') }, [
    get('/authors?filters[name][$eq]={mark}&status=draft', { data: [{ publishedAt: null }] }),
    get('/authors?filters[name][$eq]={mark}&status=published', { data: [{ publishedAt: is.timestamp }] }),
  ]),
  check(
    'rest.query.combined',
    {
      g: named('/groups'),
      a: plain({ n: 1, group: '{g.documentId}' }),
      b: plain({ n: 2, group: '{g.documentId}' }),
      c: plain({ n: 3, group: '{g.documentId}' }),
      d: plain({ n: 4 }),
    },
    [
      get(
        `/plains?${OWN}&filters[group][name][$eq]={mark}&sort=n:desc&pagination[page]=1&pagination[pageSize]=2&fields[0]=n&populate[group][fields][0]=name`,
        {
          list: ['c', 'b'],
          data: [
            { n: 3, name: is.absent, group: { name: '{mark}' } },
            { n: 2, group: { name: '{mark}' } },
          ],
          meta: { pagination: { page: 1, pageSize: 2, pageCount: 2, total: 3 } },
        },
      ),
    ],
  ),
  check('rest.query.brackets.nested', { a: plain({ n: 1 }), b: plain({ n: 2 }) }, [
    get(`/plains?${OWN}&filters[$and][0][n][$eq]=2`, { list: ['b'] }),
    get(
      '/plains?filters%5Bmail%5D%5B%24eq%5D={mark}%40conform.test&filters%5Bn%5D%5B%24eq%5D=1',
      { list: ['a'] },
      { verbatim: true },
    ),
  ]),
  check('rest.query.brackets.array', { a: plain({ n: 1, body: 'x' }), b: plain({ n: 2, body: 'y' }) }, [
    get(`/plains?${OWN}&sort=n&fields[0]=n&fields[1]=body`, {
      data: [
        { n: 1, body: 'x', name: is.absent },
        { n: 2, body: 'y' },
      ],
    }),
  ]),
];
