// Counted statements: each work has its own, also beside others, inside transactions and after a wait.
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database, Row, Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

describe.each(testDatabases())('on %s', (client) => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    database = await connectDatabase(created.config, { log, dir: '/' });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  function* one(): Steps<Row[][]> {
    return yield [{ statement: { sql: 'SELECT 1', name: 'one' }, params: [] }];
  }

  it('counts reads and transactions of the work alone', async () => {
    const work = async (reads: number, writes: number): Promise<number> => {
      const tally = { statements: 0 };
      const result = await database.countStatements(tally, async () => {
        for (let n = 0; n < reads; n++) {
          await database.read(one);
          await pause();
        }
        await database.transaction(async (tx) => {
          for (let n = 0; n < writes; n++) await tx.all('SELECT 1');
        });
        return 'done';
      });
      expect(result).toBe('done');
      return tally.statements;
    };
    const outside = (async () => {
      for (let n = 0; n < 5; n++) {
        await database.read(one);
        await pause();
      }
    })();
    expect(await Promise.all([work(1, 2), work(3, 1), work(0, 0)])).toEqual([3, 4, 0]);
    await outside;
  });

  it('counts the statements of a work that fails', async () => {
    const tally = { statements: 0 };
    const work = database.countStatements(tally, async () => {
      await database.read(one);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(tally.statements).toBe(1);
  });
});
