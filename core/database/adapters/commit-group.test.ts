// A group of transactions on a real file. A second handle shows what is committed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { createCommitGroup } from './commit-group';
import { openReader, openWriter } from './open-sqlite';

const folder = mkdtempSync(path.join(tmpdir(), 'quire-group-'));
const file = path.join(folder, 'test.db');
const writer = openWriter(file, 'normal');
writer.exec('CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)');
const reader = openReader(file);
afterAll(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

let texts: string[] = [];
const exec = (text: string): void => {
  texts.push(text);
  writer.exec(text);
};
const group = createCommitGroup(writer, exec, async () => exec('BEGIN IMMEDIATE'));
const insert = (n: number, text = '') =>
  writer.prepare('INSERT INTO rows (n, text) VALUES (?, ?)').run(n, text);
const stored = (): number[] =>
  reader.prepare<unknown[], number>('SELECT n FROM rows ORDER BY n').pluck().all();
const commits = (): number => texts.filter((text) => text === 'COMMIT').length;

beforeEach(() => {
  writer.exec('DELETE FROM rows');
  texts = [];
});

/** Begins, inserts the row and commits. The result fulfils with what is stored at the moment of the acknowledgement. */
async function write(n: number): Promise<{ readonly done: Promise<number[]> }> {
  const transaction = await group.begin();
  insert(n);
  return { done: transaction.commit().then(stored) };
}

test('one COMMIT for a turn, and no acknowledgement before it', async () => {
  const writes = [await write(1), await write(2), await write(3)];
  expect(stored()).toEqual([]);
  expect(commits()).toBe(0);
  expect(await Promise.all(writes.map(({ done }) => done))).toEqual(Array(3).fill([1, 2, 3]));
  expect(commits()).toBe(1);
  expect(writer.inTransaction).toBe(false);
});

test('a transaction that is rolled back takes no other with it', async () => {
  const first = await write(1);
  const second = await group.begin();
  insert(2);
  second.rollback();
  const third = await write(3);
  expect(await first.done).toEqual([1, 3]);
  expect(await third.done).toEqual([1, 3]);
});

test('the first transaction is rolled back', async () => {
  const first = await group.begin();
  insert(1);
  first.rollback();
  expect(writer.inTransaction).toBe(false);
  expect(await (await write(2)).done).toEqual([2]);
});

test.each(['commit', 'rollback'] as const)(
  'a turn ends while a transaction is active: its %s ends the group',
  async (end) => {
    const { done } = await write(1);
    const late = await group.begin();
    insert(2);
    await turn();
    await turn();
    expect(stored()).toEqual([]);
    const ended = late[end]();
    expect(stored()).toEqual(end === 'commit' ? [1, 2] : [1]);
    expect(await done).toEqual(stored());
    await ended;
    // The next group has a whole turn again.
    const next = await write(3);
    expect(stored()).not.toContain(3);
    await next.done;
  },
);

test('a group has a limit', async () => {
  const writes = [];
  for (let n = 1; n <= 32; n++) writes.push(await write(n));
  expect(stored()).toHaveLength(32);
  await Promise.all(writes.map(({ done }) => done));
});

test('a clock of a test does not hold back a commit', async () => {
  jest.useFakeTimers();
  try {
    expect(await (await write(1)).done).toEqual([1]);
  } finally {
    jest.useRealTimers();
  }
});

test('other users of the handle end the group', async () => {
  const { done } = await write(1);
  group.end();
  expect(stored()).toEqual([1]);
  expect(writer.inTransaction).toBe(false);
  await done;
  group.end();
  expect(commits()).toBe(1);
});

test('a full disk in one transaction: all of the group fail, and nothing is stored', async () => {
  const first = (await write(1)).done.catch((error) => error.code);
  const second = await group.begin();
  writer.pragma('max_page_count = 1');
  try {
    expect(() => insert(2, 'x'.repeat(100_000))).toThrow('full');
    expect(writer.inTransaction).toBe(false);
    expect(() => second.rollback()).toThrow();
  } finally {
    writer.pragma('max_page_count = 1000000');
  }
  expect(await first).toBe('SQLITE_BUSY');
  expect(stored()).toEqual([]);
  expect(await (await write(3)).done).toEqual([3]);
});

test('a full disk, and the transaction commits all the same: it fails too', async () => {
  const first = (await write(1)).done.catch((error) => error.code);
  const second = await group.begin();
  writer.pragma('max_page_count = 1');
  expect(() => insert(2, 'x'.repeat(100_000))).toThrow('full');
  writer.pragma('max_page_count = 1000000');
  expect(() => second.commit()).toThrow('no such savepoint');
  expect(() => second.rollback()).toThrow();
  expect(await first).toBe('SQLITE_BUSY');
  expect(stored()).toEqual([]);
});

test('a COMMIT that fails: all of the group get its error', async () => {
  const failing = createCommitGroup(
    writer,
    (text) => {
      if (text === 'COMMIT') throw new Error('no space');
      writer.exec(text);
    },
    async () => exec('BEGIN IMMEDIATE'),
  );
  const ends = [];
  for (const n of [1, 2]) {
    const transaction = await failing.begin();
    insert(n);
    ends.push(transaction.commit());
  }
  const results = await Promise.allSettled(ends);
  expect(results.map((result) => (result.status === 'rejected' ? result.reason.message : ''))).toEqual([
    'no space',
    'no space',
  ]);
  expect(writer.inTransaction).toBe(false);
  expect(stored()).toEqual([]);
});

test('any order of commits, rollbacks, turns and ends stores what was committed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('commit', 'commit', 'rollback', 'turn', 'late', 'end'), { maxLength: 40 }),
      async (steps) => {
        writer.exec('DELETE FROM rows');
        const wanted: number[] = [];
        const acknowledged: Promise<unknown>[] = [];
        for (const [n, step] of steps.entries()) {
          if (step === 'turn') await turn();
          else if (step === 'end') group.end();
          else {
            const transaction = await group.begin();
            insert(n);
            if (step === 'late') await turn();
            if (step === 'rollback') transaction.rollback();
            else {
              wanted.push(n);
              acknowledged.push(transaction.commit().then(() => expect(stored()).toContain(n)));
            }
          }
        }
        await Promise.all(acknowledged);
        expect(stored()).toEqual(wanted);
        expect(writer.inTransaction).toBe(false);
      },
    ),
    { numRuns: 100 },
  );
});
