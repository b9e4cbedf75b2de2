// A replica that is silent or busy, and a primary that has become a replica: reads get their answers all the same.
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../core/testing/create-test-app';
import { withDatabase } from '../servers/connections';
import { type PostgresPair, startPostgresPair } from '../servers/standby';
import { hasPostgresPrograms, withStatement } from './testing-replicas';

const typeOf = (singularName: string, pluralName: string) => ({
  info: { singularName, pluralName },
  attributes: { number: { type: 'integer' } },
});
const described = hasPostgresPrograms() ? describe : describe.skip;

/** Stands before a server. Silent, it takes connections and bytes, and passes nothing. */
interface Way {
  readonly port: number;
  /** Resolves when bytes have come that were not passed. */
  isHolding(): Promise<void>;
  pass(goesOn: boolean): void;
  close(): Promise<void>;
}

function openWay(to: number): Promise<Way> {
  const ends = new Set<Socket>();
  let passes = true;
  let holds = (): void => undefined;
  const server: Server = createServer((near) => {
    const far = dial(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => {
        if (passes) into.write(bytes);
        else holds();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        ends.delete(from);
        into.destroy();
      });
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve({
        port,
        isHolding: () =>
          new Promise((held) => {
            holds = held;
          }),
        pass(goesOn) {
          passes = goesOn;
          // Bytes are missing from the former ones.
          if (goesOn) for (const end of ends) end.destroy();
        },
        close() {
          for (const end of ends) end.destroy();
          return new Promise((closed) => server.close(() => closed()));
        },
      });
    });
  });
}

described('a weak replica', () => {
  let pair: PostgresPair;
  let way: Way;
  let app: TestApp | null = null;
  let reads: (string | null)[] = [];

  const open = async (pool: object = {}, more: object = {}): Promise<TestApp> => {
    const opened = await createTestApp({
      contentTypes: [typeOf('thing', 'things'), typeOf('other', 'others')] as never,
      config: {
        database: {
          ...pair.primary.config,
          replicaWait: 2_000,
          ...more,
          replicas: [{ host: '127.0.0.1', port: way.port, ...pool }],
        },
        plugins: { rest: true, 'draft-and-publish': false },
      } as never,
    });
    app = opened;
    opened.kernel.events.observe('database.replica.read', ({ address }) => reads.push(address));
    await untilStatus('used');
    reads = [];
    return opened;
  };
  const get = async (path: string): Promise<number> => (await fetch(`${app?.url}/api${path}`)).status;
  const status = () => app?.kernel.database.replicas[0]?.status;
  const untilStatus = async (wanted: string): Promise<void> => {
    while (status() !== wanted) await get('/things');
  };
  const many = (path: string): Promise<number[]> =>
    Promise.all(Array.from({ length: 40 }, (_, number) => get(`${path}?filters[number]=${number}`)));

  beforeAll(async () => {
    pair = await startPostgresPair(tmpdir());
    await withStatement(pair.primary.config, "ALTER SYSTEM SET synchronous_standby_names = ''");
    await withStatement(pair.primary.config, 'SELECT pg_reload_conf()');
    way = await openWay(Number(pair.standby.config.port));
  });
  afterEach(async () => {
    way.pass(true);
    await app?.close();
    app = null;
  });
  afterAll(async () => {
    await way?.close();
    await pair?.remove();
  });

  it('is left out when it is silent, and its reads run on the primary', async () => {
    // On a busy machine, forty reads may wait longer for ten connections.
    await open({}, { poolWait: 60_000 });
    way.pass(false);
    expect(new Set(await many('/things'))).toEqual(new Set([200]));
    await untilStatus('away');
    expect(new Set(await many('/things'))).toEqual(new Set([200]));
    way.pass(true);
    await untilStatus('used');
  });

  it('does not hold up the end of the process when it is silent', async () => {
    const { close } = await open();
    way.pass(false);
    const held = way.isHolding();
    const ended = Promise.allSettled([many('/things')]);
    await held;
    await close();
    app = null;
    await ended;
    way.pass(true);
  });

  it('answers every read while its connections are opened', async () => {
    // On a busy machine, a connection may take longer than the usual time.
    await open({ pool: { max: 20 } }, { replicaWait: 60_000 });
    expect(new Set(await many('/things'))).toEqual(new Set([200]));
    expect(new Set(reads)).toEqual(new Set([`127.0.0.1:${way.port}`]));
  });

  it('stays in use when all its connections are busy, and the primary answers', async () => {
    const opened = await open({ pool: { max: 1 } });
    const lines = opened.logs.length;
    let held: Promise<number> | null = null;
    await withDatabase(pair.primary.config, async ({ knex }) => {
      await knex.transaction(async (transaction) => {
        await transaction.raw('LOCK TABLE others IN ACCESS EXCLUSIVE MODE');
        // A commit makes the replica replay the lock.
        await withStatement(pair.primary.config, 'SELECT pg_switch_wal()');
        await get('/things');
        held = get('/others');
        while (reads.length < 3) {
          expect(await get('/things')).toBe(200);
          if (reads.includes(null)) break;
        }
        expect([await get('/things'), reads.at(-1)]).toEqual([200, null]);
      });
    });
    expect(await held).toBe(200);
    expect([status(), opened.logs.slice(lines).filter(({ replica }) => replica !== undefined)]).toEqual([
      'used',
      [],
    ]);
  });

  it('answers reads without an error when the primary comes back as a replica', async () => {
    await open();
    const signal = join(pair.primary.dir, 'data', 'standby.signal');
    await pair.primary.crash();
    writeFileSync(signal, '');
    const found = new Set<number>();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) found.add(await get('/things'));
    })();
    await pair.primary.start();
    await untilStatus('wrong');
    isOver = true;
    await reading;
    expect([...found].filter((each) => each !== 200 && each !== 503)).toEqual([]);
    await pair.primary.crash();
    rmSync(signal);
    await pair.primary.start();
    await untilStatus('used');
  });
});
