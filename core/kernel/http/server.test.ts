import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Next } from 'koa';
import supertest from 'supertest';
import { until } from '../../testing/until';
import { object, string } from '../check/checks';
import { coreErrors } from '../errors/core-errors';
import { createEvents } from '../observe/events';
import type { CacheControl } from './request/cache-control';
import type { Answer, RouteDefinition, RouteMiddleware } from './routes/route';
import { sendBytes, startTestServer, type TestServer, type TestServerOptions } from './test-server';

const get = (
  path: string,
  handler: RouteDefinition['handler'],
  extra: Partial<RouteDefinition> = {},
): RouteDefinition => ({
  method: 'GET',
  path,
  action: null,
  summary: '',
  handler,
  ...extra,
});
const routes: RouteDefinition[] = [
  get('/ok', () => ({ text: '{"a":"ü"}' })),
  get('/html', () => ({ html: '<p>', headers: { 'content-security-policy': "default-src 'none'" } })),
  get('/csv', () => ({ text: 'a,b', headers: { 'Content-Type': 'text/csv' } })),
  get('/etag', () => ({ status: 304, headers: { ETag: '"1"' } })),
  get('/stream', () => ({ stream: Readable.from(['a', 'b']), type: 'text/plain' })),
  get('/query', (request) => ({ json: request.query })),
  get('/id', (request) => ({ json: [request.id, request.ip] })),
  get('/slow', async () => {
    await wait(400);
    return { json: 'late' };
  }),
  get('/bug', () => {
    throw new TypeError('secret detail');
  }),
  get('/late-bug', async () => {
    throw Object.assign(new Error('ER_SECRET'), { sql: 'SELECT 1' });
  }),
  get('/unsendable', async () => ({ json: { big: 1n } })),
  get('/split', async () => ({ text: '', headers: { 'X-A': 'a\r\nX-B: b' } })),
  get('/gone', () => {
    throw coreErrors.DATABASE_UNAVAILABLE(1);
  }),
  get('/provider', () => {
    throw Object.assign(new Error('payment provider is down'), { status: 503 });
  }),
  get('/conflict', () => {
    throw coreErrors.DOCUMENT_CONFLICT('taken');
  }),
];

