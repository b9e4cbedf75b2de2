// Another process migrates: the statements that this process has prepared go on working.
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database, Row, Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
const WIDER = {
  sqlite: 'ALTER TABLE a ADD COLUMN more TEXT',
  mysql: 'ALTER TABLE a MODIFY word TEXT',
  postgres: 'ALTER TABLE a ALTER COLUMN word TYPE text',
};
const BACK = {
  sqlite: 'ALTER TABLE a DROP COLUMN more',
  mysql: 'ALTER TABLE a MODIFY word VARCHAR(50)',
  postgres: 'ALTER TABLE a ALTER COLUMN word TYPE varchar(50)',
};
const SQL = 'SELECT * FROM a WHERE id = ?';

describe.each(testDatabases())('on %s', (client) => {
  const opened: Database[] = [];
  let database: Database;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    // One connection of each process: it has prepared each statement.
    const config = { ...created.config, pool: { min: 1, max: 1 } };
    for (let n = 0; n < 2; n++) opened.push(await connectDatabase(config, { log, dir: '/' }));
    [database] = opened as [Database];
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    await drop();
  });

  const inTransaction = (): Promise<readonly Row[]> => database.transaction((tx) => tx.all(SQL, [1]));
  function* steps(): Steps<Row[] | undefined> {
    const [rows] = yield [{ statement: { sql: database.dialect.finish(SQL), name: 'word' }, params: [1] }];
    return rows;
  }

  test('reads and transactions see the changed table', async () => {
    const { dialect } = database;
    const word = dialect.columnType({ kind: 'string', length: 50 });
    await database.transaction(async (tx) => {
      await tx.run(`CREATE TABLE a (id ${dialect.idColumn()}, word ${word})`);
      await tx.run('INSERT INTO a (word) VALUES (?)', ['b']);
    });
    for (let n = 0; n < 3; n++) {
      expect(await inTransaction()).toHaveLength(1);
      expect(await database.read(steps)).toHaveLength(1);
    }
    for (const read of [inTransaction, () => database.read(steps)]) {
      const other = opened[1] as Database;
      await other.transaction(async (tx) => void (await tx.run(WIDER[client])));
      expect((await read())?.[0]?.[1]).toBe('b');
      await other.transaction(async (tx) => void (await tx.run(BACK[client])));
      expect((await read())?.[0]?.[1]).toBe('b');
    }
  });
});
