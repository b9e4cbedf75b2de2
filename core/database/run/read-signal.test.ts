// A control ends a read: its statement stops, the read rejects with the reason, and later reads run. It counts rows of the slow lane.
import { connect, createServer } from 'node:net';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import type { Database, ReadControl, Row, Steps } from '../database';
import { connectDatabase } from './connect';

const log = { info() {}, warn() {}, error() {} };
/** Longer than the signal waits. SQLite cannot end a statement, so its thread goes on: this one ends by itself after seconds. */
const LONG = {
  sqlite:
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000000) SELECT count(*) FROM c',
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
  const hasRoomFor = () => true;
  const controlOf = (signal: AbortSignal) => ({ signal, hold: () => signal.throwIfAborted(), hasRoomFor });
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
    expect(await read(SESSION[client], new AbortController().signal)).toEqual(before);
  });

  it('keeps the connection of a read that was refused, or failed on its way', async () => {
    const before = await read(SESSION[client], new AbortController().signal);
    const { signal } = new AbortController();
    for (let asked = 1; asked < 5; asked++) {
      let left = asked;
      const hold = (): void => {
        if (left-- === 0) throw reason;
      };
      const refused = Promise.resolve().then(() =>
        database.read(() => steps('SELECT 1'), { control: { signal, hold, hasRoomFor } }),
      );
      await refused.catch((error) => expect(error).toBe(reason));
    }
    function* failing(): Steps<never> {
      yield [{ statement: { sql: 'SELECT 1', name: 'one' }, params: [] }];
      throw reason;
    }
    await expect(Promise.resolve(database.read(failing))).rejects.toBe(reason);
    expect(await read(SESSION[client], signal)).toEqual(before);
    // No read has left its transaction open.
    await database.transaction(async (tx) => {
      await tx.run(`CREATE TABLE IF NOT EXISTS ${MARKS} (n INT)`);
    });
  });

  it('counts rows while they arrive; where the last finds no room, one read tries and the others wait', async () => {
    let most = 1_000_000;
    let held = 0;
    const hold = (bytes: number): void => {
      if (bytes > 0 && held + bytes > most) throw reason;
      held += bytes;
    };
    const { signal } = new AbortController();
    const hasRoomFor = (bytes: number): boolean => held + bytes <= most;
    const sql = client === 'mysql' ? "SELECT REPEAT('x', ?)" : "SELECT REPEAT('x', $1::int)::text";
    const statement = { sql, name: sql };
    function* textOf(length: number): Steps<number> {
      const [rows] = yield [{ statement, params: [length] }];
      return String(rows?.[0]?.[0]).length;
    }
    const ask = (length = 4_000_000) =>
      Promise.resolve().then(() =>
        database.read(() => textOf(length), { control: { signal, hold, hasRoomFor } }),
      );
    const statements = async (work: () => Promise<unknown>): Promise<number> => {
      const before = database.stats().statements;
      await work();
      return database.stats().statements - before;
    };
    await expect(ask()).rejects.toBe(reason);
    held = 0;
    most = 20_000_000;
    expect(await ask()).toBe(4_000_000);
    // The rows, and the text that is made of them.
    expect(held).toBeGreaterThan(8_000_000);
    held = 0;
    most = 7_000_000;
    const refused = async (count: number): Promise<void> => {
      const asked = Array.from({ length: count }, () => ask());
      for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
    };
    const ofOne = await statements(() => refused(1));
    expect(await statements(() => refused(5))).toBe(ofOne);
    expect(held).toBe(0);
    // The answer to other values may be small.
    expect(await Promise.all([ask(10), ask(11), ask(12)])).toEqual([10, 11, 12]);
    expect(held).toBe(0);
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
const MARKS = 'read_signal_marks';
const SESSION = { sqlite: '', mysql: 'SELECT CONNECTION_ID()', postgres: 'SELECT pg_backend_pid()' };

/** Later connections are those of cancellations. `late`: the statement has ended by its own time limit before. */
it.each(
  testDatabases().flatMap((client) => (['failed', 'late'] as const).map((how) => [client, how] as const)),
)('on %s, closes the connection after a cancellation that %s', async (client, how) => {
  // SQLite has no connections to close.
  if (client === 'sqlite') return;
  const created = await createTestDatabase(client);
  const { host = '', port = 0 } = created.config;
  let open = true;
  const proxy = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!open && how === 'failed') return void socket.destroy();
    const server = connect(port, host).on('error', () => undefined);
    server.pipe(socket);
    setTimeout(() => socket.pipe(server), open ? 0 : 600);
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
      statementTimeout: how === 'late' ? 300 : 0,
    },
    { log, dir: '/' },
  );
  function* steps(sql: string): Steps<unknown> {
    const [rows] = yield [{ statement: { sql, name: sql }, params: [] }];
    return rows?.[0]?.[0];
  }
  try {
    const before = await database.read(() => steps(SESSION[client]));
    open = false;
    const controller = new AbortController();
    const { signal } = controller;
    const sql = how === 'late' ? COSTLY[client] : `SELECT 1 ${SLEEP[client]}`.replace('0.2', '0.6');
    const long = database.read(() => steps(sql), {
      control: { signal, hold: () => signal.throwIfAborted(), hasRoomFor: () => true },
    });
    setTimeout(() => controller.abort(new Error('stop')), 100);
    await expect(Promise.resolve(long)).rejects.toThrow('stop');
    open = true;
    expect(await database.read(() => steps(SESSION[client]))).not.toEqual(before);
  } finally {
    await database.close();
    proxy.close();
    await created.drop();
  }
});

