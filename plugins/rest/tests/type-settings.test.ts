// `rest.types` in config/api: removed and moved routes, defaults, policies and middlewares.
import type { App } from '../../../core';
import { type FixtureApp, openFixture, type Row, rows } from './fixture';

const seen: string[] = [];
const note = (request: { path: string }, next: () => unknown): unknown => {
  seen.push(request.path);
  return next();
};
let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture(
    [
      ['c1', 'category', { name: 'Food' }],
      ['c2', 'category', { name: 'Fish', parent: '{c1}' }],
      ['t1', 'tag', { name: 'sea' }],
      ['g1', 'group', { name: 'one' }],
    ],
    {
      config: {
        api: {
          rest: {
            types: {
              'api::tag.tag': { only: ['find', 'findOne'] },
              'api::group.group': { except: ['delete'], path: '/teams/all' },
              'api::setting.setting': { except: ['update'] },
              'api::category.category': {
                fields: ['name'],
                populate: { parent: { fields: ['name'] } },
                pageSize: 1,
                cacheControl: 'public, max-age=60',
                actions: {
                  findOne: { cacheControl: { anonymous: 'max-age=5' } },
                  find: {
                    middlewares: [note],
                  },
                  create: { policies: ['is-friend', { name: 'says', config: 'yes' }] },
                  delete: { policies: [() => false] },
                },
              },
            },
          },
        },
      },
      plugins: [
        {
          name: 'policies',
          register({ policies }: { policies: { add(name: string, policy: unknown): void } }) {
            policies.add(
              'is-friend',
              (request: { header(name: string): string | undefined }) => request.header('x-friend') === 'yes',
            );
            policies.add(
              'says',
              (request: { header(name: string): string | undefined }, config: unknown) =>
                request.header('x-says') === config,
            );
          },
        } as never,
      ],
    },
  );
});
afterAll(() => app.close());

const list: Row[] = [
  ['GET /api/tags', 200, ['sea']],
  ['GET /api/tags/{t1}', 200],
  ['POST /api/tags', 405, undefined, { data: {} }],
  ['DELETE /api/tags/{t1}', 405],
  ['GET /api/groups', 404],
  ['GET /api/teams/all', 200, ['one']],
  ['GET /api/teams/all/{g1}', 200],
  ['DELETE /api/teams/all/{g1}', 405],
  ['PUT /api/setting', 405, undefined, { data: {} }],
  [
    'GET /api/categories',
    200,
    {
      data: [{ name: 'Food', parent: null }],
      meta: { pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } },
    },
  ],
  ['GET /api/categories/{c2}', 200, { data: { name: 'Fish', parent: { name: 'Food' } } }],
  ['GET /api/categories?pagination[pageSize]=2&sort=name', 200, ['Fish', 'Food']],
  ['POST /api/categories', 403, undefined, { data: { name: 'x' } }],
  ['DELETE /api/categories/{c1}', 403],
];
rows('routes', () => app, list);

it('a request overrides the defaults', async () => {
  const { body } = await app.agent.get('/api/categories?fields=createdAt&populate=');
  expect(Object.keys(body.data[0])).toEqual(['id', 'documentId', 'createdAt']);
  const plain = await app.agent.get('/api/categories');
  expect(Object.keys(plain.body.data[0])).toEqual(['id', 'documentId', 'name', 'parent']);
});

it('policies get their configuration; middlewares run only on their route', async () => {
  const create = (headers: Record<string, string>) =>
    app.agent
      .post('/api/categories')
      .set(headers)
      .send({ data: { name: 'x' } });
  expect((await create({ 'x-friend': 'yes' })).status).toBe(403);
  expect((await create({ 'x-friend': 'yes', 'x-says': 'yes' })).status).toBe(201);
  seen.length = 0;
  await app.agent.get('/api/categories');
  await app.agent.get(`/api/categories/${app.known.get('c1')?.documentId}`);
  expect(seen).toEqual(['/api/categories']);
});

it('sets Cache-Control of reads by type and by action', async () => {
  const { headers } = await app.agent.get('/api/categories');
  expect([headers['cache-control'], headers.vary]).toEqual(['public, max-age=60', 'Authorization, Cookie']);
  const known = await app.agent.get('/api/categories').set('Authorization', 'Bearer x');
  expect(known.headers['cache-control']).toBe('private, max-age=60');
  const unknown = await app.agent.get('/api/categories/absent');
  expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
  expect((await app.agent.get('/api/tags')).headers['cache-control']).toBeUndefined();
});

describe('a mistake stops startup', () => {
  it.each([
    ['an unknown type', { 'api::nope.nope': {} }, 'no content type with this name has routes'],
    ['both lists', { 'api::tag.tag': { only: ['find'], except: ['find'] } }, 'keep one'],
    [
      'an action a single type has not',
      { 'api::setting.setting': { only: ['create'] } },
      'a single type has no "create"',
    ],
    ['an unknown action', { 'api::tag.tag': { only: ['remove'] } }, 'this type has no "remove"; it has find'],
    ['a page too large', { 'api::tag.tag': { pageSize: 101 } }, 'above rest.maxLimit'],
    ['two types at one path', { 'api::tag.tag': { path: '/labels' } }, 'already serves'],
    [
      'a number for Cache-Control',
      { 'api::tag.tag': { cacheControl: 60 } },
      'an object with the keys anonymous and authenticated',
    ],
    ['an unknown policy', { 'api::tag.tag': { actions: { find: { policies: ['nope'] } } } }, 'nope'],
    ['a default field that is not there', { 'api::tag.tag': { fields: ['nope'] } }, 'Invalid key nope'],
    ['a default populate that is not there', { 'api::tag.tag': { populate: ['nope'] } }, 'Invalid key nope'],
  ])('%s', async (_what, types, message) => {
    await expect(openFixture([], { config: { api: { rest: { types } } } })).rejects.toThrow(message);
  });
});

it('a path that a plugin serves names the setting that removes the generated route', async () => {
  const own = {
    name: 'own',
    register: ({ routes }: Pick<App, 'routes'>) =>
      routes.add({
        method: 'POST',
        path: '/api/tags',
        action: null,
        summary: '',
        handler: () => ({ json: 1 }),
      }),
  };
  const except = { 'api::tag.tag': { except: ['create'] } };
  await expect(openFixture([], { plugins: [own] })).rejects.toThrow(
    "own already serves POST /api/tags; change one of the paths, or remove the generated route with `rest: { types: { 'api::tag.tag': { except: ['create'] } } }` in config/api",
  );
  const served = await openFixture([], { plugins: [own], config: { api: { rest: { types: except } } } });
  try {
    expect((await served.agent.post('/api/tags')).body).toBe(1);
  } finally {
    await served.close();
  }
});
