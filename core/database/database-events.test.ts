// What the database reports, on each database.
import { type AppEvent, createEvents, type Events } from '../kernel/observe/events';
import { createTestDatabase, testDatabases } from '../testing/databases';
import type { Database, Row, Steps } from './database';
import { connectDatabase } from './run/connect';

const log = { info() {}, warn() {}, error() {} };

const NAMES = [
  'database.connection',
  'database.read',
  'database.retry',
  'database.statements',
  'database.transaction',
] as const;
type Name = (typeof NAMES)[number];

describe.each(testDatabases())('on %s', (client) => {
  let database: Database;
  let events: Events;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const created = await createTestDatabase(client);
    drop = created.drop;
    events = createEvents(log);
    database = await connectDatabase(created.config, { log, events, dir: '/' });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  function* one(): Steps<Row[][]> {
    return yield [{ statement: { sql: 'SELECT 1', name: 'one' }, params: [] }];
  }

  async function observed(work: () => Promise<unknown>): Promise<AppEvent<Name>[]> {
    const all: AppEvent<Name>[] = [];
    const end = events.observe(NAMES, (event) => all.push(event));
    await work();
    end();
    return all;
  }
  const named = <N extends Name>(all: AppEvent<Name>[], name: N): AppEvent<N>[] =>
    all.filter(({ event }) => event === name) as unknown as AppEvent<N>[];

  it('reports a read with its time and its statement', async () => {
    const all = await observed(async () => database.read(one));
    const [read, ...others] = named(all, 'database.read');
    expect(others).toEqual([]);
    expect(read?.milliseconds).toBeGreaterThan(0);
    expect(read?.statement()?.sql).toBe('SELECT 1');
    expect(named(all, 'database.statements')).toEqual([{ event: 'database.statements', count: 1 }]);
    expect(named(all, 'database.connection')).toHaveLength(client === 'sqlite' ? 0 : 1);
  });

  it('reports a transaction once, with its attempts, its connections and the reason of a retry', async () => {
    const { code, errno } = { code: client === 'postgres' ? '40P01' : 'SQLITE_BUSY', errno: 1213 };
    const deadlock = Object.assign(new Error('deadlock'), { code, ...(client === 'mysql' ? { errno } : {}) });
    const all = await observed(() =>
      database.transaction(async (tx) => {
        await tx.all('SELECT 1');
        if (tx.attempt === 1) throw deadlock;
      }),
    );
    expect(named(all, 'database.retry')).toEqual([{ event: 'database.retry', attempt: 1, error: deadlock }]);
    expect(named(all, 'database.transaction')).toEqual([
      {
        event: 'database.transaction',
        milliseconds: expect.any(Number),
        attempts: 2,
        isCommitted: true,
        isLimited: true,
      },
    ]);
    expect(named(all, 'database.connection').map(({ isRefused }) => isRefused)).toEqual([false, false]);
  });

  it('reports a transaction that fails', async () => {
    const failing = () =>
      database
        .transaction(() => Promise.reject(new Error('no')), { timeout: 0 })
        .catch((error: unknown) => error);
    const [ended] = named(await observed(failing), 'database.transaction');
    expect(ended).toMatchObject({ attempts: 1, isCommitted: false, isLimited: false });
  });

  it('knows its connections', async () => {
    const before = database.stats().pool;
    await database.transaction(async (tx) => {
      await tx.all('SELECT 1');
      const { open, idle, waiting } = database.stats().pool;
      expect(open).toBeGreaterThan(0);
      expect([open - idle, waiting]).toEqual([1, 0]);
    });
    expect(before.open - before.idle).toBe(0);
    expect(database.stats().pool.waiting).toBe(0);
  });
});
