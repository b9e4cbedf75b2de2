// Reads of arriving requests on a real file, beside commits of this process and of another handle.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, ReadControl, Row, Statement, Steps } from '../database';
import { connectDatabase } from '../run/connect';
import { type Handle, openReader, openWriter } from './open-sqlite';
import { createSharedReads } from './shared-read-transaction';

const folder = mkdtempSync(path.join(tmpdir(), 'quire-turn-'));
const filename = path.join(folder, 'test.db');
const log = { info() {}, warn() {}, error() {} };
const ARRIVING: ReadControl = {
  isArriving: true,
  signal: new AbortController().signal,
  hold() {},
  hasRoomFor: () => true,
};
const COUNT: Statement = { sql: 'SELECT count(*) FROM rows', name: 'count' };
const PLACE = [{ table: 'rows', columns: [] }];

let database: Database;
let other: Handle;
beforeAll(async () => {
  database = await connectDatabase({ client: 'sqlite', filename }, { log, dir: folder });
  await database.transaction((tx) => tx.run('CREATE TABLE rows (text TEXT)'));
  other = openWriter(filename, 'normal');
});
afterAll(async () => {
  other.close();
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await database.transaction((tx) => tx.run('DELETE FROM rows'));
  // Several reads in one turn: the first read of the next turn begins the transaction.
  counted();
  counted();
  await nextTurn();
});

function* countTwice(): Steps<number[]> {
  const one = { statement: COUNT, params: [] };
  const first: Row[][] = yield [one];
  const second: Row[][] = yield [one];
  return [Number(first[0]?.[0]?.[0]), Number(second[0]?.[0]?.[0])];
}
function* count(): Steps<number> {
  const [rows = []] = yield [{ statement: COUNT, params: [] }];
  return Number(rows[0]?.[0]);
}
const counted = (control: ReadControl | null = ARRIVING) =>
  database.read(count, { single: true, control }) as number;
const addByOther = (): void => void other.prepare("INSERT INTO rows VALUES ('other')").run();
const add = () => database.transaction((tx) => tx.run("INSERT INTO rows VALUES ('own')"));

test('requests of one turn read one state; those of the next turn read the commits between', async () => {
  const first = counted();
  addByOther();
  expect([first, counted()]).toEqual([0, 0]);
  expect(database.read(countTwice, { control: ARRIVING })).toEqual([0, 0]);
  await nextTurn();
  expect(counted()).toBe(1);
});

test('a turn with one read begins no transaction', async () => {
  counted();
  await nextTurn();
  await nextTurn();
  counted();
  addByOther();
  expect(counted()).toBe(1);
});

test.each([
  ['of no request', null],
  ['of a request that has waited', { ...ARRIVING, isArriving: false }],
])('a read %s sees each earlier commit, and so do the reads after it', (_name, control) => {
  counted();
  addByOther();
  expect([counted(control), counted()]).toEqual([1, 1]);
});

test('a request sees the own commits of the process in the same turn', async () => {
  counted();
  await add();
  expect(counted()).toBe(1);
  counted();
  await database.knex('rows').insert({ text: 'knex' });
  expect(counted()).toBe(2);
});

/** Writes in a transaction that ends before the reads of the turn begin. Its COMMIT comes after them, at the end of the turn. */
async function writeBeforeReads(text: string): Promise<number> {
  const writing = database.transaction((tx) => tx.run('INSERT INTO rows VALUES (?)', [text]), {
    ambient: false,
  });
  for (let i = 0; i < 20; i++) await null;
  counted();
  counted();
  await writing;
  return counted();
}

test('a request sees a commit that came after other reads of its turn', async () => {
  expect([await writeBeforeReads('one'), await writeBeforeReads('two')]).toEqual([1, 2]);
});

test('the version of a request is never newer than the state that it reads', async () => {
  const before = database.version(PLACE);
  counted();
  addByOther();
  const version = database.version(PLACE, true);
  expect(version).not.toBe(before);
  // A total that is kept for this version must count the new row.
  expect(counted()).toBe(1);
});

test('requests of one turn get one version, all other code gets the newest', async () => {
  const first = database.version(PLACE, true);
  addByOther();
  expect(database.version(PLACE, true)).toBe(first);
  expect(database.version(PLACE)).not.toBe(first);
  await nextTurn();
  expect(database.version(PLACE, true)).not.toBe(first);
});

test('an own commit changes the version within the turn', async () => {
  const first = database.version(PLACE, true);
  await database.transaction(async (tx) => {
    await tx.run("INSERT INTO rows VALUES ('own')");
    tx.touch('rows');
  });
  expect(database.version(PLACE, true)).not.toBe(first);
});

test('a failing read leaves later reads and writes intact', async () => {
  counted();
  function* failing(): Steps<never> {
    yield [{ statement: COUNT, params: [] }];
    throw new Error('no');
  }
  expect(() => database.read(failing, { control: ARRIVING })).toThrow('no');
  await add();
  expect(counted()).toBe(1);
  await nextTurn();
  expect(database.read(countTwice, { control: ARRIVING })).toEqual([1, 1]);
});

test('SQLite can reuse its log while each turn reads and writes', async () => {
  const text = 'x'.repeat(70_000);
  for (let i = 0; i < 600; i++) {
    await writeBeforeReads(text);
    await nextTurn();
  }
  // 42 MB were written. SQLite begins the log again after 16 MB.
  expect(statSync(`${filename}-wal`).size).toBeLessThan(30_000_000);
});

test('the transaction that SQLite itself has ended is not committed', async () => {
  const reader = openReader(filename);
  const turn = createSharedReads(reader, (text) => void reader.exec(text));
  turn.join();
  turn.join();
  reader.exec('ROLLBACK');
  turn.end();
  turn.join();
  expect(reader.inTransaction).toBe(true);
  reader.close();
  await nextTurn();
});
