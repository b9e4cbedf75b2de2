// The trace of an operation: statements and milliseconds of each root field, for requests with the header outside of production.
import { type AnyPlugin, type ContentTypeDefinition, definePlugin } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { EXTENSION } from '../index';

const NOTE = 'api::note.note';
const TYPES: readonly ContentTypeDefinition[] = [
  {
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: {
      title: { type: 'string' },
      tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag', mappedBy: 'note' },
    },
  },
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: {
      name: { type: 'string' },
      note: { type: 'relation', relation: 'manyToOne', target: NOTE, inversedBy: 'tags' },
    },
  },
];

/** A field that reads once for each of its parents. */
const counting = definePlugin({
  name: 'counting',
  dependencies: ['graphql'],
  register(app) {
    app.container.resolve(EXTENSION).use({
      typeDefs: 'extend type Note { readers: Int } extend type Query { hello: String fails: String }',
      resolvers: {
        Note: { readers: () => app.documents(NOTE).count() },
        Query: {
          hello: () => 'world',
          fails: async () => {
            await app.documents(NOTE).count();
            throw new Error('no');
          },
        },
      },
    });
  },
});

interface Traced {
  readonly data: unknown;
  readonly extensions?: {
    readonly trace: {
      readonly milliseconds: number;
      readonly fields: readonly { field: string; statements: number; milliseconds: number }[];
    };
  };
}

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  const open = (env = {}): Promise<TestApp> =>
    createTestApp({
      database,
      env,
      contentTypes: TYPES,
      plugins: [counting as AnyPlugin],
      config: {
        plugins: { graphql: true },
        server: { anonymous: 'full', logs: { level: 'silent' } },
      },
    });
  const ask = async (query: string, headers: Record<string, string> = { 'x-quire-trace': 'true' }) =>
    (await app.agent.post('/graphql').set(headers).send({ query })).body as Traced;
  const statements = ({ extensions }: Traced) =>
    Object.fromEntries(extensions?.trace.fields.map((each) => [each.field, each.statements]) ?? []);

  beforeAll(async () => {
    app = await open();
    for (const title of ['a', 'b', 'c']) await app.documents(NOTE).create({ data: { title } });
  });
  afterAll(() => app.close());

  it('counts the statements of each root field apart', async () => {
    const query = '{ notes { title } more: notes { title tags { name } } tags { name } }';
    const counted = statements(await ask(query));
    expect(Object.keys(counted)).toEqual(['notes', 'more', 'tags']);
    expect(counted.notes).toBe(1);
    expect(counted.tags).toBe(1);
    expect(counted.more).toBeGreaterThanOrEqual(1);
    const one = await ask('{ notes(pagination: { limit: 1 }) { title } }');
    expect(one.data).toEqual({ notes: [{ title: 'a' }] });
    expect(one.extensions?.trace).toEqual({
      milliseconds: expect.any(Number),
      fields: [{ field: 'notes', statements: 1, milliseconds: expect.any(Number) }],
    });
  });

  it('counts what resolvers of the application read below a root field', async () => {
    const { data, ...rest } = await ask('{ notes { title readers } hello }');
    expect(data).toMatchObject({ notes: [{ readers: 3 }, { readers: 3 }, { readers: 3 }], hello: 'world' });
    expect(statements({ data, ...rest })).toEqual({ notes: 4, hello: 0 });
  });

  it('counts mutations and fields that fail', async () => {
    const mutation = await ask('mutation { a: createNote(data: { title: "d" }) { documentId } }');
    expect(statements(mutation).a).toBeGreaterThan(1);
    expect(statements(await ask('{ fails }'))).toEqual({ fails: 1 });
  });

  it('is absent unless a request asks, and in production', async () => {
    expect(await ask('{ notes(pagination: { limit: 1 }) { title } }', {})).toEqual({
      data: { notes: [{ title: 'a' }] },
    });
    const production = await open({ NODE_ENV: 'production' });
    const { body } = await production.agent
      .post('/graphql')
      .set('x-quire-trace', 'true')
      .send({ query: '{ notes { title readers } }' });
    expect(body).toEqual({ data: { notes: [] } });
    await production.close();
  });
});
