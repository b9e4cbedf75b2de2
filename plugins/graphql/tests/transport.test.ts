// The endpoint over HTTP: methods, content types, batches, the landing page, limits.
import { createTestApp, type TestApp } from '../../../core/testing';

const NOTE = {
  kind: 'collectionType',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  attributes: { title: { type: 'string' } },
} as const;
const open = (graphql: object = {}, env: Record<string, string> = {}): Promise<TestApp> =>
  createTestApp({
    contentTypes: [NOTE],
    env,
    config: {
      plugins: { graphql: { enabled: true, config: graphql } },
      server: { logs: { level: 'error' } },
    },
  });

let app: TestApp;
beforeAll(async () => {
  app = await open();
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const query = '{ __typename }';

it.each<[title: string, type: string | null, body: string, status: number, message: RegExp | null]>([
  ['JSON', 'application/json', JSON.stringify({ query }), 200, null],
  ['JSON with a charset', 'application/json; charset=utf-8', JSON.stringify({ query }), 200, null],
  ['an empty object', 'application/json', '{}', 400, /^POST body missing/],
  ['a list', 'application/json', `[${JSON.stringify({ query })}]`, 400, /^Operation batching disabled/],
  ['no query', 'application/json', '{"variables":{}}', 400, /non-empty `query`/],
  ['a query that is no text', 'application/json', '{"query":1}', 400, /takes a text/],
  [
    'variables that are no object',
    'application/json',
    JSON.stringify({ query, variables: [1] }),
    400,
    /takes an object/,
  ],
  [
    'an unknown operation',
    'application/json',
    JSON.stringify({ query, operationName: 'X' }),
    400,
    /^Unknown operation named "X"/,
  ],
  [
    'a choice without a name',
    'application/json',
    JSON.stringify({ query: 'query A { __typename } query B { __typename }' }),
    400,
    /^Must provide operation name/,
  ],
  ['a text', 'text/plain', JSON.stringify({ query }), 400, /Cross-Site Request Forgery/],
  ['a form', 'application/x-www-form-urlencoded', 'query={__typename}', 400, /Cross-Site Request Forgery/],
])('POST of %s', async (_title, type, body, status, message) => {
  const answer = await app.agent
    .post('/graphql')
    .set('content-type', type ?? '')
    .send(body);
  expect(answer.status).toBe(status);
  if (message) expect((answer.body as { errors: { message: string }[] }).errors[0]?.message).toMatch(message);
  else expect(answer.body).toEqual({ data: { __typename: 'Query' } });
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('malformed JSON is the 400 of every other path', async () => {
  const answer = await app.agent.post('/graphql').set(JSON_TYPE).send('{');
  expect([answer.status, (answer.body as { error: { status: number } }).error.status]).toEqual([400, 400]);
});

it.each<[title: string, path: string, headers: Record<string, string>, status: number]>([
  ['a query with a preflight header', '?query={__typename}', { 'apollo-require-preflight': 'true' }, 200],
  ['a query without one', '?query={__typename}', {}, 400],
  ['a mutation', '?query=mutation{__typename}', { 'apollo-require-preflight': 'true' }, 405],
  [
    'variables that are no JSON',
    '?query={__typename}&variables=x',
    { 'apollo-require-preflight': 'true' },
    400,
  ],
  ['nothing', '', { 'apollo-require-preflight': 'true' }, 400],
])('GET of %s', async (_title, path, headers, status) => {
  const answer = await app.agent.get(`/graphql${path}`).set(headers);
  expect(answer.status).toBe(status);
});

it('PUT is 405', async () => {
  expect((await app.agent.put('/graphql').send({ query })).status).toBe(405);
});

it('serves the landing page to browsers, from this origin alone', async () => {
  const page = await app.agent.get('/graphql').set('accept', 'text/html');
  expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe-eval|https?:/);
  const assets = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(assets).toHaveLength(5);
  for (const path of assets) {
    const asset = await app.agent.get(path);
    expect([path, asset.status]).toEqual([path, 200]);
  }
  expect((await app.agent.get('/graphql/assets/..%2Findex.js')).status).toBe(404);
});

it('opens the page for a link with a query, and answers clients that send a header', async () => {
  const link = '/graphql?query={__typename}';
  const page = await app.agent.get(link).set('accept', 'text/html,*/*');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<div id="page">')]);
  const answer = await app.agent
    .get(link)
    .set({ accept: 'text/html,*/*', 'apollo-require-preflight': 'true' });
  expect(answer.body).toEqual({ data: { __typename: 'Query' } });
});

it('the page opens with a list of the application, or says that a token is needed', async () => {
  const query = async ({ agent }: TestApp) =>
    /data-query="([^"]*)"/.exec((await agent.get('/graphql').set('accept', 'text/html')).text)?.[1];
  expect(await query(app)).toContain('notes(pagination: { limit: 5 })');
  const guarded = await createTestApp({
    contentTypes: [NOTE],
    config: { plugins: { graphql: true, 'users-permissions': true }, server: { logs: { level: 'error' } } },
  });
  expect(await query(guarded)).toContain('# No content type is readable without credentials.');
  await guarded.close();
});

it('answers graphql-response+json where a client accepts it', async () => {
  const answer = await app.agent
    .post('/graphql')
    .set('accept', 'application/graphql-response+json')
    .send({ query });
  expect(answer.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8');
});

it('quire graphql-schema prints the SDL', async () => {
  const printed: string[] = [];
  const command = app.kernel.commands.get('graphql-schema');
  const code = await command?.run({
    words: [],
    flags: {},
    print: (text) => printed.push(text),
    ask: async () => '',
  });
  expect([code, printed.join('\n')]).toEqual([
    0,
    expect.stringContaining('createNote(data: NoteInput!): Note'),
  ]);
});

describe('in production', () => {
  let closed: TestApp;
  beforeAll(async () => {
    closed = await open({}, { NODE_ENV: 'production' });
  });
  afterAll(() => closed.close());

  it('has no landing page, no introspection and no hints at names', async () => {
    expect((await closed.agent.get('/graphql').set('accept', 'text/html')).status).toBe(400);
    expect((await closed.agent.get('/graphql/assets/start.js')).status).toBe(404);
    const introspection = await closed.agent
      .post('/graphql')
      .send({ query: '{ __schema { types { name } } }' });
    expect([introspection.status, introspection.body]).toMatchObject([
      400,
      {
        errors: [
          {
            extensions: { validationErrorCode: 'INTROSPECTION_DISABLED', code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ],
      },
    ]);
    const near = await closed.agent.post('/graphql').send({ query: '{ notes { titel } }' });
    expect((near.body as { errors: { message: string }[] }).errors[0]?.message).toBe(
      'Cannot query field "titel" on type "Note".',
    );
  });
});

describe('limits', () => {
  let small: TestApp;
  beforeAll(async () => {
    small = await open({
      amountLimit: 2,
      nodeLimit: 3,
      maxRootFields: 3,
      maxCharacters: 300,
      maxTokens: 40,
      depthLimit: 3,
      maxDirectives: 2,
      errorCodePrefix: 'OWN_',
      apolloServer: { allowBatchedHttpRequests: true },
    });
    for (const title of ['a', 'b', 'c']) await small.documents('api::note.note').create({ data: { title } });
  });
  afterAll(() => small.close());

  it.each<[title: string, query: string, message: RegExp]>([
    [
      'a list that is too long',
      '{ notes(pagination: { limit: -1 }) { title } }',
      /more than 2 items, the amountLimit/,
    ],
    ['too many documents in all', '{ a: notes { title } b: notes { title } }', /nodeLimit/],
    ['too many root fields', '{ a: __typename b: __typename c: __typename d: __typename }', /maxRootFields/],
    [
      'too many root fields by a fragment',
      '{ ...F } fragment F on Query { a: __typename b: __typename c: __typename d: __typename }',
      /maxRootFields/,
    ],
    [
      'too many levels',
      '{ notes_connection { aggregate { groupBy { title { key } } } } }',
      /depth of 3 \(depthLimit\)\. Select fewer levels/,
    ],
    ['too many characters', `{ __typename } #${'x'.repeat(300)}`, /at most 300 \(maxCharacters\)\. Send/],
    [
      'too many directives',
      '{ a: __typename @skip(if: true) @include(if: true) ... @skip(if: true) { __typename } }',
      /more than 2 directives \(maxDirectives\)/,
    ],
    ['too many tokens', `{ ${'a '.repeat(60)} }`, /more than 40 tokens \(maxTokens\)\. Send/],
  ])('%s', async (_title, text, message) => {
    const { body } = await small.agent.post('/graphql').send({ query: text });
    expect((body as { errors: { message: string }[] }).errors[0]?.message).toMatch(message);
  });

  it('a page within the limits is answered', async () => {
    const { body } = await small.agent
      .post('/graphql')
      .send({ query: '{ notes(pagination: { limit: 2 }, sort: "title") { title } }' });
    expect(body).toEqual({ data: { notes: [{ title: 'a' }, { title: 'b' }] } });
  });

  it('reads a field that fails once, and answers the fields beside it', async () => {
    const { body } = await small.agent
      .post('/graphql')
      .set('x-quire-trace', 'true')
      .send({ query: '{ all: notes_connection(pagination: { limit: -1 }) { nodes { title } } __typename }' });
    expect(body).toMatchObject({
      errors: [{ path: ['all'], message: expect.stringContaining('amountLimit') }],
      data: { all: null, __typename: 'Query' },
      extensions: { trace: { fields: [{ field: 'all', statements: 1 }] } },
    });
  });

  it('a list that fails makes the data null, as its type has no null', async () => {
    const { body } = await small.agent
      .post('/graphql')
      .send({ query: '{ __typename notes(pagination: { limit: -1 }) { title } }' });
    expect(body).toMatchObject({ errors: [{ path: ['notes'] }], data: null });
    expect(Object.keys(body as object)).toEqual(['errors', 'data']);
  });

  it('one text has the limits and the fields of each of its variables', async () => {
    const query = `query ($title: String, $n: Int, $with: Boolean! = true) {
      notes(filters: { title: { ne: $title } }, pagination: { limit: $n }, sort: "title") {
        title
        documentId @skip(if: $with)
      }
    }`;
    const own = await open({ amountLimit: 2 });
    for (const title of ['a', 'b', 'c']) await own.documents('api::note.note').create({ data: { title } });
    const ask = async (variables: object) =>
      (await own.agent.post('/graphql').send({ query, variables })).body as {
        data?: { notes: readonly object[] } | null;
      };
    const titles = async (variables: object) =>
      (await ask(variables)).data?.notes.map((note) => Object.values(note)[0]).join('');
    for (let round = 0; round < 2; round++) {
      expect(await titles({ title: 'a', n: 2 })).toBe('bc');
      expect(await titles({ title: 'b', n: 2 })).toBe('ac');
      expect(await titles({ title: 'b', n: 1 })).toBe('a');
      expect(await ask({ title: 'b', n: 1, with: false })).toEqual({
        data: { notes: [{ title: 'a', documentId: expect.any(String) }] },
      });
      expect(await ask({ title: 'b', n: 'x' })).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
      expect(await ask({ title: 'b', n: -1 })).toMatchObject({ data: { notes: [{}, {}] } });
      expect(await ask({ title: 'z', n: -1 })).toMatchObject({
        errors: [{ message: expect.stringContaining('amountLimit') }],
        data: null,
      });
    }
    await own.close();
  });

  it('a code begins with errorCodePrefix', async () => {
    const { body } = await small.agent
      .post('/graphql')
      .send({ query: '{ notes(pagination: { page: 1, limit: 1 }) { title } }' });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'OWN_PAGINATION_ERROR' } }] });
  });

  it('a batch is answered in its order', async () => {
    const { body } = await small.agent.post('/graphql').send([{ query }, { query: '{ nope }' }, {}]);
    expect(body).toMatchObject([{ data: { __typename: 'Query' } }, { errors: [{}] }, { errors: [{}] }]);
  });
});

