// The bytes of local files over HTTP.
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

it.each<[string, number]>([
  ['"other"', 412],
  ['*', 200],
  ['"other", OWN', 200],
  ['W/OWN', 412],
])('answers If-Match: %s with %d', async (tags, status) => {
  const answer = await get({ 'if-match': tags.replace('OWN', etag), range: 'bytes=0-9' });
  expect(answer.status).toBe(status === 200 ? 206 : status);
});

it('answers If-Unmodified-Since', async () => {
  const since = (time: number) => get({ 'if-unmodified-since': new Date(time).toUTCString() });
  expect([(await since(0)).status, (await since(Date.now() + 1000)).status]).toEqual([412, 200]);
  expect((await get({ 'if-unmodified-since': 'no date' })).status).toBe(200);
});

it.each<[string, Record<string, string>, number]>([
  ['OWN', { 'if-match': '"other"' }, 412],
  ['OWN', { range: 'bytes=99-' }, 416],
  ['/uploads/absent.txt', {}, 404],
])('caches keep no error: %s with %o', async (path, headers, status) => {
  const answer = await app.agent.get(path.replace('OWN', url)).set(headers);
  expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
});

it('HEAD answers the headers alone', async () => {
  const { status, headers, text: body } = await get({}, 'head');
  expect([status, headers['content-length'], body ?? '']).toEqual([200, '10', '']);
});

it('HEAD ignores ranges', async () => {
  const { status, headers } = await get({ range: 'bytes=0-3' }, 'head');
  expect([status, headers['content-length'], headers['content-range']]).toEqual([200, '10', undefined]);
  expect((await get({ range: 'bytes=99-' }, 'head')).status).toBe(200);
});

describe('a file of the folder', () => {
  const place = (name: string) => join(app.dir, 'public/uploads', name);
  afterEach(() => jest.restoreAllMocks());

  it('may be empty', async () => {
    writeFileSync(place('empty.txt'), '');
    const { status, text: body, headers } = await app.agent.get('/uploads/empty.txt');
    expect([status, body, headers['content-length']]).toEqual([200, '', '0']);
    expect((await app.agent.get('/uploads/empty.txt').set('range', 'bytes=0-3')).status).toBe(416);
  });

  /** Calls `change` after the route has read the facts of a file, before the route opens the file. */
  const beforeItOpens = (change: (tries: number) => void) => {
    const { open } = fsPromises;
    let tries = 0;
    jest.spyOn(fsPromises, 'open').mockImplementation(async (path, ...rest) => {
      if (String(path).endsWith('changed.txt')) {
        tries += 1;
        change(tries);
      }
      return open(path, ...rest);
    });
  };
  const replace = (content: string) => {
    writeFileSync(place('other.txt'), content);
    renameSync(place('other.txt'), place('changed.txt'));
  };

  it('that is replaced meanwhile is sent whole, with its own headers', async () => {
    writeFileSync(place('changed.txt'), 'old');
    beforeItOpens((tries) => {
      if (tries < 3) replace(`new bytes ${'x'.repeat(tries)}`);
    });
    const { status, text: body, headers } = await app.agent.get('/uploads/changed.txt');
    expect([status, body, headers['content-length']]).toEqual([200, 'new bytes xx', '12']);
    expect(headers.etag).toMatch(/^"c-/);
  });

  it('that is replaced at each attempt gets 503', async () => {
    writeFileSync(place('changed.txt'), 'old');
    beforeItOpens((tries) => replace('x'.repeat(tries)));
    expect((await app.agent.get('/uploads/changed.txt')).status).toBe(503);
  });

  it('that is deleted meanwhile gets 404', async () => {
    writeFileSync(place('changed.txt'), 'old');
    beforeItOpens(() => renameSync(place('changed.txt'), place('.gone')));
    expect((await app.agent.get('/uploads/changed.txt')).status).toBe(404);
  });

  it('that cannot be opened gets 503', async () => {
    writeFileSync(place('changed.txt'), 'old');
    beforeItOpens(() => {
      throw Object.assign(new Error('input/output error'), { code: 'EIO' });
    });
    const { status, headers } = await app.agent.get('/uploads/changed.txt');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  it('whose facts cannot be read again is closed', async () => {
    writeFileSync(place('changed.txt'), 'old');
    const { open, lstat } = fsPromises;
    let file: Awaited<ReturnType<typeof open>> | undefined;
    jest.spyOn(fsPromises, 'open').mockImplementation(async (...given) => {
      file = await open(...given);
      return file;
    });
    jest.spyOn(fsPromises, 'lstat').mockImplementation((async (path: string) => {
      if (file) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
      return lstat(path);
    }) as never);
    expect((await app.agent.get('/uploads/changed.txt')).status).toBe(503);
    while (file?.fd !== -1) await wait(5);
  });
});

it('a file whose facts cannot be read again is closed', async () => {
  const place = join(app.dir, 'public/uploads/faulty.txt');
  writeFileSync(place, 'bytes');
  const { open } = fsPromises;
  const opened: fsPromises.FileHandle[] = [];
  jest.spyOn(fsPromises, 'open').mockImplementation(async (...words) => {
    const file = await open(...words);
    opened.push(file);
    jest.spyOn(fsPromises, 'lstat').mockRejectedValue(Object.assign(new Error('no'), { code: 'EIO' }));
    return file;
  });
  const { status } = await app.agent.get('/uploads/faulty.txt');
  jest.restoreAllMocks();
  expect([status, opened.length]).toEqual([503, 1]);
  while (opened[0]?.fd !== -1) await new Promise((resolve) => setTimeout(resolve, 5));
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
