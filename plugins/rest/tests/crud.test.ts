// Envelopes, status codes, shapes and bodies of the generated routes.
import { type FixtureApp, openFixture, type Row, rows } from './fixture';

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture([
    ['c1', 'category', { name: 'Food' }],
    ['c2', 'category', { name: 'Travel' }],
    ['p1', 'plain', { name: 'one', n: 1 }],
    ['p2', 'plain', { name: 'two', n: 2 }],
    ['k1', 'check', { req: 'there' }],
  ]);
});
afterAll(() => app.close());

const NOT_FOUND = {
  data: null,
  error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
};
const NUL_IN_PATH = {
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: 'The path contains a NUL character (U+0000), which cannot be stored. Remove the character.',
    details: { key: 'The path', source: 'path' },
  },
};
const MISSING = 'Missing "data" payload in the request body';

const reads: Row[] = [
  [
    'GET /api/categories',
    200,
    {
      data: [{ name: 'Food' }, { name: 'Travel' }],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } },
    },
  ],
  ['GET /api/categories/{c1}', 200, { data: { id: '{#c1}', documentId: '{c1}', name: 'Food' }, meta: {} }],
  ['GET /api/categories/{#c1}', 404, NOT_FOUND],
  ['GET /api/categories/unknownunknownunknownunk', 404, NOT_FOUND],
  ['PUT /api/categories/{#c1}', 404, NOT_FOUND, { data: { name: 'x' } }],
  ['DELETE /api/categories/{#c1}', 204],
  ['DELETE /api/categories/unknown', 204],
  ['GET /api/categories/\0', 400, NUL_IN_PATH],
  ['PUT /api/categories/\0', 400, NUL_IN_PATH, { data: {} }],
  ['DELETE /api/categories/\0', 400, NUL_IN_PATH],
  ['GET /api/categories/', 200, ['Food', 'Travel']],
  ['GET /API/Categories', 200, ['Food', 'Travel']],
  ['GET /api//categories', 404],
  ['GET /api', 404],
  ['GET /api/nothing', 404, NOT_FOUND],
  ['POST /api/nothing', 404, NOT_FOUND, { data: {} }],
  ['GET /api/settings', 404],
  ['GET /api/setting/abc', 404],
  ['GET /api/shared.seo', 404],
  ['POST /api/setting', 405, { error: { name: 'MethodNotAllowedError' } }, { data: {} }],
  ['PUT /api/categories', 405, undefined, { data: {} }],
  ['DELETE /api/categories', 405],
  ['PATCH /api/categories/{c1}', 405, undefined, { data: {} }],
  ['POST /api/categories/{c1}', 405, undefined, { data: {} }],
];
rows('reading', () => app, reads);

