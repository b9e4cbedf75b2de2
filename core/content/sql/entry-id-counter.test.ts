// Numbers for entries: never the same twice, and an outage is over when it is over.
import { createTestApp, type TestApp, testDatabases } from '../../testing';
import { createEntryIdCounter } from './entry-id-counter';

describe.each(testDatabases())('entry ids on %s', (database) => {
  let app: TestApp;
  const rename = (from: string, to: string): Promise<unknown> =>
    app.kernel.database.transaction((tx) => tx.run(`ALTER TABLE ${from} RENAME TO ${to}`));

  beforeAll(async () => {
    app = await createTestApp({ database, listen: false });
  });
  afterAll(() => app?.close());

  test('hands out each number once, to many at a time', async () => {
    const ids = createEntryIdCounter(app.kernel.database);
    const firsts = await Promise.all(Array.from({ length: 30 }, () => ids.reserve(70)));
    const numbers = firsts.flatMap((first) => Array.from({ length: 70 }, (_, index) => first + index));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('goes on after an outage that several met at once', async () => {
    const ids = createEntryIdCounter(app.kernel.database);
    await rename('quire_counters', 'counters_away');
    const outcomes = await Promise.allSettled([ids.reserve(1), ids.reserve(1), ids.reserve(1)]);
    await rename('counters_away', 'quire_counters');
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await ids.reserve(1)).toBeGreaterThan(0);
  });
});
