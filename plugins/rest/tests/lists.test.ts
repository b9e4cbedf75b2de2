// Sort, pagination and fields through HTTP.
import { type FixtureApp, invalidKey, openFixture, type Row, rows } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['g1', 'group', { name: 'B group' }],
    ['g2', 'group', { name: 'A group' }],
    ['l1', 'label', { name: 'x' }],
    ['l2', 'label', { name: 'a' }],
    ['l3', 'label', { name: 'm' }],
    ['p1', 'plain', { name: 'b', n: 2, kind: 'a', group: '{g1}', labels: ['{l1}', '{l2}'] }],
    ['p2', 'plain', { name: 'a', n: 2, kind: 'b', group: '{g2}', labels: ['{l3}'] }],
    ['p3', 'plain', { name: 'Z', n: 1, kind: 'a' }],
    ['p4', 'plain', { name: 'é', n: null }],
    ['c1', 'category', { name: 'Fruit' }],
    ['c2', 'category', { name: 'Apples', parent: '{c1}' }],
    ['a1', 'article', { title: 'one', category: '{c1}', seo: { metaTitle: 'z' }, links: [{ label: 'q' }] }],
    [
      'a2',
      'article',
      { title: 'two', category: '{c2}', seo: { metaTitle: 'y' }, links: [{ label: 'p' }, { label: 'r' }] },
    ],
  ]);
});
afterAll(() => app.close());

const sorted = (query: string, ...names: string[]): Row => [`GET /api/plains?${query}`, 200, names];
const articles = (query: string, ...names: string[]): Row => [`GET /api/articles?${query}`, 200, names];
const badOrder = 'Invalid order. order can only be one of asc|desc|ASC|DESC';

rows('sort', () => app, [
  sorted('', 'b', 'a', 'Z', 'é'),
  sorted('sort=name', 'Z', 'a', 'b', 'é'),
  sorted('sort=name:desc', 'é', 'b', 'a', 'Z'),
  sorted('sort=name:DESC', 'é', 'b', 'a', 'Z'),
  sorted('sort=n', 'é', 'Z', 'b', 'a'),
  sorted('sort=n:desc', 'b', 'a', 'Z', 'é'),
  sorted('sort=n:desc,name', 'a', 'b', 'Z', 'é'),
  sorted('sort=n:desc, name', 'a', 'b', 'Z', 'é'),
  sorted('sort[0]=n:desc&sort[1]=name:asc', 'a', 'b', 'Z', 'é'),
  sorted('sort[]=n:desc&sort[]=name', 'a', 'b', 'Z', 'é'),
  sorted('sort=n:desc&sort=name', 'a', 'b', 'Z', 'é'),
  sorted('sort[0]=n:desc,name', 'a', 'b', 'Z', 'é'),
  sorted('sort[name]=desc', 'é', 'b', 'a', 'Z'),
  sorted('sort[0][name]=desc', 'é', 'b', 'a', 'Z'),
  sorted('sort[group][name]=desc', 'b', 'a', 'Z', 'é'),
  sorted('sort=group.name', 'Z', 'é', 'a', 'b'),
  sorted('sort=labels.name', 'Z', 'é', 'b', 'a'),
  sorted('sort=labels.name:desc', 'b', 'a', 'Z', 'é'),
  sorted('sort=name:desc:extra', 'é', 'b', 'a', 'Z'),
  sorted('sort=', 'b', 'a', 'Z', 'é'),
  sorted('sort=,', 'b', 'a', 'Z', 'é'),
  sorted('sort=:asc', 'b', 'a', 'Z', 'é'),
  sorted('sort[name]=', 'b', 'a', 'Z', 'é'),
  sorted('sort=id:desc', 'é', 'Z', 'a', 'b'),
  articles('sort=category.parent.name:desc', 'two', 'one'),
  articles('sort=seo.metaTitle', 'two', 'one'),
  articles('sort=links.label', 'two', 'one'),
  ['GET /api/plains?sort=name:bad', 400, badOrder],
  ['GET /api/plains?sort=name:', 400, badOrder],
  ['GET /api/plains?sort=nope', 400, invalidKey('nope', null, 'sort')],
  ['GET /api/plains?sort=group.nope', 400, invalidKey('nope', 'group', 'sort')],
  [
    'GET /api/plains?sort=-name',
    400,
    { error: { name: 'ValidationError', details: { source: 'query', param: 'sort' } } },
  ],
  ['GET /api/plains?sort=name desc', 400],
  ['GET /api/plains?sort=group', 400, { error: { details: { key: 'group', param: 'sort' } } }],
  ['GET /api/plains?sort=name.foo', 400],
  ['GET /api/plains?sort[name][order]=asc', 400],
  ['GET /api/plains?sort=createdBy', 400, invalidKey('createdBy', null, 'sort')],
  ['GET /api/articles?sort=private_note', 400, invalidKey('private_note', null, 'sort')],
  ['GET /api/articles?sort=secret', 400, invalidKey('secret', null, 'sort')],
  ['GET /api/articles?sort=zone', 400],
  ['GET /api/articles?sort=seo', 400],
  ['GET /api/plains/{p1}?sort=nope', 400],
  [`GET /api/plains?${Array.from({ length: 101 }, () => 'sort[]=name').join('&')}`, 400],
]);

const page = (query: string, ...expected: unknown[]): Row => [
  `GET /api/plains?${query}`,
  200,
  { meta: { pagination: expected[0] }, ...(expected.length > 1 ? { data: expected[1] } : {}) },
];
const misplaced =
  'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object';