const bodies: Row[] = [
  ['POST /api/categories', 201, { data: { name: 'new' }, meta: {} }, { data: { name: 'new' } }],
  ['POST /api/categories', 201, { data: { name: null } }, { data: {} }],
  ['POST /api/categories', 201, { data: { name: 'x' } }, { data: { name: 'x' }, meta: 1, other: {} }],
  ['POST /api/categories', 400, { error: { name: 'ValidationError', message: MISSING, details: {} } }, {}],
  ['POST /api/categories', 400, MISSING, { data: null }],
  ['POST /api/categories', 400, MISSING, { data: 'text' }],
  ['POST /api/categories', 400, MISSING, { name: 'x' }],
  ['POST /api/categories', 400, MISSING],
  [
    'POST /api/categories',
    400,
    'this must be a `object` type, but the final value was: `null` (cast from the value `[]`).',
    { data: [] },
  ],
  [
    'POST /api/categories',
    400,
    { error: { message: 'Invalid key nope', details: { key: 'nope', path: null, source: 'body' } } },
    { data: { nope: 1 } },
  ],
  [
    'POST /api/categories',
    400,
    { error: { message: 'Invalid key id', details: { key: 'id', source: 'body' } } },
    { data: { id: 1 } },
  ],
  [
    'POST /api/categories',
    400,
    { error: { message: 'Invalid key documentId', details: { key: 'documentId', source: 'body' } } },
    { data: { documentId: 'a' } },
  ],
  [
    'POST /api/categories',
    400,
    { error: { details: { key: 'createdAt', path: 'createdAt', source: 'body' } } },
    { data: { createdAt: '2024-01-01' } },
  ],
  [
    'POST /api/categories',
    400,
    { error: { details: { key: 'updatedAt', path: 'updatedAt', source: 'body' } } },
    { data: { updatedAt: '2024-01-01' } },
  ],
  [
    'POST /api/categories',
    400,
    { error: { details: { key: 'status', source: 'body' } } },
    { data: { status: 'draft' } },
  ],
  [
    'POST /api/categories',
    400,
    { error: { details: { key: 'createdBy', source: 'body' } } },
    { data: { createdBy: 1 } },
  ],
  [
    'POST /api/categories',
    201,
    { data: { name: 'kept' } },
    { data: { name: 'kept', locale: 'xx', publishedAt: 'whenever' } },
  ],
  [
    'POST /api/articles',
    400,
    { error: { details: { key: 'nope', path: 'seo', source: 'body' } } },
    { data: { title: 't', seo: { nope: 1 } } },
  ],
  ['POST /api/checks', 201, { data: { req: 'r', enumv: 'two', uidv: null } }, { data: { req: 'r' } }],
  ['POST /api/checks', 201, { data: { req: 'r', enumv: null } }, { data: { req: 'r', enumv: null } }],
  ['POST /api/plains?fields=name', 201, { data: { name: 'f' } }, { data: { name: 'f', n: 4 } }],
  ['POST /api/plains?populate=group', 201, { data: { name: 'g', group: null } }, { data: { name: 'g' } }],
  ['POST /api/plains?nope=1', 201, undefined, { data: { name: 'h' } }],
  ['POST /api/plains?fields=nope', 400, 'Invalid key nope', { data: { name: 'not written' } }],
  ['GET /api/plains?filters[name]=not written', 200, []],
  [
    'PUT /api/plains/{p1}',
    200,
    { data: { documentId: '{p1}', name: 'one', n: 7 }, meta: {} },
    { data: { n: 7 } },
  ],
  ['PUT /api/plains/{p1}', 200, { data: { name: 'one', n: null } }, { data: { n: null } }],
  ['PUT /api/plains/{p1}', 200, { data: { name: 'one' } }, { data: {} }],
  ['PUT /api/plains/{p1}', 400, 'Invalid key nope', { data: { nope: 1 } }],
  ['PUT /api/plains/nothing', 404, NOT_FOUND, { data: { name: 'x' } }],
  ['DELETE /api/plains/{p2}', 204],
  ['DELETE /api/plains/{p2}', 204],
  ['GET /api/plains/{p2}', 404],
];
rows('bodies', () => app, bodies);

describe('the shape of a document', () => {
  it('has id and documentId first, then attributes in schema order, then the timestamps', async () => {
    const { body } = await app.agent.get(`/api/checks/${app.known.get('k1')?.documentId}`);
    expect(Object.keys(body.data)).toEqual(
      'id documentId req uniq len rx txt intv flo dec bigv bool enumv mail dayv timev dt ts js rich blk uidv uintu nocfg createdAt updatedAt'.split(
        ' ',
      ),
    );
    expect(body.data.documentId).toMatch(/^[a-z][a-z0-9]{23}$/);
  });

  it('has fields in the requested order, after its ids', async () => {
    const { body } = await app.agent.get('/api/checks?fields=uniq,req');
    expect(Object.keys(body.data[0])).toEqual(['id', 'documentId', 'uniq', 'req']);
  });

  it('shows every value in its format', async () => {
    const data = {
      req: 'r',
      intv: '3',
      flo: '1e0',
      dec: '12.30',
      bigv: '9007199254740993',
      bool: 'TRUE',
      dayv: '2024-01-15T23:00:00Z',
      timev: '10:20:30',
      dt: 1705314030123,
      ts: '2024-01-15T10:20:30.456Z',
      mail: 'A@Example.com',
      js: { b: 1, a: [true, null] },
      blk: [{ type: 'paragraph', extra: 1, children: [{ type: 'text', text: 'x' }] }],
    };
    const { body } = await app.agent.post('/api/checks').send({ data });
    expect(body.data).toMatchObject({
      intv: 3,
      flo: 1,
      dec: 12.3,
      bigv: '9007199254740993',
      bool: true,
      dayv: '2024-01-15',
      timev: '10:20:30.000',
      dt: '2024-01-15T10:20:30.123Z',
      ts: '2024-01-15T10:20:30.456Z',
      mail: 'A@Example.com',
      js: { b: 1, a: [true, null] },
      blk: [{ type: 'paragraph', extra: 1, children: [{ type: 'text', text: 'x' }] }],
    });
    expect(body.data.pass).toBeUndefined();
  });

  it.each(['true', '"text"', '[1,"2"]', '"[1]"', '{"z":1,"a":2}', '0.1'])(
    'keeps the json %s as it was sent',
    async (text) => {
      const { body } = await app.agent
        .post('/api/plains')
        .send({ data: { name: 'json', meta: JSON.parse(text) } });
      expect(JSON.stringify(body.data.meta)).toBe(text);
    },
  );
});

