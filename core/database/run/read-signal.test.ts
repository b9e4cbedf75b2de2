// A control ends a read: its statement stops, the read rejects with the reason, and later reads run. It counts rows of the slow lane.
import { connect, createServer } from 'node:net';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database, ReadControl, Row, Steps } from '../database';
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
    Promise.resolve().then(() =>
      database.read(() => steps(sql), { slow: sql === LONG[client], control: controlOf(signal) }),
    );
  const controlOf = (signal: AbortSignal) => ({ signal, hold: () => signal.throwIfAborted() });
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

  if (client === 'sqlite') return;

  it('keeps the connection whose statement was cancelled', async () => {
    const before = await read(SESSION[client], new AbortController().signal);
    const controller = new AbortController();
    const long = read(COSTLY[client], controller.signal);
    setTimeout(() => controller.abort(reason), 100);
    await expect(long).rejects.toBe(reason);
    const after = await read(SESSION[client], new AbortController().signal);
    // A snapshot that failed is not used again.
    if (readSnapshot) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
  });

  if (!readSnapshot) return;

  it('merges the statements of a step again after a cancellation', async () => {
    const members = ['x', 'y'].map((name) => ({
      name,
      sql: `SELECT 1 ${SLEEP[client]}`,
      select: { columns: '1', width: 1, rest: SLEEP[client] },
    }));
    function* step(): Steps<Row[][]> {
      return yield members.map((statement) => ({ statement, params: [] }));
    }
    const statements = async (control: ReadControl | null): Promise<number> => {
      const before = database.stats().statements;
      await Promise.resolve(database.read(step, { control })).catch(() => undefined);
      return database.stats().statements - before;
    };
    await statements(null);
    expect(await statements(null)).toBe(1);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 100);
    await statements(controlOf(controller.signal));
    expect(await statements(null)).toBe(1);
  });
});

/** They fail when they are cancelled; SLEEP and BENCHMARK do not. */
const COSTLY = {
  sqlite: '',
  mysql: `SELECT COUNT(*) FROM ${['a', 'b', 'c', 'd', 'e'].map((name) => `information_schema.collations ${name}`)}`,
  postgres: 'SELECT pg_sleep(600)',
};
const SLEEP = {
  mysql: 'FROM (SELECT SLEEP(0.2) s) t',
  postgres: "FROM (SELECT pg_sleep(0.2)::text s) t WHERE s = ''",
};
const SESSION = { sqlite: '', mysql: 'SELECT CONNECTION_ID()', postgres: 'SELECT pg_backend_pid()' };

for (const client of testDatabases().filter((each) => each !== 'sqlite'))
  it(`closes the connection after a cancellation that failed, on ${client}`, async () => {
    const created = await createTestDatabase(client);
    const { host = '', port = 0 } = created.config;
    // Later connections are refused: those of cancellations.
    let open = true;
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      if (!open) return void socket.destroy();
      const server = connect(port, host).on('error', () => undefined);
      socket.pipe(server).pipe(socket);
      socket.on('close', () => server.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const database = await connectDatabase(
      {
        ...created.config,
        host: '127.0.0.1',
        port: typeof address === 'object' && address ? address.port : 0,
        pool: { min: 0, max: 1 },
      },
      { log, dir: '/' },
    );
    function* steps(sql: string): Steps<unknown> {
      const [rows] = yield [{ statement: { sql, name: sql }, params: [] }];
      return rows?.[0]?.[0];
    }
    const before = await database.read(() => steps(SESSION[client]));
    open = false;
    const controller = new AbortController();
    const { signal } = controller;
    const long = database.read(() => steps(`SELECT 1 ${SLEEP[client]}`.replace('0.2', '0.6')), {
      control: { signal, hold: () => signal.throwIfAborted() },
    });
    setTimeout(() => controller.abort(new Error('stop')), 100);
    await expect(Promise.resolve(long)).rejects.toThrow('stop');
    open = true;
    expect(await database.read(() => steps(SESSION[client]))).not.toEqual(before);
    await database.close();
    proxy.close();
    await created.drop();
  });

test('rows of the slow lane arrive in batches, and an answer without room ends early', async () => {
  const created = await createTestDatabase('sqlite');
  const database = await connectDatabase(created.config, { log, dir: '/' });
  const rows =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100) SELECT n, replace(hex(zeroblob(25000)), '00', 'ab') FROM c";
  function* steps(): Steps<Row[]> {
    const [, found = []] = yield [
      { statement: { sql: 'SELECT 1', name: 'one' }, params: [] },
      { statement: { sql: rows, name: 'rows' }, params: [] },
    ];
    return found;
  }
  const controlFor = (most: number) => {
    const batches: number[] = [];
    const hold = (bytes: number): void => {
      if (bytes > 0) batches.push(bytes);
      if (batches.reduce((sum, size) => sum + size, 0) > most) throw new Error('no room');
    };
    return { batches, control: { signal: new AbortController().signal, hold } };
  };
  const small = controlFor(1_000_000);
  await expect(database.read(steps, { slow: true, control: small.control })).rejects.toThrow('no room');
  expect(small.batches.length).toBeLessThan(6);
  const large = controlFor(10_000_000);
  const found = await database.read(steps, { slow: true, control: large.control });
  expect(found.map(([n]) => n)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(Math.max(...large.batches)).toBeLessThan(400_000);
  await database.close();
  await created.drop();
});
