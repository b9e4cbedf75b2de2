// The time limit of an operation. The client gets 503, the database ends the statement, and later mutations do not begin.
import { type AnyPlugin, definePlugin } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { until } from '../../../core/testing/until';
import { EXTENSION } from '../index';

const NOTE = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { title: { type: 'string' } },
};
const LIMIT = 300;

let finish: () => void = () => undefined;
const waiting = definePlugin({
  name: 'waiting',
  dependencies: ['graphql'],
  register(app) {
    const waits = () => new Promise<string>((resolve) => (finish = () => resolve('done')));
    app.container.resolve(EXTENSION).use({
      typeDefs: 'extend type Query { waits: String } extend type Mutation { waits: String }',
      resolvers: {
        Query: { waits },
        Mutation: { waits: () => new Promise((resolve) => setTimeout(() => resolve('done'), 2 * LIMIT)) },
      },
    });
  },
});

const open = (database: 'sqlite' | 'mysql' | 'postgres'): Promise<TestApp> =>
  createTestApp({
    database,
    contentTypes: [NOTE],
    plugins: [waiting as AnyPlugin],
    config: {
      plugins: { graphql: { config: { timeout: LIMIT } } },
      server: { anonymous: 'full', logs: { level: 'silent' } },
    },
  });

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open(database);
  });
  afterAll(() => app.close());
  const ask = (query: string) => app.agent.post('/graphql').send({ query });
  const TIMEOUT = {
    message: expect.stringContaining('longer than 300 ms'),
    extensions: { code: 'STRAPI_SERVICE_UNAVAILABLE_ERROR' },
  };

  it('answers 503 for a query whose resolver does not end', async () => {
    const answer = await ask('{ waits notes { title } }');
    finish();
    expect([answer.status, answer.body]).toMatchObject([503, { errors: [TIMEOUT] }]);
    expect((await ask('{ notes { title } }')).body).toEqual({ data: { notes: [] } });
  });

  it('ends a mutation that has begun, and begins no other', async () => {
    const { status, body } = await ask('mutation { waits createNote(data: { title: "late" }) { title } }');
    expect([status, body]).toMatchObject([
      200,
      { data: { waits: 'done', createNote: null }, errors: [{ path: ['createNote'], ...TIMEOUT }] },
    ]);
    expect(await app.documents('api::note.note').count()).toBe(0);
  });

  if (database === 'sqlite') return;

  const LOCK = { mysql: 'LOCK TABLES notes WRITE', postgres: 'LOCK TABLE notes IN ACCESS EXCLUSIVE MODE' };
  const UNDER_WAY = {
    mysql:
      "SELECT count(*) AS n FROM information_schema.processlist WHERE db = database() AND info LIKE '%notes%' AND info NOT LIKE '%processlist%'",
    postgres:
      "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%notes%' AND pid <> pg_backend_pid()",
  };

  it.each([
    ['a list', '{ notes { title } }'],
    [
      'lists of one operation',
      '{ notes { title } more: notes_connection { nodes { title } pageInfo { total } } }',
    ],
    ['one document', '{ note(documentId: "a1b2c3d4e5f6g7h8i9j0k1l2") { title } }'],
    ['figures', '{ notes_connection { aggregate { count } } }'],
  ])('the database ends the statements of %s', async (_title, query) => {
    const { knex } = app.kernel.database;
    const underWay = async (): Promise<number> => {
      const found: unknown = await knex.raw(UNDER_WAY[database]);
      return Number(/"n":"?(\d+)/.exec(JSON.stringify(found))?.[1]);
    };
    await knex.transaction(async (trx) => {
      await trx.raw(LOCK[database]);
      const answered = ask(query);
      const answer = await answered;
      expect([answer.status, answer.body]).toMatchObject([503, { errors: [TIMEOUT] }]);
      await until(async () => (await underWay()) === 0);
      if (database === 'mysql') await trx.raw('UNLOCK TABLES');
    });
    expect((await ask('{ notes { title } }')).body).toEqual({ data: { notes: [] } });
  });
});
