import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { until } from '../../../testing/until';
import { integer, object, string } from '../../check/checks';
import { route } from '../routes/route';
import { sendBytes, startTestServer, type TestServer } from '../test-server';

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer({
    authenticate: async () => {
      await setTimeout(40);
      return null;
    },
    routes: [
      route({
        method: 'POST',
        path: '/json',
        action: null,
        summary: '',
        body: 'json',
        handler: (_r, { body }) => ({ json: { body: body ?? null } }),
      }),
      route({
        method: 'POST',
        path: '/none',
        action: null,
        summary: '',
        handler: (_r, { body }) => ({ json: { body: body ?? null } }),
      }),
      route({
        method: 'POST',
        path: '/checked/:id',
        action: null,
        summary: '',
        body: 'json',
        checks: {
          params: object({ id: string({ pattern: /^\d+$/, expected: 'digits' }) }),
          body: object({ name: string({ min: 1 }), size: integer() }),
        },
        handler: (_r, { params, body }) => ({
          json: { id: params.id, name: body.name.toUpperCase(), size: body.size + 1 },
        }),
      }),
    ],
  });
});
afterAll(() => app.close());

const JSON_HEADER = { 'content-type': 'application/json' };
const big = JSON.stringify({ data: 'x'.repeat(1_100_000) });
const BRACKETS = `\\"${'[{'.repeat(2_000)}`;
const nested = (levels: number, value: unknown): unknown =>
  levels === 0 ? value : [nested(levels - 1, value)];
const read: [string, Record<string, string>, string | Buffer, unknown][] = [
  ['JSON', JSON_HEADER, '{"data":{"a":1}}', { data: { a: 1 } }],
  ['JSON with a charset', { 'content-type': 'application/json; charset=UTF-8' }, '{"a":"ü"}', { a: 'ü' }],
  ['JSON API', { 'content-type': 'application/vnd.api+json' }, '{"a":1}', { a: 1 }],
  [
    'a form',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'data[name]=form&x.y=1',
    { data: { name: 'form' }, 'x.y': '1' },
  ],
  ['gzip', { ...JSON_HEADER, 'content-encoding': 'gzip' }, gzipSync('{"a":1}'), { a: 1 }],
  ['deflate', { ...JSON_HEADER, 'content-encoding': 'deflate' }, deflateSync('{"a":1}'), { a: 1 }],
  ['brotli', { ...JSON_HEADER, 'content-encoding': 'br' }, brotliCompressSync('{"a":1}'), { a: 1 }],
  ['a byte order mark', JSON_HEADER, '\ufeff[1]', [1]],
  ['space around', { 'content-type': ' Application/JSON ; charset=utf-8' }, ' \r\n{"a":1}\t', { a: 1 }],
  [
    'half a character, as a mark of its own',
    JSON_HEADER,
    Buffer.from([0x5b, 0x22, 0xc3, 0x22, 0x5d]),
    ['\ufffd'],
  ],
  [
    'keys that only look like a prototype',
    JSON_HEADER,
    '{"constructor":1,"a":"__proto__"}',
    { constructor: 1, a: '__proto__' },
  ],
  ['as much as the limit', JSON_HEADER, `[${' '.repeat(1_048_574)}]`, []],
  [
    'a thousand levels',
    JSON_HEADER,
    `{"a":${'['.repeat(999)}"]"${']'.repeat(999)}}`,
    { a: nested(999, ']') },
  ],
  ['brackets in text', JSON_HEADER, JSON.stringify([BRACKETS]), [BRACKETS]],
  ['nothing', JSON_HEADER, '', null],
  ['plain text, as nothing', { 'content-type': 'text/plain' }, '{"a":1}', null],
  ['XML, as nothing', { 'content-type': 'application/xml' }, '<a/>', null],
  ['no type, as nothing', {}, '{"a":1}', null],
  [
    'files where none are taken, as nothing',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x--\r\n',
    null,
  ],
];
test.each(read)('reads %s', async (_name, headers, body, expected) => {
  const answer = await app.send('POST', '/json', headers, body);
  expect([answer.status, answer.json]).toEqual([200, { body: expected }]);
});

