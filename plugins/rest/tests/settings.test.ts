// The effects of config/api: prefix, strict parameters, page sizes, ETags. And the v4 response format.
import { type FixtureApp, openFixture, type Seed } from './fixture';

const SEED: Seed = [
  ['c1', 'category', { name: 'Food' }],
  ['t1', 'tag', { name: 'sea' }],
  [
    'a1',
    'article',
    {
      title: 'First',
      category: '{c1}',
      tags: ['{t1}'],
      seo: { metaTitle: 'm' },
      zone: [{ __component: 'shared.ref', label: 'r', target: '{t1}' }],
    },
  ],
];

describe('an application with custom settings', () => {
  let app: FixtureApp;
  beforeAll(async () => {
    app = await openFixture(SEED, {
      config: {
        api: {
          rest: {
            prefix: '/content/v1',
            strictParams: true,
            etag: false,
            defaultLimit: 2,
            maxLimit: 3,
            withCount: false,
          },
        },
      },
    });
    for (const name of ['x', 'y', 'z']) await app.documents('api::tag.tag').create({ data: { name } });
  });
  afterAll(() => app.close());

  it('serves under its prefix only', async () => {
    expect((await app.agent.get('/content/v1/tags')).status).toBe(200);
    expect((await app.agent.get('/api/tags')).status).toBe(404);
  });

  it('uses its page sizes', async () => {
    const plain = await app.agent.get('/content/v1/tags');
    expect([plain.body.data.length, plain.body.meta.pagination]).toEqual([2, { page: 1, pageSize: 2 }]);
    const large = await app.agent.get('/content/v1/tags?pagination[pageSize]=50&pagination[withCount]=1');
    expect(large.body.meta.pagination).toEqual({ page: 1, pageSize: 3, pageCount: 2, total: 4 });
  });

  it('refuses unknown parameters on every verb', async () => {
    const one = `/content/v1/tags/${app.known.get('t1')?.documentId}?foo=bar`;
    const answers = [
      await app.agent.get('/content/v1/tags?foo=bar'),
      await app.agent.get(one),
      await app.agent.post('/content/v1/tags?foo=bar').send({ data: { name: 'n' } }),
      await app.agent.put(one).send({ data: { name: 'n' } }),
      await app.agent.delete(one),
    ];
    for (const { status, body } of answers)
      expect({ status, details: body.error?.details, message: body.error?.message }).toEqual({
        status: 400,
        message: 'Invalid key foo',
        details: { key: 'foo', path: null, source: 'query', param: 'foo' },
      });
    expect((await app.agent.get('/content/v1/tags?filters[name]=n')).body.data).toEqual([]);
    expect((await app.agent.get(one.replace('?foo=bar', ''))).status).toBe(200);
  });

  it('still ignores unknown keys in pagination and beside data', async () => {
    expect(
      (
        await app.agent.get(
          '/content/v1/tags?pagination[nope]=1&filters[name]=sea&sort=name&fields=name&populate=articles&_q=sea',
        )
      ).status,
    ).toBe(200);
    expect((await app.agent.post('/content/v1/tags').send({ data: { name: 'n' }, other: 1 })).status).toBe(
      201,
    );
  });

  it('sends no ETags', async () => {
    expect((await app.agent.get('/content/v1/tags')).headers.etag).toBeUndefined();
    expect((await app.agent.get('/content/v1/tags').set('If-None-Match', '*')).status).toBe(200);
  });
});

it('uses a maxLimit below the default limit as the default limit', async () => {
  const app = await openFixture(SEED, { config: { api: { rest: { maxLimit: 3 } } } });
  for (const name of ['x', 'y', 'z']) await app.documents('api::tag.tag').create({ data: { name } });
  const { body } = await app.agent.get('/api/tags');
  await app.close();
  expect([body.data.length, body.meta.pagination.pageSize]).toEqual([3, 3]);
});

describe('Strapi-Response-Format: v4', () => {
  let app: FixtureApp;
  beforeAll(async () => {
    app = await openFixture(SEED);
  });
  afterAll(() => app.close());

  it('nests attributes and wraps relations; components and zones stay flat', async () => {
    const { body } = await app.agent
      .get(
        '/api/articles?populate[category]=true&populate[tags]=true&populate[author]=true&populate[seo]=true&populate[zone][populate]=*',
      )
      .set('Strapi-Response-Format', 'v4');
    const [document] = body.data;
    expect(Object.keys(document)).toEqual(['id', 'documentId', 'attributes']);
    expect(document.attributes).toMatchObject({
      title: 'First',
      category: {
        data: {
          id: expect.any(Number),
          documentId: app.known.get('c1')?.documentId,
          attributes: { name: 'Food' },
        },
      },
      tags: { data: [{ attributes: { name: 'sea' } }] },
      author: { data: null },
      seo: { id: expect.any(Number), metaTitle: 'm' },
      zone: [
        {
          id: expect.any(Number),
          label: 'r',
          target: { data: { attributes: { name: 'sea' } } },
          __component: 'shared.ref',
        },
      ],
    });
    expect(body.meta.pagination.total).toBe(1);
  });

  it('applies to one document, to writes and to single types', async () => {
    const v4 = { 'Strapi-Response-Format': 'v4' };
    const one = await app.agent.get(`/api/tags/${app.known.get('t1')?.documentId}`).set(v4);
    expect(one.body.data.attributes.name).toBe('sea');
    const created = await app.agent
      .post('/api/tags')
      .set(v4)
      .send({ data: { name: 'new' } });
    expect([created.status, created.body.data.attributes.name, created.body.meta]).toEqual([201, 'new', {}]);
    const single = await app.agent
      .put('/api/setting')
      .set(v4)
      .send({ data: { siteName: 's' } });
    expect(single.body.data.attributes.siteName).toBe('s');
  });
});
