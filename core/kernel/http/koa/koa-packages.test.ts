// Koa middlewares from npm: for the whole server, for a prefix, and for one route. And middlewares that answer nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import { createEvents } from '../../observe/events';
import type { RouteDefinition } from '../routes/route';
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server';
import { fromKoa } from './from-koa';
import { lateKoa } from './koa-app';

const compress: (options: object) => Middleware = require('koa-compress');
const serveStatic: (folder: string, options?: object) => Middleware = require('koa-static');
const helmet: () => Middleware = loadHelmet();
const LONG = 'abc '.repeat(5_000);

function loadHelmet(): () => Middleware {
  const found = require('koa-helmet');
  return found.default ?? found;
}

const get = (path: string, more: Partial<RouteDefinition> = {}): RouteDefinition => ({
  method: 'GET',
  path,
  action: null,
  summary: '',
  handler: () => ({ json: LONG, headers: { ETag: '"1"' } }),
  ...more,
});

const open: TestServer[] = [];
const start = async (options: TestServerOptions) => {
  const app = await startTestServer(options);
  open.push(app);
  return app;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

test('koa-compress and koa-helmet on one route; other routes have neither', async () => {
  const app = await start({
    routes: [
      get('/one', { middlewares: [fromKoa(compress({ threshold: 1 })), fromKoa(helmet())] }),
      get('/two'),
    ],
  });
  const one = await app.get('/one', { 'accept-encoding': 'gzip' });
  expect(one.status).toBe(200);
  expect(one.headers).toMatchObject({
    'content-encoding': 'gzip',
    etag: '"1"',
    'cross-origin-opener-policy': 'same-origin',
    // helmet replaces the header of the server.
    'strict-transport-security': expect.stringContaining('includeSubDomains'),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const two = await app.get('/two', { 'accept-encoding': 'gzip' });
  expect(two.headers['content-encoding']).toBeUndefined();
  expect(two.headers['cross-origin-opener-policy']).toBeUndefined();
});

test('koa-compress for the whole server sends what gunzip reads', async () => {
  const app = await start({
    routes: [get('/one')],
    entries: [{ name: 'security' }, { resolve: 'compress' }],
    own: { compress: () => compress({ threshold: 1 }) },
  });
  const answer = await fetch(`${app.server.url}/one`, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(await answer.json()).toBe(LONG);
});

test('@koa/router for a prefix; its paths are not the router of the server', async () => {
  const { Router } = require('@koa/router');
  const router = new Router({ prefix: '/legacy' });
  router.get('/items/:id', (ctx: Context) => {
    ctx.body = { id: ctx.params.id };
  });
  const seen: string[] = [];
  const app = await start({
    routes: [get('/legacy/own'), get('/api')],
    entries: [
      { resolve: 'note', path: '/legacy' },
      { resolve: 'router', path: '/legacy/' },
    ],
    own: {
      note: () => (ctx: Context, next: Next) => {
        seen.push(ctx.path);
        return next();
      },
      router: () => router.routes(),
    },
  });
  expect(await app.get('/legacy/items/7')).toMatchObject({ status: 200, json: { id: '7' } });
  expect((await app.get('/legacy/own')).json).toBe(LONG);
  expect(await app.get('/legacy/unknown')).toMatchObject({
    status: 404,
    json: { error: { name: 'NotFoundError' } },
  });
  for (const path of ['/LEGACY/own', '/%6cegacy/own', '/legacy#x']) await app.get(path);
  for (const path of ['/api', '/legacyx', '/']) await app.get(path);
  expect(seen).toEqual([
    ...['/legacy/items/7', '/legacy/own', '/legacy/unknown'],
    ...['/LEGACY/own', '/%6cegacy/own', '/legacy'],
  ]);
});

test('koa-static sends files, and passes other paths on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-koa-static-'));
  writeFileSync(join(folder, 'a.txt'), 'text');
  try {
    const app = await start({
      routes: [get('/api')],
      entries: [{ resolve: 'files' }],
      own: { files: () => serveStatic(folder) },
    });
    const answer = await app.get('/a.txt');
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, 'text', '4']);
    const head = await app.send('HEAD', '/a.txt');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '4']);
    expect((await app.get('/api')).json).toBe(LONG);
    expect((await app.get('/b.txt')).status).toBe(404);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('koa-session keeps a session in a cookie, with the keys of the koa application', async () => {
  const session = require('koa-session');
  const createSession: (options: object, app: unknown) => Middleware =
    session.createSession ?? session.default ?? session;
  const koa = lateKoa(0);
  koa().keys = ['secret'];
  const app = await start({
    koa,
    routes: [
      get('/count', {
        handler: (request) => {
          const state: { count?: number } = Reflect.get(request.koa, 'session');
          state.count = (state.count ?? 0) + 1;
          return { json: state.count };
        },
      }),
    ],
    entries: [{ resolve: 'session' }],
    own: { session: () => createSession({}, koa()) },
  });
  const first = await app.get('/count');
  expect([first.status, first.json]).toEqual([200, 1]);
  const cookies = first.headers['set-cookie'] ?? [];
  expect(cookies.length).toBeGreaterThan(0);
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  expect((await app.get('/count', { cookie })).json).toBe(2);
});

