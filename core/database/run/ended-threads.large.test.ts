// SQLite: when a read is cancelled, the thread of its long statement ends. The thread delays neither later slow reads nor the end of the
// process.
import { createTestDatabase } from '../../testing/databases';
import { until } from '../../testing/until';
import type { Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
/** Takes seconds: 36 million pairs. */
const LONG = 'SELECT count(*) FROM "numbers" t0 JOIN "numbers" t1 ON t0.x <> t1.x WHERE t0.x * t1.x > 5';
const hasRoomFor = () => true;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('runs slow reads soon after two cancelled long reads, and closes during a long read', async () => {
  const created = await createTestDatabase('sqlite');
  const database = await connectDatabase(
    { ...created.config, statementTimeout: 0, slowLane: 5 },
    { log, dir: '/' },
  );
  await database.transaction(async (tx) => {
    await tx.run('CREATE TABLE numbers (x INTEGER)');
    await tx.run(
      'INSERT INTO numbers WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 6000) SELECT n FROM c',
    );
  });
  const longStatement = { sql: LONG, name: 'long' };
  function* long(): Steps<unknown> {
    const [rows] = yield [{ statement: longStatement, params: [] }];
    return rows;
  }
  function* short(): Steps<unknown> {
    const [rows] = yield [{ statement: { sql: 'SELECT 1', name: 'short' }, params: [] }];
    return rows;
  }
  // After two long runs, the database makes the statement endable.
  for (let n = 0; n < 2; n++) await database.read(long);

  const reason = new Error('no longer wanted');
  for (let n = 0; n < 2; n++) {
    // Starts the thread before the time is measured.
    expect(await database.read(short, { slow: true })).toEqual([[1]]);
    const controller = new AbortController();
    const { signal } = controller;
    setTimeout(() => controller.abort(reason), 200);
    const control = { signal, hold: () => signal.throwIfAborted(), hasRoomFor };
    await expect(database.read(long, { control })).rejects.toBe(reason);
  }
  let found: unknown = null;
  await until(async () => {
    found = await Promise.resolve(database.read(short, { slow: true })).catch(() => null);
    return found !== null;
  });
  expect(found).toEqual([[1]]);

  const running = Promise.resolve(database.read(long)).catch((error) => error);
  await pause(200);
  await database.close();
  // The read has not ended by itself.
  expect(await running).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  await created.drop();
});
