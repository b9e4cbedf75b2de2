// Compression over HTTP: which answers are compressed, and what tags, ranges, HEAD and streams make of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RequestContext } from '../request/context';
import type { Answer, RouteDefinition } from '../routes/route';
import { staticRoute } from '../static/static-folder';
import { startTestServer, type TestServer } from '../test-server';

const LONG = 'abc '.repeat(5_000);
const TAG = '"v1"';

const route = (path: string, answer: (request: RequestContext) => Answer): RouteDefinition => ({
  method: 'GET',
  path,
  action: null,
  summary: '',
  handler: answer,
});
const text = (headers: Record<string, string>, type = 'text/plain') =>
  ({ stream: Readable.from([LONG]), type, headers }) as const;
const tagged = (request: RequestContext): Answer =>
  request.header('if-none-match') === TAG
    ? { status: 304, headers: { ETag: TAG } }
    : { json: LONG, headers: { ETag: TAG } };
const opened = new PassThrough();

const routes: RouteDefinition[] = [
  route('/json', () => ({ json: LONG })),
  route('/small', () => ({ json: 'a' })),
  route('/html', () => ({ html: LONG })),
  route('/error', () => ({ json: LONG, status: 400 })),
  route('/tagged', tagged),
  route('/weak', () => ({ json: LONG, headers: { etag: 'W/"v1"', Vary: 'Accept' } })),
  route('/stream', () => text({})),
  route('/object-stream', () => ({ stream: Readable.from([LONG, LONG]), type: 'application/json' })),
  route('/png', () => text({}, 'image/png')),
  route('/events', () => text({}, 'text/event-stream')),
  route('/encoded', () => text({ 'Content-Encoding': 'gzip' })),
  route('/as-is', () => ({ json: LONG, headers: { 'cache-control': 'no-transform' } })),
  route('/failing', () => {
    const stream = new PassThrough();
    stream.write(LONG);
    setImmediate(() => stream.destroy(new Error('broken')));
    return { stream, type: 'text/plain' };
  }),
  route('/bad-header', () => ({ json: LONG, headers: { 'X-Bad': 'a\nb' } })),
  route('/open', () => ({ stream: opened, type: 'text/plain' })),
  {
    ...route('/write', (request) => ({ json: request.header('if-match') })),
    method: 'PUT',
  },
];

let folder: string;
let app: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-compression-'));
  writeFileSync(join(folder, 'a.txt'), LONG);
  app = await startTestServer({
    routes: [...routes, staticRoute({ path: '/files', folder }).definition],
    entries: [{ name: 'request-id' }, { name: 'compression' }],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The bytes of an answer. */
function fetchBytes(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer; isComplete: boolean }>(
    (resolve) => {
      const { port } = app.server.address ?? {};
      httpRequest({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => undefined);
        response.on('close', () =>
          resolve({ headers: response.headers, body: Buffer.concat(chunks), isComplete: response.complete }),
        );
      })
        .on('error', () => resolve({ headers: {}, body: Buffer.alloc(0), isComplete: false }))
        .end();
    },
  );
}
const BR = { 'accept-encoding': 'gzip, deflate, br' };
const GZIP = { 'accept-encoding': 'gzip' };

test.each([
  ['/json', JSON.stringify(LONG)],
  ['/html', LONG],
  ['/error', JSON.stringify(LONG)],
  ['/stream', LONG],
  ['/object-stream', LONG + LONG],
  ['/files/a.txt', LONG],
])('%s is compressed with the encoding that the client accepts', async (path, expected) => {
  const br = await fetchBytes(path, BR);
  expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'Accept-Encoding']);
  expect(brotliDecompressSync(br.body).toString()).toBe(expected);
  const gzip = await fetchBytes(path, GZIP);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).toString()).toBe(expected);
  for (const { headers, body } of [br, gzip])
    expect(headers['content-length'] ?? String(body.length)).toBe(String(body.length));
  const plain = await fetchBytes(path, {});
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  expect(plain.body.toString()).toBe(expected);
});