const open: TestServer[] = [];
const start = async (options: TestServerOptions = {}) => {
  const app = await startTestServer({ routes, ...options });
  open.push(app);
  return app;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

/** The same answers are expected where own koa middlewares make requests walk koa's chain. */
const ways: [string, TestServerOptions][] = [
  ['directly', {}],
  [
    'through koa',
    {
      entries: ['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query', 'body']
        .map((name) => ({ name }) as { name?: string; resolve?: string })
        .concat({ resolve: './pass' }),
      own: { './pass': () => (_ctx: Context, next: Next) => next() },
    },
  ],
];

describe.each(ways)('answers, %s', (_way, options) => {
  test.each([
    ['/ok', 200, 'application/json; charset=utf-8', '{"a":"ü"}'],
    ['/html', 200, 'text/html; charset=utf-8', '<p>'],
    ['/csv', 200, 'text/csv', 'a,b'],
    ['/etag', 304, undefined, ''],
    ['/stream', 200, 'text/plain', 'ab'],
    ['/_health', 204, undefined, ''],
    ['/_ready', 204, undefined, ''],
  ])('%s', async (path, status, type, text) => {
    const answer = await (await start(options)).get(path);
    expect([
      answer.status,
      answer.headers['content-type']?.replace(/^text\/plain;.*/, 'text/plain'),
      answer.text,
    ]).toEqual([status, type, text]);
  });

  test('an unexpected error is a 500 without details; the log names request, plugin and error', async () => {
    const app = await start(options);
    for (const path of ['/bug', '/late-bug', '/provider', '/unsendable', '/split']) {
      const answer = await app.get(path, { 'x-request-id': 'mine' });
      expect(answer.text).toBe(
        '{"data":null,"error":{"status":500,"name":"InternalServerError","message":"Internal Server Error"}}',
      );
      expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
    }
    const errors = app.lines.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([
      { message: 'GET /bug failed', request: 'mine', plugin: 'test', error: { message: 'secret detail' } },
      { message: 'GET /late-bug failed', request: 'mine', plugin: 'test', error: { message: 'ER_SECRET' } },
      { message: 'GET /provider failed', request: 'mine', error: { message: 'payment provider is down' } },
      { message: 'GET /unsendable failed' },
      { message: 'GET /split failed' },
    ]);
  });

  test('our errors answer what they say', async () => {
    const app = await start(options);
    const conflict = { status: 409, name: 'ConflictError', message: 'taken', details: {} };
    expect((await app.get('/conflict')).json).toEqual({ data: null, error: conflict });
    const gone = await app.get('/gone');
    expect([gone.status, gone.headers['retry-after']]).toEqual([503, '1']);
    expect(gone.json).toMatchObject({ error: { name: 'ServiceUnavailableError' } });
    expect((await app.get('/nope')).json).toMatchObject({ error: { status: 404 } });
  });

  test('security headers are on every answer, a route may answer its own, and nothing names the software', async () => {
    const app = await start(options);
    for (const path of ['/ok', '/nope', '/bug', '/_health']) {
      expect((await app.get(path)).headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'x-download-options': 'noopen',
        'x-dns-prefetch-control': 'off',
        'x-permitted-cross-domain-policies': 'none',
      });
    }
    const html = await app.get('/html');
    expect(html.headers['content-security-policy']).toBe("default-src 'none'");
    expect(html.headers['x-powered-by']).toBeUndefined();
  });

  test('answers of one turn are all sent, each to who asked', async () => {
    const app = await start(options);
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const answers = numbers.map(async (n) => {
      const answer = await fetch(`${app.server.url}/query?n=${n}`, { method: n % 3 === 0 ? 'HEAD' : 'GET' });
      return answer.text();
    });
    expect(await Promise.all(answers)).toEqual(numbers.map((n) => (n % 3 === 0 ? '' : `{"n":"${n}"}`)));
  });

  test('a request is named by its client only where that is safe to repeat', async () => {
    const app = await start(options);
    const own = await app.get('/id', { 'X-Request-Id': 'abc-1.2:3' });
    expect([own.headers['x-request-id'], own.json]).toEqual(['abc-1.2:3', ['abc-1.2:3', '127.0.0.1']]);
    for (const bad of ['a b', '"x"', 'x'.repeat(129), '<script>', '']) {
      const answer = await app.get('/id', { 'X-Request-Id': bad });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{18}-[0-9a-z]+$/);
    }
  });

  test('forwarded addresses count only from trusted hops', async () => {
    const header = { 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.1' };
    const ip = async (proxyHops: number, headers: Record<string, string> = header) =>
      ((await (await start({ ...options, proxyHops })).get('/id', headers)).json as string[])[1];
    expect(await ip(0)).toBe('127.0.0.1');
    expect(await ip(1)).toBe('10.0.0.1');
    expect(await ip(2)).toBe('1.2.3.4');
    expect(await ip(9)).toBe('6.6.6.6');
    expect(await ip(1, { 'x-forwarded-for': 'nonsense' })).toBe('127.0.0.1');
    expect(await ip(1, {})).toBe('127.0.0.1');
    for (const spelt of [
      '1.2.3.4:5678',
      '[2001:db8::1]:5678',
      '[2001:db8::1]',
      '2001:db8::1',
      '::ffff:1.2.3.4',
    ])
      expect(await ip(1, { 'x-forwarded-for': spelt })).toBe(spelt.includes('.') ? '1.2.3.4' : '2001:db8::1');
  });

  test('a handler that takes too long is answered 503, and its late answer goes nowhere', async () => {
    const app = await start({ ...options, timeouts: { answer: 100 } });
    const answer = await app.get('/slow');
    expect(answer).toMatchObject({
      status: 503,
      json: { error: { name: 'ServiceUnavailableError', message: expect.stringContaining('too long') } },
    });
    await wait(400);
    expect((await app.get('/ok')).status).toBe(200);
  });

  test('a preflight is answered on any path, without the handler', async () => {
    const app = await start(options);
    const answer = await app.send('OPTIONS', '/nope', {
      origin: 'https://a.example',
      'access-control-request-method': 'PUT',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
      'access-control-allow-headers': expect.stringContaining('Content-Type,Authorization,Origin,Accept'),
      'access-control-max-age': '31536000',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('answers to credentials are not cached, unless the route says so', async () => {
    const app = await start({
      ...options,
      authenticate: (request) => (request.header('x-key') ? { kind: 'x', id: '1', label: 'x' } : null),
      routes: [
        get('/ok', () => ({ json: 1 })),
        get('/own', () => ({ json: 1, headers: { 'cache-control': 'max-age=1' } })),
        get('/token', () => ({ json: 1 }), { cacheControl: 'no-store' }),
        get('/kept', () => ({ json: 1 }), { cacheControl: 'private, max-age=9' }),
        get('/fail', () => Promise.reject(coreErrors.DOCUMENT_CONFLICT('taken'))),
        get('/own-fail', () => Promise.reject(coreErrors.DOCUMENT_CONFLICT('taken')), {
          cacheControl: 'public, max-age=9',
        }),
      ],
      visit: (route) => {
        if (route.path === '/ok') expect(route.cacheControl).toBeUndefined();
        if (route.path === '/kept') route.cacheControl = 'private, max-age=99';
      },
    });
    const header = async (path: string, headers: Record<string, string> = {}) =>
      (await app.get(path, headers)).headers['cache-control'];
    const credentials = { authorization: 'Bearer x' };
    expect([await header('/ok'), await header('/token')]).toEqual([undefined, 'no-store']);
    // A policy or a middleware may read a cookie.
    expect(await header('/ok', { cookie: 'session=1' })).toBe('no-store');
    for (const path of ['/ok', '/fail', '/unknown', '/token'])
      expect(await header(path, credentials)).toBe('no-store');
    expect(await header('/ok', { 'x-key': '1' })).toBe('no-store');
    expect(await header('/own', credentials)).toBe('max-age=1');
    expect(await header('/kept', credentials)).toBe('private, max-age=99');
    expect(await header('/own-fail')).toBe('no-store');
  });

  test('answers to credentials are private, and caches keep them apart', async () => {
    const seen = (path: string, cacheControl: CacheControl, action: string | null = null) => ({
      ...get(path, () => ({ json: 1 }), { cacheControl }),
      action,
    });
    const app = await start({
      ...options,
      authenticate: (request) => (request.header('x-key') ? { kind: 'x', id: '1', label: 'x' } : null),
      routes: [
        seen('/public', 'public, max-age=9, s-maxage=99', 'a.find'),
        seen('/plain', 'max-age=9', 'a.find'),
        seen('/private', 'private, max-age=9', 'a.find'),
        seen('/never', 'no-store', 'a.find'),
        seen('/said', { anonymous: 'public, max-age=1', authenticated: 'public, max-age=2' }),
        seen('/half', { anonymous: 'public, max-age=1' }),
        seen('/open', 'private'),
        seen('/role', ({ principal }) => (principal?.id === '1' ? 'private, max-age=3' : undefined)),
      ],
    });
    const both = async (path: string) => {
      const anonymous = await app.get(path);
      const known = await app.get(path, { 'x-key': '1' });
      return [anonymous.headers['cache-control'], known.headers['cache-control'], known.headers.vary];
    };
    expect(await both('/public')).toEqual([
      'public, max-age=9, s-maxage=99',
      'private, max-age=9',
      'Authorization, Cookie',
    ]);
    expect(await both('/plain')).toEqual(['max-age=9', 'private, max-age=9', 'Authorization, Cookie']);
    expect(await both('/private')).toEqual([
      'private, max-age=9',
      'private, max-age=9',
      'Authorization, Cookie',
    ]);
    expect(await both('/never')).toEqual(['no-store', 'no-store', undefined]);
    expect(await both('/said')).toEqual(['public, max-age=1', 'public, max-age=2', 'Authorization, Cookie']);
    expect(await both('/half')).toEqual(['public, max-age=1', 'no-store', 'Authorization, Cookie']);
    expect(await both('/open')).toEqual(['private', 'private', undefined]);
    expect(await both('/role')).toEqual([undefined, 'private, max-age=3', 'Authorization, Cookie']);
  });

  test('setHeader sets headers of answers and errors; the answer of a handler wins', async () => {
    const around: RouteMiddleware = (request, next) => {
      request.setHeader('X-Step', 'one');
      request.setHeader('X-Both', 'step');
      return next();
    };
    const app = await start({
      ...options,
      routes: [
        { ...get('/set', () => ({ json: 1, headers: { 'x-both': 'answer' } })), middlewares: [around] },
        {
          ...get('/set-fail', () => Promise.reject(coreErrors.DOCUMENT_CONFLICT('taken'))),
          middlewares: [around],
        },
        get('/set-bad', (request) => {
          request.setHeader('X-Bad', 'a\nb');
          return { json: 1 };
        }),
      ],
    });
    const { headers } = await app.get('/set');
    expect([headers['x-step'], headers['x-both']]).toEqual(['one', 'answer']);
    const failed = await app.get('/set-fail');
    expect([failed.status, failed.headers['x-step'], failed.headers['x-both']]).toEqual([409, 'one', 'step']);
    expect((await app.get('/set-bad')).status).toBe(500);
  });

  test('request.done receives each answer', async () => {
    const outcomes: unknown[] = [];
    const events = createEvents({ error() {} });
    events.observe('request.done', ({ request, status, bytes, milliseconds }) =>
      outcomes.push([request.path, request.route, status, bytes, milliseconds >= 0]),
    );
    const app = await start({ ...options, events });
    await app.get('/ok');
    await app.get('/nope');
    await until(() => outcomes.length === 2);
    expect(outcomes).toEqual([
      ['/ok', '/ok', 200, 10, true],
      ['/nope', null, 404, expect.any(Number), true],
    ]);
  });
});

test('the hook for errors may reshape the body', async () => {
  const app = await start({
    onError: (body, error) => ({ ...body, error: { ...body.error, details: { code: error.code } } }),
  });
  expect((await app.get('/conflict')).json).toMatchObject({
    error: { details: { code: 'DOCUMENT_CONFLICT' } },
  });
});

test('named origins are answered with credentials, others with nothing', async () => {
  const cors = { name: 'cors', config: { origin: ['https://a.example'], credentials: true } };
  const app = await start({ entries: [cors] });
  const friend = await app.get('/bug', { origin: 'https://a.example' });
  expect(friend.headers).toMatchObject({
    'access-control-allow-origin': 'https://a.example',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  });
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, undefined]) {
    const other = await app.get('/ok', headers);
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers['access-control-allow-credentials']).toBeUndefined();
    expect(other.headers.vary).toBe('Origin');
  }
});

test.each([
  [
    'credentials for everyone',
    [{ name: 'cors', config: { credentials: true } }],
    /credentials need a list of origins/,
  ],
  [
    'an origin with a path',
    [{ name: 'cors', config: { origin: ['https://a.example/x'] } }],
    /origins like "https/,
  ],
  ['an unknown step', [{ name: 'secutity' }], /unknown middleware "secutity"; did you mean "security"\?/],
  ['a step twice', [{ name: 'cors' }, { name: 'cors' }], /occurs twice in the list/],
  ['an unknown key', [{ name: 'query', config: { arraylimit: 5 } }], /did you mean "arrayLimit"/],
  ['a file without a function', [{ resolve: './nothing' }], /\.\/nothing does not export a function/],
])('%s stops the start', async (_name, entries, message) => {
  await expect(startTestServer({ entries })).rejects.toThrow(message);
});

test('own koa middlewares run in order, with their configuration, and may change or replace the answer', async () => {
  const own = {
    './mark': (config: { name: string }, host: unknown) => async (ctx: Context, next: Next) => {
      await next();
      ctx.set('X-Order', `${ctx.response.get('X-Order') ?? ''}${config.name}`);
      ctx.set('X-Host', JSON.stringify(host));
    },
    './door': () => (ctx: Context, next: Next) => {
      if (ctx.path !== '/closed') return next();
      ctx.status = 418;
      ctx.body = { closed: true };
      return undefined;
    },
    './broken': () => (ctx: Context, next: Next) => {
      if (ctx.path === '/broken') throw new Error('inside');
      return next();
    },
  };
  const app = await start({
    own,
    entries: [
      { resolve: './mark', config: { name: 'outer' } },
      { name: 'security' },
      { resolve: './mark', config: { name: 'inner' } },
      { resolve: './door' },
      { resolve: './broken' },
    ],
  });
  const answer = await app.get('/ok');
  expect([answer.headers['x-order'], answer.headers['x-host']]).toEqual([
    'innerouter',
    '{"kernel":"the kernel"}',
  ]);
  expect(await app.get('/closed')).toMatchObject({ status: 418, json: { closed: true } });
  const broken = await app.get('/broken');
  expect([broken.status, broken.json]).toEqual([500, expect.objectContaining({ data: null })]);
});

test('limits of parsing come from the configuration', async () => {
  const app = await start({ query: { arrayLimit: 1, depth: 10, parameters: 10 } });
  expect((await app.get('/query?a[]=1')).json).toEqual({ a: ['1'] });
  expect((await app.get('/query?a[]=1&a[]=2')).json).toMatchObject({
    error: { status: 400, details: { key: 'a', limit: 1 } },
  });
});

test('a URL over the limit is 414', async () => {
  const app = await start({ maxUrl: 100 });
  expect((await app.get(`/ok?a=${'x'.repeat(100)}`)).json).toMatchObject({
    error: { status: 414, name: 'UriTooLongError' },
  });
});

test('a request whose headers never end is cut', async () => {
  const app = await start({ timeouts: { headers: 100, request: 200 } });
  const text = await sendBytes(app.server.address?.port ?? 0, 'GET /ok HTTP/1.1\r\nHost: x\r\nX-');
  expect(text).toMatch(/^HTTP\/1\.1 408/);
});

// A proxy and the server could read two headers differently.
test.each([
  ['Host: x', 'Host: y', 400],
  ['Host: x, y', 'X-Other: 1', 400],
  ['Host: x', 'Authorization: Bearer y', 200],
])('a request with %s and %s answers %i', async (one, other, status) => {
  const app = await start();
  const bytes = `GET /ok HTTP/1.1\r\n${one}\r\n${other}\r\nConnection: close\r\n\r\n`;
  expect(await sendBytes(app.server.address?.port ?? 0, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('two Authorization headers are no credentials', async () => {
  const seen: unknown[] = [];
  const app = await start({
    routes: [get('/ok', (request) => ({ json: seen.push(request.header('authorization')) }))],
  });
  const bytes =
    'GET /ok HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n';
  await sendBytes(app.server.address?.port ?? 0, bytes);
  expect(seen).toEqual(['a, b']);
});

test('readiness says no while the database does not answer', async () => {
  let works = false;
  const app = await start({
    ready: async () => {
      if (!works) throw new Error('down');
    },
  });
  expect(await app.get('/_ready')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  works = true;
  expect((await app.get('/_ready')).status).toBe(204);
});

test('an answer is compared with the contract of its route, except in production', async () => {
  const bad = get('/bad', (): Answer => ({ json: { b: 1 } }), {
    checks: { answer: object({ a: string() }) },
  });
  const app = await start({ routes: [bad] });
  expect((await app.get('/bad')).status).toBe(500);
  expect(JSON.stringify(app.lines)).toContain(
    'test: GET /bad answers what its contract does not allow: a: is required and missing',
  );
  const inProduction = await start({ checksAnswers: false, routes: [bad] });
  expect((await inProduction.get('/bad')).status).toBe(200);
});

test('supertest drives it', async () => {
  const app = await start();
  await supertest(app.server.node).get('/ok').expect(200, { a: 'ü' });
});

test('the error for a port in use contains the remedy', async () => {
  const app = await start();
  const port = app.server.address?.port ?? 0;
  await expect(startTestServer({ port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use; stop the other program`,
  );
});
