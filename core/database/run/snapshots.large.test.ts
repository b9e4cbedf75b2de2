// A snapshot outlives an answer that is an error. Half of the pool is for snapshots.
import { coreErrors } from '../../kernel/errors/core-errors';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { until } from '../../testing/until';
import type { Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
/** SQLite cannot end a statement: this one ends by itself after seconds. */
const LONG = {
  sqlite:
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000000) SELECT count(*) FROM c',
  mysql: 'SELECT SLEEP(600)',
  postgres: 'SELECT pg_sleep(600)',
};
const SESSION = {
  sqlite: 'SELECT 1',
  mysql: 'SELECT CONNECTION_ID()',
  postgres: 'SELECT pg_backend_pid()',
};

describe.each(testDatabases())('on %s', (client) => {
  const withPool = async (
    max: number,
    work: (database: Awaited<ReturnType<typeof connectDatabase>>) => unknown,
    statementTimeout = 0,
  ) => {
    const created = await createTestDatabase(client);
    const config = { ...created.config, pool: { min: 0, max }, statementTimeout };
    const database = await connectDatabase(config, { log, dir: '/' });
    try {
      await work(database);
    } finally {
      await database.close();
      await created.drop();
    }
  };
  const sql = SESSION[client];
  function* session(): Steps<unknown> {
    const [rows] = yield [{ statement: { sql, name: sql }, params: [] }];
    return rows?.[0]?.[0];
  }
  function* longSteps(): Steps<unknown> {
    const [rows] = yield [{ statement: { sql: LONG[client], name: LONG[client] }, params: [] }];
    return rows;
  }
  const costly = coreErrors.QUERY_TOO_COSTLY('x', 'rows', 1);
  function* failing(): Steps<never> {
    yield* session();
    throw costly;
  }

  it('goes on after an answer that is an error, and keeps its connection', () =>
    withPool(2, async (database) => {
      const snapshot = await database.snapshots?.open();
      const used = await snapshot?.read(session());
      await expect(snapshot?.read(failing())).rejects.toBe(costly);
      expect(await snapshot?.read(session())).toEqual(used);
      expect(database.snapshots?.open()).toBeNull();
      snapshot?.close();
      await until(() => database.snapshots?.isFree === true);
      expect(await database.read(session)).toEqual(used);
      const next = await database.snapshots?.open();
      expect(await next?.read(session())).toEqual(used);
      next?.close();
    }));

  it('ends its statement under way when it is closed, and the process goes on meanwhile', () =>
    withPool(4, async (database) => {
      const reason = new Error('gone');
      const snapshot = await database.snapshots?.open();
      await snapshot?.read(session());
      const long = snapshot?.read(longSteps());
      let turns = 0;
      const counting = setInterval(() => {
        turns += 1;
      }, 10);
      setTimeout(() => snapshot?.close(reason), 200);
      await expect(long).rejects.toBe(reason);
      clearInterval(counting);
      expect(turns).toBeGreaterThan(3);
      await expect(snapshot?.read(session())).rejects.toBe(reason);
      const next = await database.snapshots?.open();
      expect(await next?.read(session())).toBeDefined();
      next?.close();
    }));

  it('keeps to the time limit of a statement', () =>
    withPool(
      2,
      async (database) => {
        const snapshot = await database.snapshots?.open();
        const late = await snapshot?.read(longSteps()).catch((error) => error);
        snapshot?.close();
        expect(late).toMatchObject({ code: 'REQUEST_TIMEOUT' });
      },
      200,
    ));

  // Statements of servers end when they are cancelled, and other reads of them need no thread.
  if (client === 'sqlite') {
    function* shorterSteps(): Steps<unknown> {
      const text = LONG.sqlite.replace('5000000', '3000000');
      const [rows] = yield [{ statement: { sql: text, name: text }, params: [] }];
      return rows;
    }

    it('counts until its statement has ended, and takes no thread of the slow lane', () =>
      withPool(6, async (database) => {
        const reason = new Error('gone');
        const all = await Promise.all([1, 2, 3].map(() => database.snapshots?.open()));
        // Their threads have started.
        for (const snapshot of all) expect(await snapshot?.read(session())).toBe(1);
        const closing = all.slice(1).map(async (snapshot) => {
          const long = snapshot?.read(shorterSteps());
          setTimeout(() => snapshot?.close(reason), 50);
          await expect(long).rejects.toBe(reason);
        });
        await Promise.all(closing);
        expect(database.snapshots?.open()).toBeNull();
        expect(await database.read(session, { slow: true })).toBe(1);
        for (let n = 0; n < 200 && !database.snapshots?.isFree; n++)
          await new Promise((resolve) => setTimeout(resolve, 100));
        const next = await database.snapshots?.open();
        expect(await next?.read(session())).toBe(1);
        for (const snapshot of [all[0], next]) snapshot?.close();
      }));

    it('ends with the database', () =>
      withPool(2, async (database) => {
        const snapshot = await database.snapshots?.open();
        await snapshot?.read(session());
        let end: unknown = null;
        snapshot?.read(shorterSteps()).then(
          () => {
            end = 'read';
          },
          (error) => {
            end = error;
          },
        );
        await new Promise((resolve) => setTimeout(resolve, 50));
        await database.close();
        expect(end).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
        await expect(snapshot?.read(session())).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
      }));
  }

  it('is not offered by a pool of one connection', () =>
    withPool(1, (database) => expect(database.snapshots).toBeNull()));
});
