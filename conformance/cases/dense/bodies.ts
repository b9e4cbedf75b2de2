// Bodies as they arrive: compressed, in another encoding, and with characters or keys that cannot be stored.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { get, post } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is, type Pattern } from '../pattern';

const TYPE = 'application/json';
const sent = (bytes: Uint8Array, headers: Readonly<Record<string, string>>, expect: Expectation): Step => ({
  send: 'POST',
  path: '/tags',
  bytes,
  headers: { 'content-type': TYPE, ...headers },
  expect,
});
const name = 'sent as bytes';
const body = Buffer.from(JSON.stringify({ data: { name } }));
const read: Expectation = { data: { name } };
const refused = (status: number, error: string): Expectation => ({ status, error: { name: error } });
const inCharset = (charset: string): Expectation => ({
  status: 415,
  error: { name: 'UnsupportedMediaTypeError', message: is.matching(` charset ${charset} .*UTF-8`) },
});
const hasNul = (source: string, key: string): Expectation => ({
  status: 400,
  error: {
    name: 'ValidationError',
    message: is.matching(`^${key.replaceAll(/[[\].]/g, '\\$&')} contains a NUL character`),
    details: { key, source },
  },
});
const unread = (why: string): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { remedy: is.matching(why) } },
});
const encoded = (encoding: string, bytes: Uint8Array, expect = read): Step =>
  sent(bytes, { 'content-encoding': encoding }, expect);
const text = (json: string, expect: Expectation): Step => sent(Buffer.from(json), {}, expect);

/** Only a constructor with a prototype is dangerous. */
const HARMLESS: readonly Pattern[] = [
  { constructor: { a: 1 } },
  { constructor: 'c' },
  { constructor: null },
  { prototype: { a: 1 } },
  { constructor: 'c', other: { prototype: { a: 1 } } },
];

const FORM = 'application/x-www-form-urlencoded';
const form = (path: string, content: string, expect: Expectation, save?: string): Step => ({
  ...{ send: 'POST', path, text: content, headers: { 'content-type': FORM }, expect },
  ...(save === undefined ? {} : { save }),
});
const several = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('&');

