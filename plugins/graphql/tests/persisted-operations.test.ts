// Operations by id: automatic persisted queries, and an allow-list beside which nothing runs.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestApp, type TestApp } from '../../../core/testing';

const NOTE = {
  kind: 'collectionType',
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { title: { type: 'string' } },
} as const;
const open = (graphql: object): Promise<TestApp> =>
  createTestApp({
    contentTypes: [NOTE],
    config: {
      plugins: { graphql: { enabled: true, config: graphql } },
      server: { anonymous: 'full', logs: { level: 'error' } },
    },
  });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const named = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });
const first = ({ body }: { body: unknown }) =>
  (body as { errors?: { message: string; extensions: { code: string } }[] }).errors?.[0];

describe('automatic persisted queries', () => {
  const query = 'query ($title: String) { notes(filters: { title: { eq: $title } }) { title } }';
  const id = sha256(query);
  let app: TestApp;
  beforeAll(async () => {
    app = await open({ apolloServer: { allowBatchedHttpRequests: true } });
    await app.documents('api::note.note').create({ data: { title: 'a' } });
  });
  afterAll(() => app.close());
  const post = (body: object) => app.agent.post('/graphql').send(body);

  it('asks for the text of an unknown hash, then runs the hash alone', async () => {
    const unknown = await post({ extensions: named(id) });
    expect([unknown.status, first(unknown)]).toEqual([
      200,
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    const sent = { variables: { title: 'a' }, extensions: named(id) };
    expect((await post({ ...sent, query })).body).toEqual({ data: { notes: [{ title: 'a' }] } });
    expect((await post(sent)).body).toEqual({ data: { notes: [{ title: 'a' }] } });
    expect((await post({ ...sent, variables: { title: 'b' } })).body).toEqual({ data: { notes: [] } });
    const got = await app.agent
      .get('/graphql')
      .query({ variables: '{"title":"a"}', extensions: JSON.stringify(named(id)) })
      .set('apollo-require-preflight', 'true');
    expect(got.body).toEqual({ data: { notes: [{ title: 'a' }] } });
    expect((await post([sent, { query: '{ __typename }' }])).body).toEqual([
      { data: { notes: [{ title: 'a' }] } },
      { data: { __typename: 'Query' } },
    ]);
  });

  it('keeps no text under a wrong hash, and no text that is invalid or long', async () => {
    const other = '{ notes { documentId } }';
    const wrong = await post({ query: other, extensions: named(id) });
    expect([wrong.status, first(wrong)?.message]).toEqual([400, 'provided sha does not match query']);
    for (const text of ['{ nothing }', `{ __typename } #${'x'.repeat(10_001)}`]) {
      await post({ query: text, extensions: named(sha256(text)) });
      expect(first(await post({ extensions: named(sha256(text)) }))?.message).toBe('PersistedQueryNotFound');
    }
  });

  it('a mutation by its hash needs a POST', async () => {
    const mutation = 'mutation { createNote(data: { title: "b" }) { title } }';
    const extensions = named(sha256(mutation));
    expect((await post({ query: mutation, extensions })).status).toBe(200);
    const got = await app.agent
      .get('/graphql')
      .query({ extensions: JSON.stringify(extensions) })
      .set('apollo-require-preflight', 'true');
    expect(got.status).toBe(405);
  });

  it.each<[title: string, extensions: unknown, message: RegExp]>([
    ['another version', named(id, 2), /Unsupported persisted query version/],
    ['a hash that is no text', named(7), /sha256Hash` takes a text/],
    ['no hash', { persistedQuery: { version: 1 } }, /sha256Hash` takes a text/],
    ['a text', { persistedQuery: id }, /persistedQuery` takes an object/],
    ['extensions that are a list', [], /extensions` takes an object/],
    ['extensions without an id', {}, /`persistedQuery` extension/],
  ])('refuses %s', async (_title, extensions, message) => {
    const answer = await post({ extensions });
    expect([answer.status, first(answer)?.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('is disabled by persistedQueries: false', async () => {
    const without = await open({ persistedQueries: false });
    const post = (body: object) => without.agent.post('/graphql').send(body);
    const text = '{ __typename }';
    const sent = await post({ query: text, extensions: named(sha256(text)) });
    expect(sent.body).toEqual({ data: { __typename: 'Query' } });
    const refused = await post({ extensions: named(sha256(text)) });
    expect([refused.status, first(refused)]).toEqual([
      200,
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ]);
    await without.close();
  });
});

describe('an allow-list', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-operations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  const LIST = 'query List {\n  notes { title }\n}\n';
  const data = { notes: [] };

  it('runs listed operations, by their id or as their text, and no others', async () => {
    write({
      'list.graphql': LIST,
      'pages/of.json': JSON.stringify({ short: '{ notes { documentId } }' }),
      'apollo.json': JSON.stringify({
        format: 'apollo-persisted-query-manifest',
        operations: [{ id: 'apollo-1', name: 'All', type: 'query', body: 'query All { notes { title } }' }],
      }),
      'README.md': 'not an operation',
    });
    const app = await open({ allowList: folder });
    const post = (body: object) => app.agent.post('/graphql').send(body);
    const allowed = [
      { query: LIST },
      { query: LIST.trim() },
      { extensions: named(sha256(LIST)) },
      { extensions: named(sha256(LIST.trim())) },
      { extensions: named('short') },
      { extensions: named('apollo-1') },
    ];
    for (const body of allowed) expect((await post(body)).body).toEqual({ data });
    const other = '{ notes { title documentId } }';
    const refused = [
      { query: other },
      { query: other, extensions: named('short') },
      { query: other, extensions: named(sha256(other)) },
      { query: '{ unknown' },
      { extensions: named(sha256(other)) },
      { extensions: named('__proto__') },
    ];
    for (const body of refused) {
      const answer = await post(body);
      expect([answer.status, first(answer)?.extensions.code]).toEqual([400, 'PERSISTED_QUERY_NOT_IN_LIST']);
    }
    expect((await app.agent.get('/graphql').set('accept', 'text/html')).status).toBe(400);
    await app.close();
  });

  it.each<[title: string, files: Readonly<Record<string, string>>, message: RegExp]>([
    ['an unknown field', { 'a.graphql': '{ notes { titel } }' }, /a\.graphql.*Cannot query field "titel"/],
    ['a text that is no GraphQL', { 'a.gql': '{' }, /a\.gql.*Syntax Error/],
    ['a manifest of another form', { 'a.json': '{"x":1}' }, /a\.json: expected the persisted documents/],
    ['a manifest that is no JSON', { 'a.json': '{' }, /a\.json: expected the persisted documents/],
    [
      'one id twice',
      { 'a.json': '{"x":"{ __typename }"}', 'b.json': '{"x":"{ notes { title } }"}' },
      /b\.json → x: another operation has this id/,
    ],
    ['no operation', { 'a.txt': '' }, /has no operations; add/],
  ])('stops startup for %s', async (_title, files, message) => {
    write(files);
    await expect(open({ allowList: folder })).rejects.toThrow(message);
  });

  it('stops startup when the folder does not exist', async () => {
    await expect(open({ allowList: undefined })).rejects.toMatchObject({
      mistakes: [{ message: expect.stringContaining('leave the key out') }],
    });
    await expect(open({ allowList: './nowhere' })).rejects.toThrow(
      /graphql\.allowList names the folder "\.\/nowhere", but .* cannot be read/,
    );
  });
});
