// A signal ends a read: its statement stops, the read rejects with the signal's reason, and later reads run.
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database, Row, Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
/** Longer than the signal waits. SQLite cannot end a statement, so its thread goes on: this one ends by itself after seconds. */
const LONG = {
  sqlite:
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 15000000) SELECT count(*) FROM c',
  mysql: 'SELECT SLEEP(600)',
  postgres: 'SELECT pg_sleep(600)',
};

describe.each(
  testDatabases().flatMap((client) => [true, false].map((snapshot) => [client, snapshot] as const)),
)('on %s, snapshots: %s', (client, readSnapshot) => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    const config = { ...created.config, readSnapshot, statementTimeout: 0, pool: { min: 0, max: 1 } };
    database = await connectDatabase(config, { log, dir: '/' });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  function* steps(sql: string): Steps<Row[][]> {
    return yield [{ statement: { sql, name: sql }, params: [] }];
  }
  const read = (sql: string, signal: AbortSignal) =>
    Promise.resolve().then(() => database.read(() => steps(sql), { slow: sql === LONG[client], signal }));
  const reason = new Error('no longer wanted');

  it('stops a statement under way', async () => {
    const controller = new AbortController();
    const long = read(LONG[client], controller.signal);
    setTimeout(() => controller.abort(reason), 100);
    await expect(long).rejects.toBe(reason);
    // The pool has one connection: it was closed, and not returned with a cancelled statement.
    for (let n = 0; n < 5; n++) expect(await read('SELECT 1', new AbortController().signal)).toEqual([[[1]]]);
  });

  it('does not begin after its signal', async () => {
    await expect(read('SELECT 1', AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('ends a read that waits for a connection', async () => {
    const controller = new AbortController();
    const both = [read(LONG[client], controller.signal), read(LONG[client], controller.signal)];
    setTimeout(() => controller.abort(reason), 100);
    for (const one of both) await expect(one).rejects.toBe(reason);
    expect(await read('SELECT 1', new AbortController().signal)).toEqual([[[1]]]);
  });
});
