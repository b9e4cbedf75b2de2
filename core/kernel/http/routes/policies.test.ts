import { FULL_VISIBILITY } from '../../../content/model/compiled/visibility';
import { coreErrors } from '../../errors/core-errors';
import type { RequestContext, Verdict } from '../request/context';
import { startTestServer, type TestServerOptions } from '../test-server';
import type { Answer, Policy, PolicyReference, RouteMiddleware } from './route';

const named = <T>(items: Record<string, T>) => ({
  get: (name: string) => items[name],
  names: () => Object.keys(items),
});
const get = (path: string, extra: object = {}) => ({
  method: 'GET' as const,
  path,
  action: null,
  summary: '',
  handler: (): Answer => ({ json: 'in' }),
  ...extra,
});

async function ask(options: TestServerOptions, path = '/x', method = 'GET') {
  const app = await startTestServer(options);
  try {
    return { ...(await app.send(method, path)), lines: app.lines };
  } finally {
    await app.close();
  }
}

const outcomes: [string, Policy, number][] = [
  ['true', () => true, 200],
  ['nothing', () => undefined, 200],
  ['a promise of true', async () => true, 200],
  ['a promise of nothing', async () => undefined, 200],
  ['false', () => false, 403],
  ['null', () => null, 403],
  ['a number', () => 1, 403],
  ['text', () => 'yes', 403],
  ['an object', () => ({}), 403],
  ['a promise of false', async () => false, 403],
  ['a promise of an object', async () => ({}), 403],
  [
    'a throw',
    () => {
      throw new Error('policy broke');
    },
    403,
  ],
  [
    'a rejection',
    async () => {
      throw new Error('policy broke');
    },
    403,
  ],
];
test.each(outcomes)('a policy that answers %s', async (_name, policy, status) => {
  const answer = await ask({ routes: [get('/x', { policies: [policy] })] });
  expect(answer.status).toBe(status);
  if (status === 403)
    expect(answer.json).toEqual({
      data: null,
      error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
    });
});

test('a policy by name gets its configuration, and those attached by a plugin come first', async () => {
  const seen: unknown[] = [];
  const policies = named<Policy>({ note: (_request, config) => void seen.push(config) });
  await ask({
    policies,
    routes: [get('/x', { policies: ['note', { name: 'note', config: { of: 'route' } }] })],
    visit: (builder) => builder.addPolicy({ name: 'note', config: { of: 'plugin' } }),
  });
  expect(seen).toEqual([{ of: 'plugin' }, undefined, { of: 'route' }]);
});

test('unknown names stop the start, all at once, with a proposal', async () => {
  const start = ask({
    policies: named<Policy>({ 'is-owner': () => true }),
    routes: [get('/x', { policies: ['is-ovner'], middlewares: ['trace'] })],
  });
  await expect(start).rejects.toThrow(
    /unknown policy "is-ovner"; did you mean "is-owner"\?[\s\S]*unknown middleware "trace"/,
  );
});

test.each([
  [
    'policies',
    { policies: ['mine'] },
    /unknown policy "mine"; registered: none; a plugin adds one in register\(\), with policies\.add\("mine", …\)/,
  ],
  [
    'middlewares',
    { middlewares: ['mine'] },
    /unknown middleware "mine"; registered: none; a plugin adds one in register\(\), with middlewares\.add\("mine", …\)/,
  ],
])('where there are no %s, an unknown name says how one is added', async (_what, references, message) => {
  await expect(ask({ routes: [get('/x', references)] })).rejects.toThrow(message);
});

test('middlewares run around the handler, the first outermost, and may change the answer', async () => {
  const order: string[] = [];
  const around =
    (name: string): RouteMiddleware =>
    async (_request, next) => {
      order.push(`${name} in`);
      const answer = await next();
      order.push(`${name} out`);
      return 'json' in answer ? { json: `${name}(${answer.json})` } : answer;
    };
  const answer = await ask({
    middlewares: named<RouteMiddleware>({ a: around('a') }),
    routes: [get('/x', { middlewares: ['a', around('b')] })],
  });
  expect(answer.json).toBe('a(b(in))');
  expect(order).toEqual(['a in', 'b in', 'b out', 'a out']);
});