describe('other bodies', () => {
  const sent: readonly [string, string, string, number, unknown][] = [
    [
      'JSON with a charset',
      'application/json; charset=utf-8',
      '{"data":{"name":"a"}}',
      201,
      { data: { name: 'a' } },
    ],
    ['JSON:API', 'application/vnd.api+json', '{"data":{"name":"a"}}', 201, { data: { name: 'a' } }],
    ['a form', 'application/x-www-form-urlencoded', 'data[name]=form', 201, { data: { name: 'form' } }],
    ['plain text', 'text/plain', 'data', 400, { error: { message: MISSING } }],
    ['xml', 'application/xml', '<data/>', 400, { error: { message: MISSING } }],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n--x--\r\n',
      400,
      { error: { message: MISSING } },
    ],
    ['cut JSON', 'application/json', '{"data":{', 400, { error: { name: 'SyntaxError' } }],
    [
      'a JSON scalar',
      'application/json',
      '5',
      400,
      { error: { name: 'SyntaxError', message: 'invalid JSON, only supports object and array' } },
    ],
  ];
  it.each(sent)('%s', async (_what, type, text, status, expected) => {
    const answer = await app.agent.post('/api/categories').set('Content-Type', type).send(text);
    expect(answer.body).toMatchObject(expected as object);
    expect(answer.status).toBe(status);
  });

  it('are refused with 413 when they are too large', async () => {
    const answer = await app.agent.post('/api/categories').send({ data: { name: 'x'.repeat(1_100_000) } });
    expect(answer.status).toBe(413);
    expect(answer.body.error).toEqual({
      status: 413,
      name: 'PayloadTooLargeError',
      message: 'request entity too large',
    });
  });
});

rows('single types', () => app, [
  ['GET /api/setting', 404, NOT_FOUND],
  ['DELETE /api/setting', 204],
  [
    'PUT /api/setting',
    200,
    { data: { siteName: 'Oracle', maintenance: true, options: null }, meta: {} },
    { data: { maintenance: true } },
  ],
  [
    'PUT /api/setting',
    200,
    { data: { siteName: 'Mine', maintenance: true } },
    { data: { siteName: 'Mine' } },
  ],
  ['GET /api/setting', 200, { data: { siteName: 'Mine' }, meta: {} }],
  ['GET /api/setting?fields=siteName', 200, { data: { siteName: 'Mine' } }],
  ['GET /api/setting?filters[siteName]=Other', 404, NOT_FOUND],
  ['GET /api/setting?filters[nope]=Other', 400, 'Invalid key nope'],
  ['PUT /api/setting', 400, 'Invalid key nope', { data: { nope: 1 } }],
  ['DELETE /api/setting', 204],
  ['GET /api/setting', 404, NOT_FOUND],
]);

describe('verbs that are not generated', () => {
  it.each([
    ['post', '/api/setting', 'GET'],
    ['put', '/api/categories', 'POST'],
  ] as const)('%s %s is 405 with Allow', async (method, path, allowed) => {
    const answer = await app.agent[method](path);
    expect([answer.status, answer.headers.allow?.includes(allowed)]).toEqual([405, true]);
  });

  it('HEAD is GET without a body', async () => {
    const answer = await app.agent.head('/api/categories');
    expect([answer.status, answer.text]).toEqual([200, undefined]);
  });

  it('DELETE has no content type', async () => {
    const answer = await app.agent.delete('/api/categories/none');
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
  });
});
