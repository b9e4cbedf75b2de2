// Static folders from outside: files, folders, headers, and paths that lead out of the folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { until } from '../../../testing/until';
import type { RouteDefinition } from '../routes/route';
import { RouteCollector } from '../routes/route-collector';
import { startTestServer, type TestServer } from '../test-server';
import { hasHash } from './hashed-name';
import { type StaticFolder, staticRoute } from './static-folder';

const TIME = new Date('2026-01-02T03:04:05Z');
const SCRIPT = `console.log('${'x'.repeat(2000)}');`;

let top: string;
let site: string;
let app: TestServer;

function file(name: string, content: string | Buffer, time = TIME): void {
  const path = join(top, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, time, time);
}

const start = (folders: readonly Omit<StaticFolder, 'folder'>[], more: readonly RouteDefinition[] = []) =>
  startTestServer({
    routes: [...folders.map((one) => staticRoute({ ...one, folder: site }).definition), ...more],
  });

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'quire-static-'));
  site = join(top, 'site');
  file('secret.txt', 'secret');
  file('site2/secret.txt', 'secret');
  file('site/index.html', '<h1>home</h1>');
  file('site/notes.txt', '0123456789');
  file('site/empty.txt', '');
  file('site/photo.png', 'png');
  file('site/é b.txt', 'named');
  file('site/docs/index.html', 'docs');
  file('site/docs/deep/page.html', 'page');
  file('site/bare/x.txt', 'x');
  file('site/assets/main.8f3a9c2e.js', SCRIPT);
  file('site/assets/main.8f3a9c2e.js.br', brotliCompressSync(SCRIPT));
  // Packages are unpacked in any order.
  file('site/assets/main.8f3a9c2e.js.gz', gzipSync(SCRIPT), new Date(TIME.getTime() - 2));
  file('site/assets/old.js', SCRIPT);
  file('site/assets/old.js.br', brotliCompressSync('old'), new Date(TIME.getTime() - 5000));
  file('site/assets/old.js.gz', gzipSync(SCRIPT));
  file('site/.env', 'SECRET=1');
  file('site/.git/config', 'secret');
  file('site/.well-known/security.txt', 'contact');
  symlinkSync(join(top, 'secret.txt'), join(site, 'out.txt'));
  symlinkSync(join(top, 'site2'), join(site, 'out'));
  symlinkSync(join(site, 'notes.txt'), join(site, 'in.txt'));
  symlinkSync(join(site, 'loop'), join(site, 'loop'));
  execFileSync('mkfifo', [join(site, 'pipe')]);
  app = await start([
    { path: '/files' },
    { path: '/spa/', fallback: 'index.html' },
    { path: '/none', index: null },
    {
      path: '/own',
      cacheControl: 'public, max-age=60',
      headers: { 'Content-Security-Policy': 'x' },
      immutable: /^docs\//g,
    },
    {
      path: '/lower',
      headers: { 'cache-control': 'public, max-age=5', 'content-type': 'text/x', vary: 'X', etag: 'x' },
    },
    { path: '/closed', policies: [() => true] },
    { path: '/guarded', middlewares: [(_request, next) => next()] },
  ]);
});
afterAll(async () => {
  await app.close();
  rmSync(top, { recursive: true });
});

test.each([
  ['/files/', '<h1>home</h1>', 'text/html; charset=utf-8'],
  ['/files/index.html', '<h1>home</h1>', 'text/html; charset=utf-8'],
  ['/files/notes.txt', '0123456789', 'text/plain; charset=utf-8'],
  ['/files/empty.txt', '', 'text/plain; charset=utf-8'],
  ['/files/photo.png', 'png', 'image/png'],
  ['/files/%C3%A9%20b.txt', 'named', 'text/plain; charset=utf-8'],
  ['/files/docs/', 'docs', 'text/html; charset=utf-8'],
  ['/files/docs/deep/page.html?x=1', 'page', 'text/html; charset=utf-8'],
  ['/files/.well-known/security.txt', 'contact', 'text/plain; charset=utf-8'],
  ['/files/in.txt', '0123456789', 'text/plain; charset=utf-8'],
  ['/files/assets/main.8f3a9c2e.js', SCRIPT, 'text/javascript; charset=utf-8'],
])('GET %s sends the file', async (path, text, type) => {
  const answer = await app.get(path);
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, text, type]);
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(text)));
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const head = await app.send('HEAD', path);
  expect([head.status, head.text, head.headers.etag, head.headers['content-length']]).toEqual([
    200,
    '',
    answer.headers.etag,
    answer.headers['content-length'],
  ]);
});

