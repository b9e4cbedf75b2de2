// A snapshot outlives an answer that is an error. Half of the pool is for snapshots.
import { coreErrors } from '../../errors/core-errors';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
const SESSION = {
  sqlite: 'SELECT 1',
  mysql: 'SELECT CONNECTION_ID()',
  postgres: 'SELECT pg_backend_pid()',
};

describe.each(testDatabases())('on %s', (client) => {
  const withPool = async (
    max: number,
    work: (database: Awaited<ReturnType<typeof connectDatabase>>) => unknown,
  ) => {
    const created = await createTestDatabase(client);
    const database = await connectDatabase({ ...created.config, pool: { min: 0, max } }, { log, dir: '/' });
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
  const costly = coreErrors.QUERY_TOO_COSTLY('x', 'rows', 1);
  function* failing(): Steps<never> {
    yield* session();
    throw costly;
  }

  it('goes on after an answer that is an error, and keeps its connection', () =>
    withPool(2, async (database) => {
      const snapshot = await database.snapshot?.();
      const used = await snapshot?.read(session());
      await expect(snapshot?.read(failing())).rejects.toBe(costly);
      expect(await snapshot?.read(session())).toEqual(used);
      expect(database.snapshot?.()).toBeNull();
      snapshot?.close();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await database.read(session)).toEqual(used);
      const next = await database.snapshot?.();
      expect(await next?.read(session())).toEqual(used);
      next?.close();
    }));

  it('is not offered by a pool of one connection', () =>
    withPool(1, (database) => expect(database.snapshot).toBeNull()));
});