const refused: [string, Record<string, string>, string | Buffer, number, string, string | RegExp][] = [
  ['half a document', JSON_HEADER, '{"data":', 400, 'SyntaxError', 'Unexpected end of JSON input'],
  [
    'more than a thousand levels',
    JSON_HEADER,
    `${'[{"a":'.repeat(501)}1${'}]'.repeat(501)}`,
    400,
    'SyntaxError',
    'the body is nested more than 1000 levels deep',
  ],
  ['no document', JSON_HEADER, '{a}', 400, 'SyntaxError', /JSON/],
  ['a scalar', JSON_HEADER, '"x"', 400, 'SyntaxError', 'invalid JSON, only supports object and array'],
  ['a number', JSON_HEADER, '42', 400, 'SyntaxError', 'invalid JSON, only supports object and array'],
  ['a body over the limit', JSON_HEADER, big, 413, 'PayloadTooLargeError', 'request entity too large'],
  [
    'a form over the limit',
    { 'content-type': 'application/x-www-form-urlencoded' },
    big,
    413,
    'PayloadTooLargeError',
    'request entity too large',
  ],
  [
    'a bomb: small packed, large unpacked',
    { ...JSON_HEADER, 'content-encoding': 'gzip' },
    gzipSync(big),
    413,
    'PayloadTooLargeError',
    'request entity too large',
  ],
  [
    'broken gzip',
    { ...JSON_HEADER, 'content-encoding': 'gzip' },
    'no gzip',
    400,
    'SyntaxError',
    'the body is not valid gzip',
  ],
  [
    'a byte over the limit',
    JSON_HEADER,
    `[${' '.repeat(1_048_575)}]`,
    413,
    'PayloadTooLargeError',
    'request entity too large',
  ],
  [
    'half of a packed body',
    { ...JSON_HEADER, 'content-encoding': 'gzip' },
    gzipSync('{"a":1}').subarray(0, 12),
    400,
    'SyntaxError',
    'the body is not valid gzip',
  ],
  [
    'a prototype behind an escape',
    JSON_HEADER,
    '{"a":[{"__pro\\u0074o__":{"a":1}}]}',
    400,
    'SyntaxError',
    /prototype/,
  ],
  [
    'the prototype of a constructor',
    JSON_HEADER,
    '{"a":{"constructor":{"prototype":{}}}}',
    400,
    'SyntaxError',
    /prototype/,
  ],
  ['a prototype', JSON_HEADER, '{"__proto__":{"a":1}}', 400, 'SyntaxError', /prototype/],
];
test.each(refused)('refuses %s without details', async (_name, headers, body, status, name, message) => {
  const answer = await app.send('POST', '/json', headers, body);
  const matched = message instanceof RegExp ? expect.stringMatching(message) : message;
  expect(answer.json).toEqual({ data: null, error: { status, name, message: matched } });
  expect(answer.status).toBe(status);
});

test.each([
  ['an unknown encoding', { ...JSON_HEADER, 'content-encoding': 'zip' }],
  ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
])('refuses %s with 415', async (_name, headers) => {
  const answer = await app.send('POST', '/json', headers, '{"a":1}');
  expect(answer.json).toMatchObject({ error: { status: 415, name: 'UnsupportedMediaTypeError' } });
});

test('a route that takes no body does not read one', async () => {
  const answer = await app.send('POST', '/none', JSON_HEADER, '{"broken');
  expect([answer.status, answer.json]).toEqual([200, { body: null }]);
});

test('checks give the handler typed input', async () => {
  const answer = await app.send('POST', '/checked/7', JSON_HEADER, '{"name":"a","size":1}');
  expect(answer.json).toEqual({ id: '7', name: 'A', size: 2 });
});

test('checks answer all mistakes of a body in one 400', async () => {
  const answer = await app.send('POST', '/checked/7', JSON_HEADER, '{"name":"","extra":1}');
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({
    error: {
      name: 'ValidationError',
      message: '3 errors occurred',
      details: { errors: [{ path: ['name'] }, { path: ['size'] }, { path: ['extra'] }] },
    },
  });
});

test('checks refuse a path parameter and name it', async () => {
  const answer = await app.send('POST', '/checked/x', JSON_HEADER, '{"name":"a","size":1}');
  expect(answer.json).toMatchObject({ error: { status: 400, details: { key: 'id', source: 'path' } } });
});

const random = gzipSync(JSON.stringify({ data: randomBytes(2_000_000).toString('hex') }));
const few = gzipSync('{"a":1}');
test.each([
  ['closes after a body over the limit', [413], '', Buffer.alloc(3_000_000, ' ')],
  ['closes after a packed body over the limit', [413], 'Content-Encoding: gzip\r\n', random],
  ['closes after bytes that are no gzip', [400], 'Content-Encoding: gzip\r\n', Buffer.alloc(3_000_000, 'a')],
  [
    'closes after a packed body with many bytes behind it',
    [200],
    'Content-Encoding: gzip\r\n',
    Buffer.concat([few, Buffer.alloc(3_000_000)]),
  ],
  [
    'serves the next request after a packed body with few bytes behind it',
    [200, 200],
    'Content-Encoding: gzip\r\n',
    Buffer.concat([few, Buffer.alloc(30_000)]),
  ],
  [
    'serves the next request after an empty encoding',
    [200, 200],
    'Content-Encoding:\r\n',
    Buffer.from('{"a":1}'),
  ],
  ['closes after a refusal of a large body', [404], 'X-Path: unknown\r\n', Buffer.alloc(3_000_000, ' ')],
])('the connection %s', async (_name, statuses, extra, body) => {
  const path = extra.startsWith('X-Path') ? '/unknown' : '/json';
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${extra}Content-Length: ${body.length}\r\n\r\n`;
  const next = 'POST /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const text = await sendBytes(
    app.server.address?.port ?? 0,
    Buffer.concat([Buffer.from(head), body, Buffer.from(next)]),
  );
  expect(text.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses.map(String));
});

test('a body that never ends does not hold its connection for ever', async () => {
  const text = await sendBytes(
    app.server.address?.port ?? 0,
    'POST /unknown HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n',
  );
  expect(text).toContain('"status":404');
  expect(text).toMatch(/Connection: close/i);
});

test.each([
  ['while it sends', 'application/json', 60],
  ['before anybody reads', 'application/json', 0],
  ['before anybody reads a form', 'application/x-www-form-urlencoded', 0],
])('a client that leaves %s is its own mistake', async (_name, type, patience) => {
  const before = app.lines.length;
  const socket = connect(app.server.address?.port ?? 0, '127.0.0.1');
  socket.write(`POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 99\r\n\r\n{"a"`);
  await setTimeout(20 + patience);
  socket.destroy();
  await until(() => app.lines.length > before);
  expect(app.lines.slice(before)).toEqual([expect.objectContaining({ level: 'debug', status: 400 })]);
});