test.each([
  '/files/absent.txt',
  '/files/bare/',
  '/files/bare',
  '/files/notes.txt/',
  '/files/notes.txt/more',
  '/files/../secret.txt',
  '/files/%2e%2e/secret.txt',
  '/files/..%2fsecret.txt',
  '/files/..%5csecret.txt',
  '/files/..\\secret.txt',
  '/files/docs%2findex.html',
  '/files/notes.txt%00',
  '/files/%00',
  '/files//etc/passwd',
  '/files/.env',
  '/files/.git/config',
  '/files/out.txt',
  '/files/out/secret.txt',
  '/files/out/',
  '/files/loop',
  '/files/pipe',
  `/files/${'x'.repeat(300)}`,
  '/none/',
  '/none/docs/',
])('GET %s is a 404', async (path) => {
  const answer = await app.get(path, { Accept: 'text/html' });
  expect([answer.status, answer.json]).toMatchObject([404, { error: { name: 'NotFoundError' } }]);
});

test('a folder without a slash leads to its address with a slash', async () => {
  for (const [path, to] of [
    ['/files', '/files/'],
    ['/files/docs?a=1', '/files/docs/?a=1'],
  ] as const) {
    const answer = await app.get(path);
    expect([answer.status, answer.headers.location]).toEqual([301, to]);
  }
});

test('only requests for a page get the fallback page', async () => {
  const page = await app.get('/spa/users/7', { Accept: 'text/html,*/*;q=0.8' });
  expect([page.status, page.text, page.headers['cache-control'], page.headers.vary]).toEqual([
    200,
    '<h1>home</h1>',
    'no-cache',
    'Accept, Accept-Encoding',
  ]);
  expect((await app.get('/spa/users/7')).status).toBe(404);
  expect((await app.get('/spa/missing.js', { Accept: '*/*' })).status).toBe(404);
  expect((await app.get('/spa/notes.txt', { Accept: 'text/html' })).text).toBe('0123456789');
  for (const path of ['/spa/..%2f', '/spa/a%00', '/spa/../x'])
    expect((await app.get(path, { Accept: 'text/html' })).status).toBe(404);
});

test('caches may keep a hashed name; they ask again for other files', async () => {
  const cached = async (path: string) => (await app.get(path)).headers['cache-control'];
  expect(await cached('/files/assets/main.8f3a9c2e.js')).toBe('public, max-age=31536000, immutable');
  expect(await cached('/files/notes.txt')).toBe('no-cache');
  expect(await cached('/closed/assets/main.8f3a9c2e.js')).toBe('private, max-age=31536000, immutable');
  expect(await cached('/closed/notes.txt')).toBe('private, no-cache');
  expect(await cached('/guarded/notes.txt')).toBe('private, no-cache');
  expect(await cached('/files/absent.txt')).toBe('no-store');
  expect(await cached('/own/notes.txt')).toBe('public, max-age=60');
  for (let i = 0; i < 2; i++)
    expect(await cached('/own/docs/deep/page.html')).toBe('public, max-age=31536000, immutable');
  expect((await app.get('/own/notes.txt')).headers['content-security-policy']).toBe('x');
});

test('headers of the folder replace others in any letter case, except those of the file', async () => {
  const { headers } = await app.get('/lower/assets/main.8f3a9c2e.js');
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=5',
    'content-type': 'text/x',
    vary: 'X',
  });
  expect(headers.etag).toBe((await app.get('/files/assets/main.8f3a9c2e.js')).headers.etag);
});

test('the log names the client also after it has gone', async () => {
  const logged = await start([{ path: '/files' }]);
  for (let i = 0; i < 60; i++) await logged.get('/files/notes.txt', { Connection: 'close' });
  await until(() => logged.lines.filter(({ message }) => message === 'request').length === 60);
  expect(logged.lines.filter(({ message, ip }) => message === 'request' && ip !== '127.0.0.1')).toEqual([]);
  await logged.close();
});

test.each([
  ['main.8f3a9c2e.js', true],
  ['main-8f3a9c2e.min.css', true],
  ['assets/index-B3xYzq1W.js', true],
  ['report-20240131.pdf', false],
  ['logo-original.png', false],
  ['shot-iPhone12.png', false],
  ['effaced.js', false],
  ['index.html', false],
])('%s has a hash: %s', (name, is) => expect(hasHash(name)).toBe(is));