const allow: Verdict = { allowed: true, visibility: FULL_VISIBILITY };
const closed = { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} };
const access: [string, TestServerOptions, string, number][] = [
  ['no plugin, none: closed', { anonymous: 'none' }, 'api::a.a.find', 403],
  ['no plugin, read: find is open', { anonymous: 'read' }, 'api::a.a.find', 200],
  ["no plugin, read: a plugin's own reading is open", { anonymous: 'read' }, 'plugin::a.a.listAs', 200],
  ['no plugin, read: update is closed', { anonymous: 'read' }, 'api::a.a.update', 403],
  ['no plugin, full: update is open', { anonymous: 'full' }, 'api::a.a.update', 200],
  ['a verdict that allows', { anonymous: 'none', authorize: () => allow }, 'api::a.a.update', 200],
  ['a verdict that comes late', { anonymous: 'none', authorize: async () => allow }, 'api::a.a.update', 200],
  ['a verdict that denies', { authorize: () => ({ allowed: false, status: 403 }) }, 'api::a.a.find', 403],
  [
    'a verdict that asks for credentials',
    { authorize: () => ({ allowed: false, status: 401 }) },
    'api::a.a.find',
    401,
  ],
  [
    'no opinion: the configuration holds',
    { anonymous: 'none', authorize: async () => undefined },
    'api::a.a.find',
    403,
  ],
];
test.each(access)('%s', async (_name, options, action, status) => {
  const method = action.endsWith('.update') ? 'PUT' : 'GET';
  const answer = await ask({ ...options, routes: [get('/x', { action, method })] }, '/x', method);
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.json).toEqual({ data: null, error: closed });
});

const hints: [string, TestServerOptions, 'GET' | 'PUT', string][] = [
  [
    'what is missing and how to get it',
    { anonymous: 'none' },
    'GET',
    'enable a plugin with users, or set server.anonymous to "read" or "full"',
  ],
  [
    'what would open a write',
    { anonymous: 'read' },
    'PUT',
    'enable a plugin with users, or set server.anonymous to "full"',
  ],
  [
    'that credentials help where a plugin takes them',
    { anonymous: 'none', authorize: () => undefined },
    'GET',
    'send credentials, enable a plugin with users, or set server.anonymous to "read" or "full"',
  ],
];
test.each(hints)('in development a 403 says %s', async (_what, options, method, remedy) => {
  const routes = [get('/x', { action: 'api::a.a.do', method })];
  const answer = await ask({ ...options, isDevelopment: true, routes }, '/x', method);
  expect(answer.json).toMatchObject({
    error: { message: `Forbidden: "api::a.a.do" is not public: ${remedy}` },
  });
});

const naming: [string, PolicyReference, string][] = [
  ['by its name', 'is-friend', 'the policy "is-friend" denies this request'],
  ['that has none', () => false, 'a policy without a name denies this request'],
  ['that failed', { name: 'broken' }, 'the policy "broken" failed; see the log'],
];
test.each(naming)('in development a 403 names a policy %s', async (_what, reference, message) => {
  const policies = named<Policy>({
    'is-friend': () => false,
    broken: () => {
      throw new Error('policy broke');
    },
  });
  const answer = await ask({ policies, isDevelopment: true, routes: [get('/x', { policies: [reference] })] });
  expect(answer.json).toMatchObject({ error: { status: 403, message: `Forbidden: ${message}` } });
});

test('who asks is known to policies and handler; bad credentials are 401 on open routes too, but not on probes', async () => {
  const seen: unknown[] = [];
  const authenticate = async (request: RequestContext) => {
    if (request.header('Authorization') === undefined) return undefined;
    throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
  };
  const app = await startTestServer({
    authenticate,
    routes: [get('/x', { policies: [(request: RequestContext) => void seen.push(request.principal)] })],
  });
  expect((await app.get('/x')).status).toBe(200);
  expect(await app.get('/x', { authorization: 'Bearer bad' })).toMatchObject({
    status: 401,
    json: { error: { name: 'UnauthorizedError', message: 'Missing or invalid credentials' } },
  });
  expect((await app.get('/_health', { authorization: 'Bearer bad' })).status).toBe(204);
  expect(seen).toEqual([null]);
  await app.close();
});