const mixed = 'Cannot use both page & offset pagination in the same query';

rows('pagination', () => app, [
  page('pagination[page]=2&pagination[pageSize]=3', { page: 2, pageSize: 3, pageCount: 2, total: 4 }, [
    { name: 'é' },
  ]),
  page('pagination[page]=9', { page: 9, pageSize: 25, pageCount: 1, total: 4 }, []),
  page('pagination[pageSize]=250', { page: 1, pageSize: 100, pageCount: 1, total: 4 }),
  page('pagination[start]=1&pagination[limit]=2', { start: 1, limit: 2, total: 4 }, [
    { name: 'a' },
    { name: 'Z' },
  ]),
  page('pagination[start]=3', { start: 3, limit: 25, total: 4 }),
  page('pagination[limit]=-1', { start: 0, limit: 100, total: 4 }),
  page('pagination[limit]=1000', { start: 0, limit: 100, total: 4 }),
  page('pagination[pageSize]=1e1', { page: 1, pageSize: 10, pageCount: 1, total: 4 }),
  page('pagination[pageSize]=0x10', { page: 1, pageSize: 16, pageCount: 1, total: 4 }),
  page('filters[name]=none', { page: 1, pageSize: 25, pageCount: 0, total: 0 }, []),
  page('pagination[nope]=1', { page: 1, pageSize: 25, pageCount: 1, total: 4 }),
  page('limit=1&start=1&_limit=1', { page: 1, pageSize: 25, pageCount: 1, total: 4 }),
  ...[
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'pageSize=0',
    'pageSize=x',
    'pageSize=',
    'start=-1',
    'start=x',
    'limit=0',
    'limit=x',
    'limit=-2',
  ].map(
    (query): Row => [
      `GET /api/plains?pagination[${query.replace('=', ']=')}`,
      400,
      { error: { status: 400 } },
    ],
  ),
  ['GET /api/plains?pagination[page]=1e20', 400],
  ['GET /api/plains?pagination[start]=9007199254740991', 200, []],
  [
    'GET /api/plains?pagination[page]=1&pagination[limit]=2',
    400,
    { error: { name: 'PaginationError', message: mixed, details: {} } },
  ],
  ['GET /api/plains?pagination[pageSize]=1&pagination[start]=2', 400, mixed],
  ['GET /api/plains?page=1', 400, { error: { name: 'PaginationError', message: misplaced, details: {} } }],
  ['GET /api/plains?pageSize=1', 400, misplaced],
  [
    'GET /api/plains?pagination[withCount]=TRUE',
    400,
    'Invalid withCount parameter. Expected "t","1","true","false","0","f"',
  ],
  ['GET /api/plains/{p1}?pagination[page]=x', 200],
  ['GET /api/plains?lookup=1', 400, "Invalid params: 'lookup'"],
]);

describe('the keys of the pagination', () => {
  it.each([
    ['', ['page', 'pageSize', 'pageCount', 'total']],
    ['pagination[start]=0', ['start', 'limit', 'total']],
    ['pagination[withCount]=false', ['page', 'pageSize']],
    ['pagination[withCount]=0&pagination[limit]=2', ['start', 'limit']],
    ['pagination[withCount]=t', ['page', 'pageSize', 'pageCount', 'total']],
  ])('%s', async (query, keys) => {
    const { body } = await app.agent.get(`/api/plains?${query}`);
    expect(Object.keys(body.meta.pagination)).toEqual(keys);
  });
});

describe('fields', () => {
  it.each([
    ['fields=name', ['name']],
    ['fields[0]=n&fields[1]=name', ['n', 'name']],
    ['fields[]=n&fields[]=name', ['n', 'name']],
    ['fields=n&fields=name', ['n', 'name']],
    ['fields=n,name', ['n', 'name']],
    ['fields=n, name', ['n', 'name']],
    ['fields=createdAt', ['createdAt']],
    ['fields=id,documentId,name', ['name']],
  ])('%s', async (query, keys) => {
    const { body } = await app.agent.get(`/api/plains?${encodeURI(query)}`);
    expect(Object.keys(body.data[0])).toEqual(['id', 'documentId', ...keys]);
  });

  it.each(['fields=*', 'fields[0]=*', 'fields=*&fields=name'])('%s selects all fields', async (query) => {
    const all = await app.agent.get('/api/plains');
    expect((await app.agent.get(`/api/plains?${query}`)).body.data).toEqual(all.body.data);
  });
});

const badFields = 'Invalid fields parameter. Expected a string or an array of strings';
rows('fields that are refused', () => app, [
  ['GET /api/plains?fields[0]=n,name', 400, badFields],
  ['GET /api/plains?fields[a]=name', 400, badFields],
  ['GET /api/plains?fields=', 400],
  ['GET /api/plains?fields[0]=', 400],
  ...['nope', 'Name', 'createdBy', 'group.name'].map(
    (key): Row => [`GET /api/plains?fields=${key}`, 400, invalidKey(key, null, 'fields')],
  ),
  ['GET /api/plains?fields=group', 400, invalidKey('group', 'group', 'fields')],
  ['GET /api/articles?fields=zone', 400, invalidKey('zone', 'zone', 'fields')],
  ['GET /api/articles?fields=seo', 400, invalidKey('seo', 'seo', 'fields')],
  ['GET /api/articles?fields=private_note', 400, invalidKey('private_note', null, 'fields')],
  ['GET /api/articles?fields=secret', 400, invalidKey('secret', null, 'fields')],
  [`GET /api/plains?${Array.from({ length: 101 }, () => 'fields[]=name').join('&')}`, 400],
]);
