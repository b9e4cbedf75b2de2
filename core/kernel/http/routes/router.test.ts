import fc from 'fast-check';
import { startTestServer, type TestServer } from '../test-server';
import { route } from './route';
import { RouteCollector } from './route-collector';
import { createRouter } from './router';

const routes = [
  route({
    method: 'GET',
    path: '/api/articles',
    action: null,
    summary: 'list',
    handler: () => ({ json: 'list' }),
  }),
  route({
    method: 'POST',
    path: '/api/articles',
    action: null,
    summary: 'create',
    handler: () => ({ status: 201, json: 'created' }),
  }),
  route({
    method: 'GET',
    path: '/api/articles/:documentId',
    action: null,
    summary: 'one',
    handler: (_r, { params }) => ({ json: params }),
  }),
  route({
    method: 'PUT',
    path: '/api/articles/:id',
    action: null,
    summary: 'update',
    handler: (_r, { params }) => ({ json: params }),
  }),
  route({
    method: 'DELETE',
    path: '/api/articles/:id',
    action: null,
    summary: 'delete',
    handler: () => ({ status: 204 }),
  }),
  route({
    method: 'GET',
    path: '/api/articles/count',
    action: null,
    summary: 'count',
    handler: () => ({ json: 'count' }),
  }),
];

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer({ routes });
});
afterAll(() => app.close());

const long = 'x'.repeat(500);
const answered: [string, string, number, unknown][] = [
  ['GET', '/api/articles', 200, 'list'],
  ['GET', '/api/articles/', 200, 'list'],
  ['GET', '/api/articles#top', 200, 'list'],
  ['GET', '/api/articles/#top', 200, 'list'],
  ['GET', '/api/articles/AbC#top', 200, { documentId: 'AbC' }],
  ['GET', '/API/Articles', 200, 'list'],
  ['GET', '/api/articles?x=1', 200, 'list'],
  ['GET', '/api/articles/?x=1', 200, 'list'],
  ['POST', '/api/articles', 201, 'created'],
  ['GET', '/api/articles/AbC', 200, { documentId: 'AbC' }],
  ['GET', '/api/articles/a%20b%2Fc', 200, { documentId: 'a b/c' }],
  ['GET', `/api/articles/${long}`, 200, { documentId: long }],
  ['PUT', '/API/articles/AbC/', 200, { id: 'AbC' }],
  ['GET', '/api/articles/count', 200, 'count'],
  ['GET', '/api/%61rticles', 200, 'list'],
  ['DELETE', '/api/articles/x', 204, undefined],
];
test.each(answered)('%s %s answers %i', async (method, path, status, json) => {
  const answer = await app.send(method, path);
  expect([answer.status, answer.json]).toEqual([status, json]);
});

const notFound = {
  data: null,
  error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
};
test.each([
  ['GET', '/api'],
  ['GET', '/nope'],
  ['POST', '/nope'],
  ['OPTIONS', '/nope'],
  ['TRACE', '/nope'],
  ['GET', '//api/articles'],
  ['GET', '/api//articles'],
  ['GET', '/api/articles//'],
  ['GET', '/api/articles/a/b'],
])('%s %s is unknown: 404 with the error body', async (method, path) => {
  const answer = await app.send(method, path);
  expect([answer.status, answer.json]).toEqual([404, notFound]);
});

test.each([
  ['DELETE', '/api/articles', 'HEAD, GET, POST'],
  ['PATCH', '/api/articles', 'HEAD, GET, POST'],
  ['PROPFIND', '/api/articles', 'HEAD, GET, POST'],
  ['POST', '/api/articles/x', 'HEAD, GET, PUT, DELETE'],
  ['POST', '/_health', 'HEAD, GET'],
])('%s %s is 405 in JSON and names what is allowed', async (method, path, allow) => {
  const answer = await app.send(method, path);
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe(allow);
  expect(answer.json).toEqual({
    data: null,
    error: { status: 405, name: 'MethodNotAllowedError', message: 'Method Not Allowed', details: {} },
  });
});

