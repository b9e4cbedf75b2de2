// Errors before a document is read: paths, encodings, verbs, permissions, and which of several mistakes is reported.
import { type FixtureApp, openFixture, rows } from './fixture';

let app: FixtureApp;
let closed: FixtureApp;
beforeAll(async () => {
  app = await openFixture([['p1', 'plain', { name: 'a' }]]);
  closed = await openFixture([['p1', 'plain', { name: 'a' }]], {
    config: { server: { anonymous: 'read', logs: { level: 'error' } } },
  });
});
afterAll(async () => {
  await app.close();
  await closed.close();
});

const raw = async (path: string, init?: RequestInit): Promise<Response> => fetch(`${app.url}${path}`, init);
const FORBIDDEN = {
  data: null,
  error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
};

rows('the mistake that is reported first', () => app, [
  ['POST /api/plains?fields=nope', 400, 'Invalid key nope', { data: { nope2: 1 } }],
  ['PUT /api/plains/unknown?populate=nope', 400, 'Invalid key nope', { data: { name: 1 } }],
  ['PUT /api/plains/unknown', 400, 'Invalid key nope', { data: { nope: 1 } }],
  ['PUT /api/plains/unknown', 400, 'Missing "data" payload in the request body', {}],
  ['PUT /api/plains/unknown', 404, undefined, { data: { name: 'x' } }],
  ['GET /api/plains/unknown?sort=nope', 400, 'Invalid key nope'],
]);

rows('permissions come first', () => closed, [
  ['GET /api/plains', 200],
  ['GET /api/plains/{p1}', 200],
  ['POST /api/plains', 403, FORBIDDEN, { data: { name: 'x' } }],
  ['POST /api/plains?fields=nope', 403, FORBIDDEN, {}],
  ['PUT /api/plains/unknown', 403, FORBIDDEN, { data: {} }],
  ['DELETE /api/plains/{p1}', 403, FORBIDDEN],
  ['POST /api/nothing', 404, undefined, {}],
]);

describe('paths and verbs', () => {
  it('that cannot be decoded are refused with 400 without details', async () => {
    const answer = await raw('/api/plains/%ZZ');
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { data: null, error: { status: 400, name: 'BadRequestError', message: 'failed to decode' } },
    ]);
  });

  it('decodes plus as a space and encoded brackets as brackets, and keeps invalid UTF-8 and semicolons', async () => {
    for (const [query, count] of [
      ['filters%5Bname%5D%5B%24eq%5D=a', 1],
      ['filters[name]=a+', 0],
      ['filters[name]=%ff', 0],
      ['filters[name]=a;sort=nope', 0],
    ] as const) {
      const { data } = (await (await raw(`/api/plains?${query}`)).json()) as { data: unknown[] };
      expect([query, data.length]).toEqual([query, count]);
    }
  });

  it('OPTIONS lists the allowed methods, and with an origin the CORS headers', async () => {
    const plain = await raw('/api/plains', { method: 'OPTIONS' });
    expect([plain.status, plain.headers.get('allow')]).toEqual([200, expect.stringContaining('GET')]);
    const preflight = await raw('/api/plains', {
      method: 'OPTIONS',
      headers: { Origin: 'http://front.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const answer = await raw('/api/plains?sort=nope', { headers: { Origin: 'http://front.example' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  });

  it('every error is JSON in the envelope', async () => {
    for (const path of ['/api/plains?sort=nope', '/api/plains/x', '/nowhere', '/api/plains?page=1']) {
      const answer = await raw(path);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const body = (await answer.json()) as { data: null; error: object };
      expect([body.data, Object.keys(body.error)]).toEqual([null, ['status', 'name', 'message', 'details']]);
    }
  });

  it('a malformed body is reported before the document is looked up', async () => {
    const answer = await raw('/api/plains/unknown', {
      method: 'PUT',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, ((await answer.json()) as { error: { name: string } }).error.name]).toEqual([
      400,
      'SyntaxError',
    ]);
  });

  const UNREAD = (came: string) => ({
    remedy: `The body ${came} and was not read; send JSON with Content-Type: application/json`,
  });
  const json = JSON.stringify({ data: { name: 'x' } });
  const FORM = '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"name":"x"}\r\n--x--\r\n';
  it.each([
    ['without a type', {}, Buffer.from(json), UNREAD('has no Content-Type')],
    ['as text', { 'content-type': 'text/plain' }, json, UNREAD('has the Content-Type text/plain')],
    [
      'of a type with a long name',
      { 'content-type': `application/${'z'.repeat(99)}` },
      json,
      UNREAD(`has the Content-Type application/${'z'.repeat(28)}`),
    ],
    [
      'as a form with files',
      { 'content-type': 'multipart/form-data; boundary=x' },
      FORM,
      UNREAD('has the Content-Type multipart/form-data; boundary=x'),
    ],
    ['as JSON without data', { 'content-type': 'application/json' }, '{}', {}],
    ['that is empty', { 'content-type': 'text/plain' }, '', {}],
  ] as const)(
    'a body %s: what was missing, and the remedy if it was not read',
    async (_how, headers, body, details) => {
      for (const [method, path] of [
        ['POST', '/api/plains'],
        ['PUT', '/api/plains/unknown'],
        ['PUT', '/api/setting'],
      ] as const) {
        const answer = await raw(path, { method, headers, body });
        expect(await answer.json()).toEqual({
          data: null,
          error: {
            status: 400,
            name: 'ValidationError',
            message: 'Missing "data" payload in the request body',
            details,
          },
        });
      }
    },
  );
});