test('answers conditional requests and ranges', async () => {
  const { headers } = await app.get('/files/notes.txt');
  const etag = headers.etag ?? '';
  const status = async (sent: Record<string, string>) => (await app.get('/files/notes.txt', sent)).status;
  expect(await status({ 'If-None-Match': etag })).toBe(304);
  expect(await status({ 'If-None-Match': `W/${etag}` })).toBe(304);
  expect(await status({ 'If-None-Match': '"other"' })).toBe(200);
  expect(await status({ 'If-Modified-Since': TIME.toUTCString() })).toBe(304);
  expect(await status({ 'If-Match': '"other"' })).toBe(412);
  const part = await app.get('/files/notes.txt', { Range: 'bytes=2-4' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  const beyond = await app.get('/files/notes.txt', { Range: 'bytes=99-' });
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
});

test('a changed file of the same size and time has another ETag, a copy has the same', async () => {
  file('site/same.html', '<p>one</p>');
  const { headers } = await app.get('/files/same.html');
  const again = (path: string) => app.get(path, { 'If-None-Match': headers.etag ?? '' });
  expect((await again('/files/same.html')).status).toBe(304);
  file('site/copy.html', '<p>one</p>', new Date());
  expect((await again('/files/copy.html')).status).toBe(304);
  file('site/same.html', '<p>two</p>');
  const changed = await again('/files/same.html');
  expect([changed.status, changed.text]).toEqual([200, '<p>two</p>']);
});

test.each([
  ['text/html;q=0', 404],
  ['text/html ; level=1 ; q=0.00', 404],
  ['TEXT/HTML', 200],
  ['application/json, text/html; q=0.5', 200],
  ['*/*', 404],
])('the fallback page with Accept: %s is a %s', async (accept, status) => {
  expect((await app.get('/spa/users/7', { Accept: accept })).status).toBe(status);
});

test('sends the precompressed file that the client prefers, unless it is older than the file', async () => {
  const main = '/files/assets/main.8f3a9c2e.js';
  const encoding = async (path: string, accept: string) => {
    const { headers, status } = await app.get(path, { 'Accept-Encoding': accept });
    expect([status, headers.vary]).toEqual([200, 'Accept-Encoding']);
    return headers['content-encoding'];
  };
  expect(await encoding(main, 'gzip, deflate, br')).toBe('br');
  expect(await encoding(main, 'gzip;q=1, br;q=0.5')).toBe('gzip');
  expect(await encoding(main, 'br;q=0, *')).toBe('gzip');
  expect(await encoding(main, 'deflate')).toBeUndefined();
  expect(await encoding(main, 'identity, gzip;q=0.5')).toBeUndefined();
  expect(await encoding('/files/assets/old.js', 'br, gzip')).toBe('gzip');
  const br = await app.get(main, { 'Accept-Encoding': 'br' });
  const plain = await app.get(main);
  expect(br.headers.etag).not.toBe(plain.headers.etag);
  expect(br.headers['content-length']).toBe(String(brotliCompressSync(SCRIPT).length));
  expect(
    (await app.get(main, { 'Accept-Encoding': 'br', 'If-None-Match': br.headers.etag ?? '' })).status,
  ).toBe(304);
});

test('at the root it serves what no other route serves', async () => {
  const json: RouteDefinition = {
    method: 'POST',
    path: '/api/x',
    action: null,
    summary: '',
    handler: () => ({ json: 1 }),
  };
  const root = await start([{ path: '/', fallback: 'index.html' }], [json]);
  try {
    expect((await root.get('/')).text).toBe('<h1>home</h1>');
    expect((await root.get('/docs/')).text).toBe('docs');
    expect((await root.get('/_health')).status).toBe(204);
    expect((await root.send('POST', '/api/x')).json).toBe(1);
    expect((await root.get('/api/x', { Accept: 'text/html' })).status).toBe(405);
    expect((await root.get('/api/y')).status).toBe(404);
  } finally {
    await root.close();
  }
});

test.each([
  ['absent', {}, 'the folder FOLDER does not exist; create it (build its files), or change "folder"'],
  ['secret.txt', {}, 'FOLDER is not a folder; change "folder"'],
  [
    'site',
    { fallback: './index.html' },
    'the fallback page "./index.html" is not a path in the folder, such as index.html; change "fallback"',
  ],
  [
    'site',
    { index: '../secret.txt' },
    'the index "../secret.txt" is not the name of a file, such as index.html',
  ],
  [
    'site',
    { fallback: 'app.html' },
    'the fallback page "app.html" is not a file of the folder FOLDER; create it, or change "fallback"',
  ],
])('the folder %s stops the start with plugin, path and remedy', async (name, more, message) => {
  const folder = join(top, name);
  const { definition, check } = staticRoute({ path: '/site', folder, ...more });
  const collector = new RouteCollector();
  collector.add(definition, 'pages', check);
  await expect(startTestServer({ collected: collector.finish() })).rejects.toThrow(
    `pages → GET /site/*file: ${message.replace('FOLDER', folder)}`,
  );
});

test('a folder that is removed later answers 404', async () => {
  const gone = mkdtempSync(join(tmpdir(), 'quire-static-'));
  writeFileSync(join(gone, 'a.txt'), 'a');
  const server = await startTestServer({ routes: [staticRoute({ path: '/gone', folder: gone }).definition] });
  try {
    expect((await server.get('/gone/a.txt')).status).toBe(200);
    rmSync(gone, { recursive: true });
    expect((await server.get('/gone/a.txt')).status).toBe(404);
  } finally {
    await server.close();
  }
});
