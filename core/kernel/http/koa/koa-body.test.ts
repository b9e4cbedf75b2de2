// `ctx.request.body` and `ctx.request.files`, and routes behind a middleware that has read the body.
import { existsSync, readFileSync } from 'node:fs';
import type { Context, Next } from 'koa';
import { MultipartBody } from '../request/multipart-body';
import type { RouteDefinition } from '../routes/route';
import { startTestServer, type TestServer } from '../test-server';
import { fromKoa } from './from-koa';

const seen: { body?: unknown; file?: string; path?: string }[] = [];
const note = (ctx: Context, next: Next) => {
  const [file] = [ctx.request.files?.file ?? []].flat();
  seen.push({
    body: ctx.request.body,
    ...(file && { file: readFileSync(file.filepath, 'utf8'), path: file.filepath }),
  });
  return next();
};
const route = (path: string, more: Partial<RouteDefinition> = {}): RouteDefinition => ({
  method: 'POST',
  path,
  action: null,
  summary: '',
  handler: (_request, { body }) =>
    body instanceof MultipartBody
      ? { json: [body.fields, body.files.map(({ name, size }) => [name, size])] }
      : { json: body ?? 'none' },
  ...more,
});
const middlewares = [fromKoa(note, { body: true })];

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer({
    routes: [
      route('/route', { middlewares }),
      route('/route/json', { middlewares, body: 'json' }),
      route('/route/files', { middlewares, body: 'multipart' }),
      route('/chain/json', { body: 'json' }),
      route('/chain/files', { body: 'multipart' }),
      route('/other', { body: 'json' }),
    ],
    entries: [
      { resolve: 'note', path: '/chain', body: true },
      { name: 'body', config: { json: 100, file: 50 } },
    ],
    own: { note: () => note },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  seen.length = 0;
});

const post = (path: string, body: string, type = 'application/json') =>
  app.send('POST', path, { 'content-type': type }, body);
const form = (content: string) =>
  `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="f.txt"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--x--\r\n`;
const MULTIPART = 'multipart/form-data; boundary=x';

test.each(['/route', '/route/json', '/chain/json'])(
  '%s: the middleware and the handler get JSON',
  async (path) => {
    const answer = await post(path, '{"a":[1]}');
    expect([answer.status, answer.json]).toEqual([200, path === '/route' ? 'none' : { a: [1] }]);
    expect(seen).toEqual([{ body: { a: [1] } }]);
  },
);

test.each(['/route', '/chain/json'])('%s: a form', async (path) => {
  await post(path, 'a[b]=1', 'application/x-www-form-urlencoded');
  expect(seen).toEqual([{ body: { a: { b: '1' } } }]);
});

test.each(['/route', '/route/files', '/chain/files'])(
  '%s: files, which are removed after the answer',
  async (path) => {
    const answer = await post(path, form('text'), MULTIPART);
    expect([answer.status, answer.json]).toEqual([
      200,
      path === '/route' ? 'none' : [{ a: '1' }, [['f.txt', 4]]],
    ]);
    expect(seen).toEqual([{ body: { a: '1' }, file: 'text', path: expect.any(String) }]);
    const file = seen[0]?.path ?? '';
    while (existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
  },
);

test.each([
  ['/chain/json', `{"a":"${'x'.repeat(200)}"}`, 'application/json', 413],
  ['/route', `{"a":"${'x'.repeat(200)}"}`, 'application/json', 413],
  ['/chain/files', form('x'.repeat(60)), MULTIPART, 413],
  ['/chain/json', '{"a":', 'application/json', 400],
  ['/chain/json', '{"a":"\\u0000"}', 'application/json', 400],
  ['/chain/files', form('x').slice(0, -10), MULTIPART, 400],
])('POST %s with a bad body: the middleware does not run', async (path, body, type, status) => {
  expect((await post(path, body, type)).status).toBe(status);
  expect(seen).toEqual([]);
});

test('other requests are read as before', async () => {
  expect((await post('/other', '{"a":1}')).json).toEqual({ a: 1 });
  expect((await app.send('POST', '/chain/json')).json).toBe('none');
});
