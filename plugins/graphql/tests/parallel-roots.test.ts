// On servers, the root fields of one query are read at the same time: a lock on both tables makes two statements wait together.
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const type = (name: string) => ({
  info: { singularName: name, pluralName: `${name}s` },
  attributes: { title: { type: 'string' as const } },
});
const LOCKS = {
  postgres: {
    lock: 'LOCK TABLE notes, tags IN ACCESS EXCLUSIVE MODE',
    unlock: 'SELECT 1',
    waiting:
      'SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database WHERE NOT granted AND datname = current_database()',
  },
  mysql: {
    lock: 'LOCK TABLES notes WRITE, tags WRITE',
    unlock: 'UNLOCK TABLES',
    waiting:
      "SELECT count(*) FROM information_schema.processlist WHERE db = database() AND state LIKE 'Waiting for table%'",
  },
};
const LONGEST = 20_000;

const servers = testDatabases().filter((database) => database !== 'sqlite');
(servers.length > 0 ? describe.each(servers) : describe.skip.each(['a server'] as never[]))(
  'on %s',
  (database) => {
    let app: TestApp;
    beforeAll(async () => {
      app = await createTestApp({
        database,
        contentTypes: [type('note'), type('tag')],
        config: {
          server: { anonymous: 'full', logs: { level: 'silent' } },
          plugins: { graphql: true },
        },
      });
    });
    afterAll(() => app.close());

    it('reads two root fields at the same time', async () => {
      const { lock, unlock, waiting } = LOCKS[database];
      const ask = () => app.agent.post('/graphql').send({ query: '{ notes { title } tags { title } }' });
      await ask();
      const { knex } = app.kernel.database;
      const holder = await knex.transaction();
      const answer = holder.raw(lock).then(() => ask().then(({ body }) => body));
      let most = 0;
      try {
        for (const end = Date.now() + LONGEST; most < 2 && Date.now() < end; ) {
          const [rows] = [await holder.raw(waiting)].map((found) => found.rows ?? found[0]);
          most = Math.max(most, Number(Object.values(rows[0])[0]));
        }
      } finally {
        await holder.raw(unlock);
        await holder.commit();
      }
      expect(most).toBe(2);
      expect(await answer).toEqual({ data: { notes: [], tags: [] } });
    });
  },
);