test.each(['/api/%ZZ', '/api/articles/%ZZ', '/api/articles/%ff', '/%'])(
  '%s cannot be decoded: 400 without details',
  async (path) => {
    const answer = await app.get(path);
    expect(answer.status).toBe(400);
    expect(answer.text).toBe(
      '{"data":null,"error":{"status":400,"name":"BadRequestError","message":"failed to decode"}}',
    );
  },
);

test('HEAD is GET without its body', async () => {
  const get = await app.get('/api/articles/x');
  const head = await app.send('HEAD', '/api/articles/x');
  expect(head.status).toBe(200);
  expect(head.text).toBe('');
  expect(head.headers['content-length']).toBe(String(get.text.length));
  expect(head.headers['content-type']).toBe(get.headers['content-type']);
});

test('OPTIONS on a known path says what is allowed', async () => {
  const answer = await app.send('OPTIONS', '/api/articles');
  expect([answer.status, answer.headers.allow, answer.text]).toEqual([200, 'HEAD, GET, POST', '']);
});

test('204 has neither a type nor a length', async () => {
  const answer = await app.send('DELETE', '/api/articles/x');
  expect([answer.headers['content-type'], answer.headers['content-length']]).toEqual([undefined, undefined]);
});

test('two routes of one method and path stop the start and name both sides', () => {
  const collector = new RouteCollector();
  const route = { method: 'GET', action: null, summary: '', handler: () => ({ status: 204 }) } as const;
  collector.add({ ...route, path: '/api/a/:id' }, 'first');
  collector.add({ ...route, path: '/API/a/:key/' }, 'second');
  expect(() => collector.finish()).toThrow(
    /second → GET \/API\/a\/:key\/: first already serves GET \/api\/a\/:id/,
  );
  expect(() => collector.add({ ...route, path: '/late' }, 'third')).toThrow(
    'The route GET /late is added too late',
  );
});

test.each([
  ['/api/a/:id(\\\\d+)', ':id(\\\\d+)'],
  ['/api/files/*', '*'],
  ['/api/a/:from-:to', ':from-:to'],
  ['/api/a/v:version', 'v:version'],
  ['/api/a/:', ':'],
  ['/api/a*b', 'a*b'],
])('the path %s stops the start and names its part', (path, part) => {
  const collector = new RouteCollector();
  collector.add({ method: 'GET', action: null, summary: '', handler: () => ({ status: 204 }), path }, 'own');
  expect(() => collector.finish()).toThrow(`own → GET ${path}: "${part}" is no part of a path; write a text`);
});

const wildcard = (path: string, text: string) =>
  route({
    method: 'GET',
    path,
    action: null,
    summary: text,
    handler: (_r, { params }) => ({ json: [text, params] }),
  });