describe('attacks', () => {
  const errorOf = async (text: string, variables?: object): Promise<string | undefined> => {
    const { body } = await app.agent.post('/graphql').send({ query: text, variables });
    return (body as { errors?: { message: string }[] }).errors?.[0]?.message;
  };

  it('keeps no answer of a variable that JSON cannot hold', async () => {
    const text =
      'query($n: Int) { notes(filters: { title: { eq: "x" } }, pagination: { limit: $n }) { title } }';
    const raw = await app.agent
      .post('/graphql')
      .set('content-type', 'application/json')
      .send(`{"query":${JSON.stringify(text)},"variables":{"n":1e400}}`);
    expect(raw.status).toBe(400);
    expect(await errorOf(text, { n: null })).toBeUndefined();
  });

  it('answers 400 for a query that nests too deeply for the parser', async () => {
    const answer = await app.agent.post('/graphql').send({
      query: `{ notes(filters: { title: { eq: ${'['.repeat(4_500)}1${']'.repeat(4_500)} } }) { title } }`,
    });
    expect([answer.status, (answer.body as { errors: unknown[] }).errors]).toMatchObject([400, [{}]]);
  });

  it('counts what a fragment with an odd name selects', async () => {
    const { body } = await app.agent.post('/graphql').send({
      query:
        '{ notes_connection { ...__proto__ } } fragment __proto__ on NoteEntityResponseCollection { nodes { title } pageInfo { total } }',
    });
    expect(body).toEqual({ data: { notes_connection: { nodes: [], pageInfo: { total: 0 } } } });
  });
});