test.each(['/small', '/png', '/events', '/encoded', '/as-is', '/_health'])(
  '%s is sent as it is',
  async (path) => {
    const asked = await fetchBytes(path, BR);
    const plain = await fetchBytes(path, {});
    expect(asked.body).toEqual(plain.body);
    expect([asked.headers['content-encoding'], asked.headers.vary]).toEqual([
      plain.headers['content-encoding'],
      plain.headers.vary,
    ]);
  },
);

test('an answer to a request with a cookie is not compressed', async () => {
  const { headers, body } = await fetchBytes('/json', { ...BR, cookie: 'session=1' });
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  expect(body.toString()).toBe(JSON.stringify(LONG));
});

test('the tag names the encoding, and comes back without it', async () => {
  const br = await app.get('/tagged', BR);
  expect(br.headers.etag).toBe('"v1-br"');
  const known = await app.get('/tagged', { ...BR, 'if-none-match': '"other-br"' });
  expect(known.status).toBe(200);
  const same = await app.get('/tagged', { ...BR, 'if-none-match': '"v1-br"' });
  expect([same.status, same.headers.etag, same.headers.vary]).toEqual([304, '"v1-br"', 'Accept-Encoding']);
  const plain = await app.get('/tagged', { 'if-none-match': '"v1"' });
  expect([plain.status, plain.headers.etag]).toEqual([304, '"v1"']);
  const written = await app.send('PUT', '/write', { 'if-match': '"v1-gzip"' });
  expect(written.json).toBe('"v1"');
  const weak = await app.get('/weak', BR);
  expect([weak.headers.etag, weak.headers.vary]).toEqual(['W/"v1"', 'Accept, Accept-Encoding']);
});

test.each(['/tagged', '/files/a.txt', '/stream'])('HEAD %s has the headers of GET', async (path) => {
  const get = await app.get(path, BR);
  const head = await app.send('HEAD', path, BR);
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', undefined]);
  for (const name of ['etag', 'content-encoding', 'vary', 'content-type'])
    expect(head.headers[name]).toBe(get.headers[name]);
});

test('a range is a part of the plain bytes, and the tag of an encoding is none of them', async () => {
  const { headers } = await app.get('/files/a.txt', BR);
  const part = await app.get('/files/a.txt', { ...BR, range: 'bytes=0-2' });
  expect([part.status, part.text, part.headers['content-encoding']]).toEqual([206, 'abc', undefined]);
  const stale = await app.get('/files/a.txt', { ...BR, range: 'bytes=0-2', 'if-range': headers.etag ?? '' });
  expect([stale.status, stale.headers['content-encoding']]).toEqual([200, 'br']);
});

test('a stream that fails ends its connection, and a header that cannot be sent is a 500', async () => {
  expect((await fetchBytes('/failing', GZIP)).isComplete).toBe(false);
  expect(app.lines).toContainEqual(expect.objectContaining({ message: 'the stream of an answer failed' }));
  expect((await app.get('/bad-header', GZIP)).status).toBe(500);
});

test('the stream of a client that has gone is destroyed', async () => {
  opened.write(LONG);
  const closed = new Promise((resolve) => opened.once('close', resolve));
  const { port } = app.server.address ?? {};
  const request = httpRequest(
    { port, host: '127.0.0.1', path: '/open', headers: GZIP, agent: false },
    (response) => response.once('data', () => request.destroy()),
  );
  request.on('error', () => undefined).end();
  // The client gets the first chunk while the stream is open.
  await closed;
  expect(opened.destroyed).toBe(true);
});

test('without its entry nothing is compressed', async () => {
  const off = await startTestServer({ routes });
  try {
    const answer = await off.get('/json', BR);
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
    expect((await off.send('PUT', '/write', { 'if-match': '"v1-gzip"' })).json).toBe('"v1-gzip"');
  } finally {
    await off.close();
  }
});