describe('a wildcard at the end of a path', () => {
  let site: TestServer;
  beforeAll(async () => {
    site = await startTestServer({
      routes: [
        wildcard('/app/*rest', 'app'),
        wildcard('/app/fixed/one', 'fixed'),
        wildcard('/app/:id/edit', 'edit'),
        wildcard('/app/deep/*file', 'deep'),
        wildcard('/users/:id/*rest', 'user'),
      ],
    });
  });
  afterAll(() => site.close());

  test.each([
    ['/app', 'app', { rest: '' }],
    ['/app/', 'app', { rest: '' }],
    ['/APP/a', 'app', { rest: 'a' }],
    ['/app/a/b/C.js/', 'app', { rest: 'a/b/C.js' }],
    ['/app/%C3%A9/a%20b#top', 'app', { rest: 'é/a b' }],
    ['/app/fixed/one', 'fixed', {}],
    ['/app/fixed/two', 'app', { rest: 'fixed/two' }],
    ['/app/1/edit', 'edit', { id: '1' }],
    ['/app/1/edit/more', 'app', { rest: '1/edit/more' }],
    ['/app/...', 'app', { rest: '...' }],
    ['/app/deep/x/y', 'deep', { file: 'x/y' }],
    ['/users/7', 'user', { id: '7', rest: '' }],
    ['/users/7/a/b', 'user', { id: '7', rest: 'a/b' }],
  ])('takes %s', async (path, name, params) => {
    expect((await site.get(path)).json).toEqual([name, params]);
  });

  test.each([
    '/app/../secret',
    '/app/a/..',
    '/app/%2e%2e/secret',
    '/app/./a',
    '/app/a%2Fb',
    '/app/a%5Cb',
    '/app/a\\b',
    '/app/a%00b',
    '/app//a',
    '/app/a//',
    `/app/${'x'.repeat(2049)}`,
    '/users',
  ])('does not take %s: 404', async (path) => {
    const answer = await site.get(path);
    expect([answer.status, answer.json]).toEqual([404, notFound]);
  });

  test('answers 405 and OPTIONS like other paths', async () => {
    const refused = await site.send('POST', '/app/a/b');
    expect([refused.status, refused.headers.allow]).toEqual([405, 'HEAD, GET']);
    const asked = await site.send('OPTIONS', '/app/a/b');
    expect([asked.status, asked.headers.allow]).toEqual([200, 'HEAD, GET']);
    expect((await site.get('/app/%ZZ')).status).toBe(400);
  });

  test('replaces GET / if it begins at the root', async () => {
    const root = await startTestServer({ routes: [wildcard('/*rest', 'site')] });
    try {
      expect((await root.get('/')).json).toEqual(['site', { rest: '' }]);
      expect((await root.get('/a/b')).json).toEqual(['site', { rest: 'a/b' }]);
      expect((await root.get('/_health')).status).toBe(204);
    } finally {
      await root.close();
    }
  });

  test('in the middle, or twice on one path, stops the start with plugin, path and remedy', () => {
    const collector = new RouteCollector();
    collector.add(wildcard('/app/*rest/edit', ''), 'first');
    collector.add(wildcard('/site/*rest', ''), 'second');
    collector.add(wildcard('/Site/*file', ''), 'third');
    collector.add(wildcard('/site/:id', ''), 'fourth');
    const start = () => collector.finish();
    expect(start).toThrow(
      'first → GET /app/*rest/edit: the wildcard "*rest" is not at the end of the path; end the path with it, or write a parameter such as ":rest"',
    );
    expect(start).toThrow(
      'third → GET /Site/*file: second already serves GET /site/*rest; change one of the paths',
    );
    expect(start).not.toThrow(/fourth/);
  });
});

const found = (router: ReturnType<typeof createRouter<string>>, path: string): unknown => {
  const match = router.find(path);
  return match === null || typeof match === 'string'
    ? match
    : [match.table.byMethod.get('GET'), match.values];
};

/** The parts of both, side by side: fixed parts first, from left to right. */
function expected(routes: readonly string[], asked: readonly string[]): unknown {
  const isValue = (part: string): boolean => part.startsWith(':');
  const matches = routes.filter((path) => {
    const parts = path.slice(1).split('/');
    return (
      parts.length === asked.length &&
      parts.every((part, at) => isValue(part) || part === asked[at]?.toLowerCase())
    );
  });
  const rank = (path: string): string =>
    path
      .slice(1)
      .split('/')
      .map((part) => Number(isValue(part)))
      .join('');
  const [best] = matches.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (best === undefined) return null;
  return [best, asked.filter((_, at) => isValue(best.slice(1).split('/')[at] ?? ''))];
}

test('a path finds the route with the first fixed parts, also after a wrong turn', () => {
  const part = fc.constantFrom('a', 'b', ':x');
  const routes = fc.uniqueArray(
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    { minLength: 1, maxLength: 12 },
  );
  const asked = fc.array(fc.constantFrom('a', 'b', 'B', 'c'), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(routes, asked, (paths, parts) => {
      const router = createRouter(paths.map((path) => ({ method: 'GET', path, route: path })));
      expect(found(router, `/${parts.join('/')}`)).toEqual(expected(paths, parts));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['/', ['root', []]],
  ['*', null],
  ['http://host/', null],
  ['//', null],
  [`/${'x'.repeat(2048)}`, ['one', ['x'.repeat(2048)]]],
  [`/${'x'.repeat(2049)}`, null],
  ['/%C3%A9%2B%20+', ['one', ['é+ +']]],
])('%s', (path, match) => {
  const router = createRouter([
    { method: 'GET', path: '/', route: 'root' },
    { method: 'GET', path: '/:name', route: 'one' },
  ]);
  expect(found(router, path)).toEqual(match);
});
