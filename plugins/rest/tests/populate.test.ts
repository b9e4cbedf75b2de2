// Populate through HTTP: every spelling, its result, and refused spellings.
import { type FixtureApp, invalidKey, openFixture, type Row, rows } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['f1', 'profile', { nick: 'annie', url: 'https://ann.example' }],
    ['w1', 'author', { name: 'Ann', profile: '{f1}' }],
    ['c1', 'category', { name: 'Food' }],
    ['c2', 'category', { name: 'Fish', parent: '{c1}' }],
    ['t1', 'tag', { name: 'sea' }],
    ['t2', 'tag', { name: 'air' }],
    ['t3', 'tag', { name: 'land' }],
    [
      'a1',
      'article',
      {
        title: 'First',
        category: '{c2}',
        tags: ['{t1}', '{t2}', '{t3}'],
        author: '{w1}',
        seo: { metaTitle: 'M', metas: [{ key: 'k', value: 'v' }] },
        links: [{ label: 'b' }, { label: 'a' }],
        zone: [
          { __component: 'shared.quote', text: 'q', by: 'me' },
          { __component: 'shared.ref', label: 'r', target: '{t1}', authors: ['{w1}'] },
          { __component: 'shared.slider', caption: 's' },
        ],
      },
    ],
    ['a2', 'article', { title: 'Second' }],
    [
      'z1',
      'zoo',
      {
        name: 'zoo',
        morphOne: null,
        morphMany: [
          { __type: 'api::tag.tag', documentId: '{t1}' },
          { __type: 'api::category.category', documentId: '{c1}' },
        ],
      },
    ],
  ]);
});
afterAll(() => app.close());

const one = (query: string, data: unknown): Row => [`GET /api/articles/{a1}?${query}`, 200, { data }];
const refused = (query: string, key: string, path: string | null): Row => [
  `GET /api/articles?${query}`,
  400,
  invalidKey(key, path, 'populate'),
];
const bad = (query: string): Row => [
  `GET /api/articles?${query}`,
  400,
  { error: { name: 'ValidationError' } },
];
const quote = { text: 'q', by: 'me', __component: 'shared.quote' };
const tags = [{ name: 'sea' }, { name: 'air' }, { name: 'land' }];

rows('what is asked for', () => app, [
  one('populate=category', { category: { documentId: '{c2}', name: 'Fish' } }),
  one('populate[0]=category&populate[1]=tags', { category: { name: 'Fish' }, tags }),
  one('populate[]=category&populate[]=tags', { category: { name: 'Fish' }, tags }),
  one('populate=category&populate=tags', { category: { name: 'Fish' }, tags }),
  one('populate=category,tags', { category: { name: 'Fish' }, tags }),
  one('populate=category, tags', { category: { name: 'Fish' }, tags }),
  one('populate[category]=true', { category: { name: 'Fish' } }),
  one('populate[category]=1&populate[tags]=0', { category: { name: 'Fish' } }),
  one('populate=seo.metas', { seo: { metaTitle: 'M', metas: [{ key: 'k', value: 'v' }] } }),
  one('populate=author.profile', { author: { name: 'Ann', profile: { nick: 'annie' } } }),
  one('populate[0]=seo&populate[1]=seo.metas', { seo: { metaTitle: 'M', metas: [{ key: 'k' }] } }),
  one('populate=category.parent.parent', {
    category: { name: 'Fish', parent: { name: 'Food', parent: null } },
  }),
  one('populate[author][populate][0]=profile', { author: { profile: { nick: 'annie' } } }),
  one('populate[author][populate]=profile', { author: { profile: { nick: 'annie' } } }),
  one('populate[author][populate]=*', {
    author: { profile: { nick: 'annie' }, articles: [{ title: 'First' }] },
  }),
  one('populate[author][populate][profile]=true', { author: { profile: { nick: 'annie' } } }),
  one('populate[author][populate][profile][fields]=nick', { author: { profile: { nick: 'annie' } } }),
  one('populate[tags][fields][0]=name', { tags }),
  one('populate[tags][filters][name][$eq]=air', { tags: [{ name: 'air' }] }),
  one('populate[category][filters][name]=Other', { category: null }),
  one('populate[tags][sort]=name', { tags: [{ name: 'air' }, { name: 'land' }, { name: 'sea' }] }),
  one('populate[tags][sort][0]=name:desc', { tags: [{ name: 'sea' }, { name: 'land' }, { name: 'air' }] }),
  one('populate[tags][count]=true', { tags: { count: 3 } }),
  one('populate[links][sort]=label', { links: [{ label: 'a' }, { label: 'b' }] }),
  one('populate=zone', { zone: [quote, { label: 'r', __component: 'shared.ref' }, { caption: 's' }] }),
  one('populate[zone]=true', { zone: [quote, { label: 'r' }, { caption: 's' }] }),
  one('populate[zone][populate]=*', {
    zone: [quote, { label: 'r', target: { name: 'sea' }, authors: [{ name: 'Ann' }] }, {}],
  }),
  one('populate=zone.target', { zone: [quote, { label: 'r', target: { name: 'sea' } }, {}] }),
  one('populate[zone][on][shared.ref][populate][target][populate][0]=articles', {
    zone: [quote, { label: 'r', target: { name: 'sea', articles: [{ title: 'First' }] } }, { caption: 's' }],
  }),
  one('populate[zone][on][shared.ref][populate]=*', {
    zone: [quote, { target: { name: 'sea' }, authors: [{ name: 'Ann' }] }, {}],
  }),
  one('populate[zone][on][shared.ref]=*', { zone: [quote, { label: 'r' }, {}] }),
  one('populate[zone][on][shared.quote]=true', { zone: [quote, { label: 'r' }, {}] }),
  one('populate[zone][on][shared.quote][fields][0]=by', {
    zone: [{ by: 'me', __component: 'shared.quote' }, {}, {}],
  }),
  [
    'GET /api/articles/{a2}?populate=*',
    200,
    { data: { category: null, tags: [], author: null, related: [], seo: null, links: [], zone: [] } },
  ],
  [
    'GET /api/zoos/{z1}?populate=morphMany',
    200,
    {
      data: {
        morphMany: [
          { __type: 'api::tag.tag', name: 'sea' },
          { __type: 'api::category.category', name: 'Food' },
        ],
      },
    },
  ],
  [
    'GET /api/tags?populate[articles][populate]=category',
    200,
    { data: [{ articles: [{ category: { name: 'Fish' } }] }, {}, {}] },
  ],
  ['GET /api/tags?populate=articles&locale=fr', 200],
]);

