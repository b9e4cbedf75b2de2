// Bodies of an attacker: each gets a 4xx, and nothing is stored.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { text, upload } from './files';

let app: TestApp;
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('quire-body-'));
let before: ReadonlySet<string>;
beforeAll(async () => {
  before = new Set(folders());
  app = await openApp({ maxPixels: 10_000_000 });
});
afterAll(() => app.close());

const part = (disposition: string, content = 'x', type = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}${type && `\r\nContent-Type: ${type}`}\r\n\r\n${content}\r\n`;
const file = (name: string) => part(`name="files"; filename="${name}"`, 'x', 'text/plain');
const send = (body: string | Buffer) =>
  app.agent.post('/api/upload').set('content-type', 'multipart/form-data; boundary=b').send(body);

it.each<[string, string]>([
  ['no parts', '--b--\r\n'],
  ['an end without a beginning', 'nothing'],
  ['no end', file('a.txt')],
  [
    'a part without an end',
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nabc',
  ],
  ['10,000 files', `${Array.from({ length: 10_000 }, (_, n) => file(`${n}.txt`)).join('')}--b--\r\n`],
  ['10,000 fields', `${Array.from({ length: 10_000 }, (_, n) => part(`name="f${n}"`)).join('')}--b--\r\n`],
  ['a name with NUL', `${file('a\0.txt')}--b--\r\n`],
  ['a name with a slash', `${file('a/../../b.txt')}--b--\r\n`],
  ['a name of 4 KB', `${file('n'.repeat(4096))}--b--\r\n`],
  ['a name that turns its direction', `${file('a\u202etxt.exe')}--b--\r\n`],
  ['a name with a mark from left to right', `${file('a\u200eb.txt')}--b--\r\n`],
  ['a name with a mark from right to left', `${file('a\u200fb.txt')}--b--\r\n`],
  ['a name with a mark of Arabic letters', `${file('a\u061cb.txt')}--b--\r\n`],
  [
    'a part in an unknown encoding',
    `${part('name="files"; filename="a.txt"\r\nContent-Transfer-Encoding: x-zip', 'x', 'text/plain')}--b--\r\n`,
  ],
  ['an empty name', `${file('')}--b--\r\n`],
  ['headers of 1 MB', `--b\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\nx\r\n--b--\r\n`],
  [
    'info of a prototype',
    `${file('a.txt')}${part('name="fileInfo"', '{"__proto__":{"name":5},"name":5}')}--b--\r\n`,
  ],
  [
    'info with a Content-Type',
    `${file('a.txt')}${part('name="fileInfo"', '{}', 'application/json')}--b--\r\n`,
  ],
  [
    'a focal point at infinity',
    `${file('a.txt')}${part('name="fileInfo"', '{"focalPoint":{"x":1e999,"y":1}}')}--b--\r\n`,
  ],
  ['info with NUL', `${file('a.txt')}${part('name="fileInfo"', '{"caption":"a\\u0000"}')}--b--\r\n`],
  ['info of numbers', `${file('a.txt')}${part('name="fileInfo"', '{"caption":5}')}--b--\r\n`],
])('refuses %s', async (_name, body) => {
  const { status } = await send(body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(await stored()).toEqual([0, []]);
});

/** Folders made since the start of this file, also by other tests. Their removal may end after the answer. */
async function leftBehind(): Promise<string[]> {
  let names = folders().filter((name) => !before.has(name));
  for (let tries = 0; names.length > 0 && tries < 100; tries++) {
    await wait(50);
    const there = new Set(folders());
    names = names.filter((name) => there.has(name));
  }
  return names;
}

const stored = async () => [
  await app.documents('plugin::upload.file').count(),
  readdirSync(join(app.dir, 'public/uploads')),
];

it('a JSON body cannot name a file of the machine', async () => {
  const body = {
    fields: {},
    files: [{ field: 'files', path: '/etc/hostname', name: 'x.txt', type: 'text/plain', size: 5 }],
  };
  for (const query of ['', '?id=1']) {
    const { status } = await app.agent.post(`/api/upload${query}`).send(body);
    expect(status).toBe(query === '' ? 400 : 404);
  }
  expect(await stored()).toEqual([0, []]);
});

/** A PNG whose header promises more pixels than its data has. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(side, 8);
  header.writeUInt32BE(side, 12);
  header.set([8, 2, 0, 0, 0], 16);
  const { crc32 } = require('node:zlib') as { crc32(data: Buffer): number };
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21);
  const data = deflateSync(Buffer.alloc(1000));
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('IDAT', 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, chunk]);
}

it('refuses an image with too many pixels', async () => {
  const { status, body } = await upload(app, [{ name: 'bomb.png', type: 'image/png', bytes: bomb(50_000) }]);
  expect([status, body.error.details]).toEqual([400, { pixels: 2_500_000_000, most: 10_000_000 }]);
});

it('stores a damaged image as a plain file', async () => {
  const { status, body } = await upload(app, [{ name: 'half.png', type: 'image/png', bytes: bomb(500) }]);
  expect(status).toBe(201);
  expect(body[0]).toMatchObject({ width: 500, height: 500, formats: null });
  await app.agent.delete(`/api/upload/files/${body[0].id}`);
});

/** The beginning of a long form with a file. */
const FORM = [
  'POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999999\r\n\r\n',
  '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n',
].join('');

it('a file over the limit, or files over the limit of a request, get 413', async () => {
  const small = await openApp({}, { middlewares: [{ name: 'body', config: { file: 100, request: 150 } }] });
  const { status, body } = await upload(small, [text('x'.repeat(101))]);
  const tooBig = { status: 413, name: 'PayloadTooLargeError', message: 'FileTooBig', details: {} };
  expect([status, body.error]).toEqual([413, tooBig]);
  expect((await upload(small, [text('x'.repeat(100))])).status).toBe(201);
  const sizes = (...each: readonly number[]) =>
    upload(
      small,
      each.map((length) => text('x'.repeat(length))),
    );
  expect([(await sizes(100, 50)).status, (await sizes(100, 51)).body.error]).toEqual([201, tooBig]);
  // Before the file ends.
  const endless = connect(Number(new URL(small.url).port), '127.0.0.1');
  endless.write(`${FORM}${'x'.repeat(2000)}`);
  expect(String(await new Promise((heard) => endless.once('data', heard)))).toContain('HTTP/1.1 413');
  endless.destroy();
  await small.close();
});

it('a client that stops leaves nothing behind', async () => {
  const { port } = new URL(app.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${FORM}${'x'.repeat(200_000)}`);
      setTimeout(() => socket.destroy(), 50);
    }).on('close', () => resolve());
  });
  expect((await upload(app, [])).status).toBe(400);
  expect(await stored()).toEqual([0, []]);
});

// Last: all requests of this file count.
it('leaves no temporary files', async () => {
  expect(await leftBehind()).toEqual([]);
});