test.each([
  ['for the whole server', true],
  ['on a route', false],
])(
  'a middleware %s that answers nothing and does not call next is a 500 that names it',
  async (_where, isGlobal) => {
    const nothing = () => undefined;
    const app = await start({
      routes: [get('/one', isGlobal ? {} : { middlewares: [fromKoa(nothing, { name: 'nothing' })] })],
      ...(isGlobal
        ? { entries: [{ resolve: './src/nothing' }], own: { './src/nothing': () => nothing } }
        : {}),
    });
    expect((await app.get('/one')).status).toBe(500);
    const said =
      app.lines.map((line) => JSON.stringify(line)).find((line) => line.includes('answered nothing')) ?? '';
    expect(said).toContain('Set ctx.body or ctx.status, or return next().');
    expect(said).toContain(
      isGlobal
        ? 'The koa middleware \\"./src/nothing\\" (config/middlewares → [0])'
        : 'The koa middleware \\"nothing\\" of GET /one, a route of the plugin \\"test\\",',
    );
  },
);

test('a middleware may answer with a status, a stream, bytes, or by itself', async () => {
  const answers: Record<string, (ctx: Context) => void> = {
    '/status': (ctx) => {
      ctx.status = 418;
    },
    '/missing': (ctx) => {
      ctx.status = 404;
    },
    '/empty': (ctx) => {
      ctx.body = null;
    },
    '/bytes': (ctx) => {
      ctx.body = Buffer.from('bytes');
    },
    '/object': (ctx) => {
      ctx.body = { a: 1 };
    },
    '/itself': (ctx) => {
      ctx.respond = false;
      ctx.res.writeHead(202);
      ctx.res.end('itself');
    },
    '/cookies': (ctx) => {
      ctx.cookies.set('a', '1');
      ctx.cookies.set('b', '2');
      ctx.body = 'x';
    },
  };
  const done: unknown[] = [];
  const events = createEvents({ error() {} });
  events.observe('request.done', ({ request, status, bytes }) => done.push([request.path, status, bytes]));
  const app = await start({
    entries: [{ resolve: 'own' }],
    own: {
      own: () => (ctx: Context, next: Next) =>
        answers[ctx.path]?.(ctx) ?? (answers[ctx.path] ? undefined : next()),
    },
    events,
  });
  const seen = async (path: string) => {
    const { status, text } = await app.get(path);
    return [status, text];
  };
  expect(await seen('/status')).toEqual([418, "I'm a Teapot"]);
  expect(await seen('/missing')).toEqual([404, 'Not Found']);
  expect(await seen('/empty')).toEqual([204, '']);
  expect(await seen('/bytes')).toEqual([200, 'bytes']);
  expect(await seen('/object')).toEqual([200, '{"a":1}']);
  expect(await seen('/itself')).toEqual([202, 'itself']);
  expect((await app.get('/cookies')).headers['set-cookie']).toEqual([
    'a=1; path=/; httponly',
    'b=2; path=/; httponly',
  ]);
  expect((await app.get('/unknown')).status).toBe(404);
  expect(done).toContainEqual(['/itself', 202, expect.any(Number)]);
  expect(done).toHaveLength(8);
});

test('an error after a body was set sends no header of that body', async () => {
  const app = await start({
    routes: [get('/one')],
    entries: [{ resolve: 'late' }],
    own: {
      late: () => async (ctx: Context, next: Next) => {
        await next();
        ctx.set('Content-Encoding', 'gzip');
        throw new Error('late');
      },
    },
  });
  const answer = await app.get('/one');
  expect([answer.status, answer.headers['content-encoding'], answer.headers.etag]).toEqual([
    500,
    undefined,
    undefined,
  ]);
  expect(answer.json).toMatchObject({ error: { status: 500 } });
});
