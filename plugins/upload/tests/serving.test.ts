// The bytes of local files over HTTP.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { type Sent, text, uploaded } from './files';

let app: TestApp;
let url: string;
let etag: string;
beforeAll(async () => {
  app = await openApp({ maxAge: 60 });
  ({ url } = await uploaded(app, text('0123456789')));
  etag = (await app.agent.get(url)).headers.etag ?? '';
});
afterAll(() => app.close());

const get = (headers: Record<string, string> = {}, method: 'get' | 'head' = 'get') =>
  app.agent[method](url).set(headers);

it('serves a file with its headers', async () => {
  expect(await get()).toMatchObject({
    status: 200,
    text: '0123456789',
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/),
    },
  });
});

it.each<[string, number, string, string | undefined]>([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=4-2', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ['lines=0-1', 200, '0123456789', undefined],
  ['bytes=-', 200, '0123456789', undefined],
])('answers the range %s with %d', async (range, status, body, contentRange) => {
  const answer = await get({ range });
  expect([answer.status, answer.text ?? '', answer.headers['content-range']]).toEqual([
    status,
    body,
    contentRange,
  ]);
});

it('a stale If-Range gives the whole file, a fresh one the range', async () => {
  expect((await get({ range: 'bytes=0-3', 'if-range': '"stale"' })).status).toBe(200);
  expect((await get({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
});

it('knows conditional requests', async () => {
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  expect((await get({ 'if-modified-since': new Date(Date.now() + 1000).toUTCString() })).status).toBe(304);
  expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
});

it('HEAD answers the headers alone', async () => {
  const { status, headers, text: body } = await get({}, 'head');
  expect([status, headers['content-length'], body ?? '']).toEqual([200, '10', '']);
});

const html = '<script>alert(1)</script>';
it.each<[Sent, string]>([
  [{ name: 'a.html', type: 'text/html', bytes: Buffer.from(html) }, 'text/html'],
  [
    { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from(`<svg xmlns="x">${html}</svg>`) },
    'image/svg+xml',
  ],
  [{ name: 'a.js', type: 'text/javascript', bytes: Buffer.from('alert(1)') }, 'text/javascript'],
])('sends %o as a download that runs nothing', async (file, type) => {
  const { headers } = await app.agent.get((await uploaded(app, file)).url);
  expect(headers['content-type']).toContain(type);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="a_/);
  expect(headers['content-security-policy']).toContain('sandbox');
});

it('serves a file as the type of its bytes, whatever its name', async () => {
  const gif = Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', 'latin1');
  const file = await uploaded(app, { name: 'polyglot.js', type: 'image/gif', bytes: gif });
  expect(file).toMatchObject({ name: 'polyglot.js', ext: '.gif', mime: 'image/gif' });
  const { headers } = await app.agent.get(file.url);
  expect([headers['content-type'], headers['x-content-type-options']]).toEqual(['image/gif', 'nosniff']);
});

it.each(['application/pdf', 'text/plain'])('shows %s in place', async (type) => {
  const { headers } = await app.agent.get(
    (await uploaded(app, { name: 'a', type, bytes: Buffer.from('%PDF-1.7 text') })).url,
  );
  expect(headers['content-disposition']).toBeUndefined();
  expect(headers['content-security-policy']).not.toContain('sandbox');
});

it('serves nothing but the files of the folder', async () => {
  const folder = join(app.dir, 'public/uploads');
  writeFileSync(join(app.dir, 'secret.txt'), 'secret');
  symlinkSync(join(app.dir, 'secret.txt'), join(folder, 'link.txt'));
  writeFileSync(join(folder, '.hidden'), 'hidden');
  for (const path of [
    '',
    '/',
    '/link.txt',
    '/.hidden',
    '/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/x%00.txt',
    `/${'a'.repeat(300)}`,
  ])
    expect((await app.agent.get(`/uploads${path}`)).status).toBeGreaterThanOrEqual(400);
});