export const quireBodyCases: readonly Case[] = [
  {
    rows: ['quire.bodies.forms'],
    steps: [
      form('/labels', 'data[name]=caf%C3%A9+noir', { status: 201, data: { name: 'café noir' } }, 'l'),
      form(
        '/plains?populate=labels',
        'data[name]={mark}&data[n]=5&data[flag]=true&data[price]=1.5&data[labels][connect][0]={l.documentId}',
        { status: 201, data: { n: 5, flag: true, price: 1.5, labels: [{ name: 'café noir' }] } },
      ),
      form('/labels', 'data[__proto__][name]=x&data[name]={mark}', { status: 201, data: { name: '{mark}' } }),
      form('/plains', 'data[n]=five', refused(400, 'ValidationError')),
      form('/labels', 'data[name]=a&data[name]=b', refused(400, 'ValidationError')),
      form('/labels', 'data[name]=a%00b', refused(400, 'ValidationError')),
      form('/labels', 'name=x', refused(400, 'ValidationError')),
      form('/labels', '', refused(400, 'ValidationError')),
      // At each limit, and beyond it.
      form('/labels', `data[name]={mark}&${several(999, (index) => `a${index}=1`)}`, { status: 201 }),
      form(
        '/labels',
        several(1001, (index) => `a${index}=1`),
        refused(400, 'SyntaxError'),
      ),
      form(
        '/plains',
        several(101, (index) => `data[labels][${index}]=x`),
        refused(400, 'SyntaxError'),
      ),
      form('/labels', `data${'[a]'.repeat(101)}=1`, refused(400, 'SyntaxError')),
      form('/labels', `data[name]=${'x'.repeat(1_048_576)}`, refused(413, 'PayloadTooLargeError')),
      {
        ...form('/labels', 'data[name]=y', inCharset('iso-8859-1')),
        headers: { 'content-type': `${FORM}; charset=iso-8859-1` },
      },
    ],
  },
  {
    rows: ['quire.bodies.framing'],
    steps: [
      // The client adds the length of the body.
      sent(
        body,
        { 'transfer-encoding': 'chunked' },
        {
          ...refused(400, 'BadRequestError'),
          headers: { connection: 'close' },
        },
      ),
    ],
  },
  {
    rows: ['quire.bodies.encodings'],
    steps: [
      encoded('gzip', gzipSync(body)),
      encoded('x-gzip', gzipSync(body)),
      encoded('deflate', deflateSync(body)),
      encoded('br', brotliCompressSync(body)),
      encoded('identity', body),
      sent(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]), {}, read),
      encoded('gzip', body, refused(400, 'SyntaxError')),
      encoded('br', body, refused(400, 'SyntaxError')),
      encoded('zstd', body, refused(415, 'UnsupportedMediaTypeError')),
      encoded('gzip', gzipSync(Buffer.alloc(20_000_000, 32)), refused(413, 'PayloadTooLargeError')),
      sent(body, { 'content-type': `${TYPE}; charset=utf-16` }, inCharset('utf-16')),
    ],
  },
  {
    rows: ['quire.bodies.types'],
    steps: [
      ...[
        TYPE,
        `${TYPE}; charset=utf-8`,
        `${TYPE};charset="UTF-8"`,
        'Application/JSON',
        'application/vnd.api+json',
        'application/merge-patch+json; charset=utf-8',
      ].map((type) => sent(body, { 'content-type': type }, read)),
      ...[
        'text/plain',
        'application/octet-stream',
        'application/jsonp',
        'text/html; note=application/json',
      ].map((type) => sent(body, { 'content-type': type }, unread(`has the Content-Type ${type}`))),
      { send: 'POST', path: '/tags', bytes: body, expect: unread('has no Content-Type') },
      ...['[]', '', ' '].map((json) => text(json, { status: 400, error: is.object })),
      text('{"data":[]}', {
        status: 400,
        error: {
          name: 'ValidationError',
          message:
            'this must be a `object` type, but the final value was: `null` (cast from the value `[]`).',
        },
      }),
      ...['"text"', '1', 'null', '{"data":{"name":"p"}', '{"data":{"name":"p"}}x', "{'data':{}}"].map(
        (json) =>
          text(json, {
            status: 400,
            body: { data: null, error: { status: 400, name: 'SyntaxError', message: is.text } },
          }),
      ),
    ],
  },
  {
    rows: ['quire.bodies.unsafe'],
    steps: [
      // Brackets inside a text have no depth, also after a quote or a backslash in the text.
      ...['"', '\\', '\\"', 'é"'].map((start) =>
        post('/plains', { name: '{mark}', body: start + '['.repeat(2_100) }, { status: 201 }),
      ),
      text('{"data":{"name":"p","__proto__":{"a":1}}}', refused(400, 'SyntaxError')),
      text('{"data":{"name":"p","constructor":{"prototype":{"a":1}}}}', refused(400, 'SyntaxError')),
      // The same keys with an escape, in a list too.
      text('{"data":{"name":"p","\\u005f_proto__":{"a":1}}}', refused(400, 'SyntaxError')),
      text('{"data":{"name":"p","c\\u006fnstructor":{"prototype":{"a":1}}}}', refused(400, 'SyntaxError')),
      {
        ...text('{"data":{"name":"p","meta":[1,[{"a":{"__proto__":1}}]]}}', refused(400, 'SyntaxError')),
        path: '/plains',
      },
      // A constructor without a prototype is a key like others.
      {
        ...text('{"data":{"name":"{mark}","meta":{"constructor":{"a":1}}}}', { status: 201 }),
        path: '/plains',
      },
      text('{"data":{"name":"p\\u0000q"}}', hasNul('body', 'data.name')),
      { ...text('{"data":{"name":"p\\u0000q","body":"b"}}', hasNul('body', 'data.name')), path: '/plains' },
      // The key is the path of the text.
      ...Object.entries({
        '{"a":["p\\u0000q"],"b":null,"c":1}': '.a.0',
        '[[{"a":"p\\u0000q"}],{}]': '.0.0.a',
        '{"a\\u0000":1}': '.a',
        '"\\u0000"': '',
      }).map(
        ([meta, path]): Step => ({
          ...text(`{"data":{"name":"p","meta":${meta}}}`, hasNul('body', `data.meta${path}`)),
          path: '/plains',
        }),
      ),
      text('{"data":{"name":"p\\ud800q"}}', refused(400, 'ValidationError')),
      ...['[', '[0,', '{"a":'].map((open) => {
        const close = open.startsWith('[') ? ']' : '}';
        const meta = `${open.repeat(1_100)}0${close.repeat(1_100)}`;
        return {
          ...text(`{"data":{"name":"p","meta":${meta}}}`, refused(400, 'SyntaxError')),
          path: '/plains',
        };
      }),
      // Many values in one list are not deep.
      post('/plains', { name: '{mark}', meta: Array.from({ length: 1_100 }, () => [{}]) }, { status: 201 }),
      ...HARMLESS.map((meta) => post('/plains', { name: '{mark}', meta }, { status: 201, data: { meta } })),
      text('{"data":{"name":"\\u0070\\ud83d\\ude00"}}', { data: { name: 'p😀' } }),
      get('/tags?sort=name&filters[name]=a%00b', hasNul('query', 'filters[name]'), { verbatim: true }),
      get('/tags?filters%5Bname%5D=a%00b', hasNul('query', 'filters[name]'), { verbatim: true }),
      get('/tags?fil%00ters[name]=a', hasNul('query', 'filters[name]'), { verbatim: true }),
      get('/tags?a%zz%00=b', hasNul('query', 'a%zz'), { verbatim: true }),
      get('/tags/a%00b', hasNul('path', 'The path'), { verbatim: true }),
      get('/tags/a%00', hasNul('path', 'The path'), { verbatim: true }),
      get('/tags/a%00b?name=a', hasNul('path', 'The path'), { verbatim: true }),
    ],
  },
];