describe('presence of keys', () => {
  const keysOf = async (query: string): Promise<string[]> => {
    const { body } = await app.agent.get(`/api/articles/${app.known.get('a1')?.documentId}?${query}`);
    return Object.keys(body.data).slice(Object.keys(body.data).indexOf('updatedAt') + 1);
  };
  it.each([
    ['', []],
    ['populate=', []],
    ['populate', []],
    ['populate[category]=false', []],
    ['populate=tags,category', ['tags', 'category']],
    ['populate=*', ['category', 'tags', 'author', 'related', 'seo', 'links', 'zone']],
  ])('"%s"', async (query, keys) => expect(await keysOf(query)).toEqual(keys));

  it('entries have an id and no documentId; a zone names the component last', async () => {
    const { body } = await app.agent.get(
      `/api/articles/${app.known.get('a1')?.documentId}?populate=zone,seo,links`,
    );
    expect(Object.keys(body.data.zone[0])).toEqual(['id', 'text', 'by', '__component']);
    expect(Object.keys(body.data.seo)).toEqual(['id', 'metaTitle', 'metaDescription']);
    expect(Object.keys(body.data.links[0])).toEqual(['id', 'label', 'href', 'external']);
  });

  it('populates to the requested depth', async () => {
    const query = `populate${'[children][populate]'.repeat(11)}=children`;
    const { status } = await app.agent.get(`/api/categories?${query}`);
    expect(status).toBe(200);
  });

  it('returns all entries of a long list', async () => {
    const labels = await Promise.all(
      Array.from({ length: 110 }, (_, i) =>
        app.documents('api::label.label').create({ data: { name: `l${i}` } }),
      ),
    );
    const plain = await app
      .documents('api::plain.plain')
      .create({ data: { labels: labels.map((label) => label.documentId) } });
    const { body } = await app.agent.get(`/api/plains/${plain.documentId}?populate=labels`);
    expect(body.data.labels.map((label: { name: string }) => label.name)).toEqual(
      labels.map((label) => label.name),
    );
  });
});

rows('what is refused', () => app, [
  refused('populate=nope', 'nope', 'nope'),
  refused('populate[nope]=true', 'nope', null),
  refused('populate=createdBy', 'createdBy', 'createdBy'),
  refused('populate=private_note', 'private_note', 'private_note'),
  bad('populate=title'),
  bad('populate=true'),
  bad('populate=1'),
  bad('populate[0]=*'),
  bad('populate[*]=true'),
  bad('populate[category]=abc'),
  bad('populate[category]='),
  refused('populate[tags][limit]=1', 'limit', 'tags'),
  refused('populate[tags][start]=1', 'start', 'tags'),
  refused('populate[tags][pagination][page]=1', 'pagination', 'tags'),
  refused('populate[tags][nope]=1', 'nope', 'tags'),
  refused('populate[tags][status]=draft', 'status', 'tags'),
  refused('populate[tags][locale]=fr', 'locale', 'tags'),
  bad('populate[author][populate]=profile,articles'),
  bad('populate[zone][populate][0]=target'),
  bad('populate[zone][fields][0]=text'),
  bad('populate[zone][filters][text]=q'),
  [
    'GET /api/articles?populate[zone][on][shared.nope]=true',
    400,
    { error: { details: { key: 'shared.nope', source: 'query', param: 'populate' } } },
  ],
  [
    'GET /api/articles?populate[category][fields][0]=nope',
    400,
    { error: { message: 'Invalid key nope', details: { key: 'nope', path: null } } },
  ],
  ['GET /api/articles?populate[category][filters][nope]=1', 400],
  ['GET /api/articles?populate[category][sort]=nope', 400],
  ['GET /api/articles?populate=cover', 400],
  [
    `GET /api/articles?${Array.from({ length: 101 }, (_, i) => `populate[${i}]=tags`).join('&')}`,
    400,
    {
      error: {
        message: expect.stringContaining('Too many populate entries (101).'),
        details: { source: 'query', param: 'populate' },
      },
    },
  ],
  ['GET /api/articles?populate[100]=tags', 400, 'Invalid key 100'],
]);