it.each(testDatabases())(
  'on %s, a cancellation that reaches the server before its statement is not lost',
  async (client) => {
    // On SQLite no cancellation travels.
    if (client === 'sqlite') return;
    const created = await createTestDatabase(client);
    const { host = '', port = 0 } = created.config;
    let statementWaits = false;
    let connections = 0;
    // One connection runs the statement, later ones cancel it. On MySQL the first asks for the version.
    const runs = client === 'mysql' ? 1 : 0;
    const proxy = createServer((socket) => {
      const isLate = connections++ === runs;
      let isFirst = true;
      const server = connect(port, host).on('error', () => undefined);
      socket.on('error', () => undefined).on('close', () => server.destroy());
      server.pipe(socket);
      socket.on('data', (chunk) => {
        // The login is not late.
        setTimeout(() => server.write(chunk), isLate && statementWaits && !isFirst ? 500 : 0);
        isFirst = false;
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const database = await connectDatabase(
      {
        ...created.config,
        host: '127.0.0.1',
        port: typeof address === 'object' && address ? address.port : 0,
        pool: { min: 0, max: 1 },
        statementTimeout: 0,
      },
      { log, dir: '/' },
    );
    function* steps(sql: string): Steps<unknown> {
      const [rows] = yield [{ statement: { sql, name: sql }, params: [] }];
      return rows?.[0]?.[0];
    }
    try {
      statementWaits = true;
      const controller = new AbortController();
      const { signal } = controller;
      const long = database.read(() => steps(LONG[client]), {
        control: { signal, hold: () => signal.throwIfAborted(), hasRoomFor: () => true },
      });
      setTimeout(() => controller.abort(new Error('stop')), 100);
      await expect(Promise.resolve(long)).rejects.toThrow('stop');
      statementWaits = false;
      expect(await database.read(() => steps('SELECT 1'))).toBe(1);
    } finally {
      await database.close();
      proxy.close();
      await created.drop();
    }
  },
  15_000,
);

it.each(testDatabases())('on %s, a read ends when its server no longer answers', async (client) => {
  // SQLite has no server.
  if (client === 'sqlite') return;
  const created = await createTestDatabase(client);
  const { host = '', port = 0 } = created.config;
  let isLost = false;
  const proxy = createServer((socket) => {
    const server = connect(port, host).on('error', () => undefined);
    socket.on('error', () => undefined).on('close', () => server.destroy());
    socket.on('data', (chunk) => isLost || server.write(chunk));
    server.on('data', (chunk) => isLost || socket.write(chunk));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const database = await connectDatabase(
    {
      ...created.config,
      host: '127.0.0.1',
      port: typeof address === 'object' && address ? address.port : 0,
      pool: { min: 0, max: 1 },
      statementTimeout: 0,
    },
    { log, dir: '/' },
  );
  function* steps(sql: string): Steps<unknown> {
    const [rows] = yield [{ statement: { sql, name: sql }, params: [] }];
    return rows?.[0]?.[0];
  }
  try {
    expect(await database.read(() => steps('SELECT 1'))).toBe(1);
    const signal = AbortSignal.timeout(200);
    setTimeout(() => {
      isLost = true;
    }, 100);
    const long = database.read(() => steps(LONG[client]), {
      control: { signal, hold: () => signal.throwIfAborted(), hasRoomFor: () => true },
    });
    await expect(Promise.resolve(long)).rejects.toThrow('timeout');
    isLost = false;
    expect(await database.read(() => steps('SELECT 1'))).toBe(1);
  } finally {
    await database.close();
    proxy.close();
    await created.drop();
  }
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
    return { batches, control: { signal: new AbortController().signal, hold, hasRoomFor: () => true } };
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
