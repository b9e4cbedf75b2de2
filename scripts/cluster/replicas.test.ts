// Reads on a standby of PostgreSQL, and on a replica of MariaDB: two processes, one primary, one replica.
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '../../core/database/config-types';
import type { Kernel } from '../../core/kernel/app/app';
import { createTestApp, type TestApp } from '../../core/testing/create-test-app';
import { type MariadbPair, startMariadbPair } from '../servers/mariadb-pair';
import { startPrivateServer } from '../servers/private-server';
import { startPostgresPair } from '../servers/standby';
import { hasMariadbPrograms, hasPostgresPrograms, withStatement } from './testing-replicas';

const THING = {
  info: { singularName: 'thing', pluralName: 'things' },
  attributes: { name: { type: 'string' }, number: { type: 'integer' } },
};

const PAIRS = [
  ['postgres', hasPostgresPrograms, startFreePair],
  ['mysql', hasMariadbPrograms, startMariadbPair],
] as const;

/** Commits go on without the standby. */
async function startFreePair(folder: string) {
  const pair = await startPostgresPair(folder);
  await withStatement(pair.primary.config, "ALTER SYSTEM SET synchronous_standby_names = ''");
  await withStatement(pair.primary.config, 'SELECT pg_reload_conf()');
  return pair;
}

const started = PAIRS.filter(([, hasPrograms]) => hasPrograms());
const described = started.length > 0 ? describe.each(started) : describe.skip.each(PAIRS);

described('reads on a replica of %s', (client, _hasPrograms, startPair) => {
  let pair: Omit<MariadbPair, 'standby'> & {
    readonly standby: Pick<MariadbPair['standby'], 'config' | 'crash' | 'start' | 'replay'>;
  };
  let app: TestApp;
  let second: Kernel;
  let reads: (string | null)[] = [];

  const open = (database: object, api: object = {}) =>
    createTestApp({
      contentTypes: [THING] as never,
      config: { database, api, plugins: { rest: true, 'draft-and-publish': false } } as never,
    });
  const configOf = (replicas: readonly DatabaseOptions[], more: object = {}) => ({
    ...pair.primary.config,
    replicaWait: 2_000,
    replicas: replicas.map(({ host, port }) => ({ host, port })),
    ...more,
  });
  const send = async (kernel: Kernel, method: string, path: string, data?: object) => {
    const answer = await fetch(`${kernel.server.url}/api/things${path}`, {
      method,
      ...(data && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }),
    });
    const body = answer.status === 204 ? null : ((await answer.json()) as { data: never; meta: never });
    return { status: answer.status, body: body as never as Found };
  };
  interface Found {
    readonly data: { readonly documentId: string; readonly number: number };
    readonly meta: { readonly pagination: { readonly total: number } };
  }
  const untilStatus = async (status: string): Promise<void> => {
    while (app.kernel.database.replicas[0]?.status !== status) await send(app.kernel, 'GET', '');
  };

  beforeAll(async () => {
    pair = await startPair(tmpdir());
    app = await open(configOf([pair.standby.config]), { cache: { bytes: 1_000_000, maxAge: 60_000 } });
    second = await app.startSecond();
    for (const kernel of [app.kernel, second])
      kernel.events.observe('database.replica.read', ({ address }) => reads.push(address));
    await untilStatus('used');
  });
  afterAll(async () => {
    await app?.close();
    await pair?.remove();
  });
  beforeEach(() => {
    reads = [];
  });

  it('shows each client what it has written, through any process', async () => {
    const pairs = async (client: number): Promise<number> => {
      const { body } = await send(app.kernel, 'POST', '', { name: `client ${client}`, number: 0 });
      const { documentId } = body.data;
      let stale = 0;
      for (let number = 1; number <= 25; number += 1) {
        const [writes, shows] = number % 2 === 0 ? [app.kernel, second] : [second, app.kernel];
        await send(writes, 'PUT', `/${documentId}`, { number });
        const found = await send(shows, 'GET', `/${documentId}`);
        const listed = await send(shows, 'GET', `?filters[name]=client ${client}&filters[number]=${number}`);
        if (found.body.data.number !== number || listed.body.meta.pagination.total !== 1) stale += 1;
      }
      return stale;
    };
    const stale = await Promise.all(Array.from({ length: 8 }, (_, client) => pairs(client)));
    expect(stale).toEqual(new Array(8).fill(0));
    expect(reads.filter((address) => address !== null).length).toBeGreaterThan(100);
  });

  it('leaves a replica out while it is behind', async () => {
    await untilStatus('used');
    await pair.standby.replay(false);
    const { body } = await send(app.kernel, 'POST', '', { number: 1 });
    const { status, body: found } = await send(app.kernel, 'GET', `/${body.data.documentId}`);
    expect([status, found.data.number, app.kernel.database.replicas[0]?.status]).toEqual([200, 1, 'behind']);
    const details = await fetch(`${app.kernel.server.url}/_ready?details=true`);
    expect([details.status, await details.json()]).toMatchObject([200, { replicas: ['behind'] }]);
    await pair.standby.replay(true);
    await untilStatus('used');
    reads = [];
    await send(app.kernel, 'GET', '?filters[number]=77');
    expect(reads).toEqual([`127.0.0.1:${pair.standby.config.port}`]);
  });

  it('fails no read when a replica dies, and uses it when it is back', async () => {
    await untilStatus('used');
    const read = async (): Promise<number> => (await send(app.kernel, 'GET', '?sort=number')).status;
    const during = Array.from({ length: 40 }, read);
    await pair.standby.crash();
    const after = Array.from({ length: 40 }, read);
    expect(new Set(await Promise.all([...during, ...after]))).toEqual(new Set([200]));
    await untilStatus('away');
    const { body } = await send(app.kernel, 'POST', '', { number: 2 });
    await pair.standby.start();
    await untilStatus('used');
    expect((await send(app.kernel, 'GET', `/${body.data.documentId}`)).body.data.number).toBe(2);
    const lines = app.logs.filter(({ replica }) => replica !== undefined).map(({ message }) => message);
    expect(lines).toContain('A replica of the database does not answer; the other servers answer its reads');
  });

  it('starts without a replica that is away, and refuses one of another cluster', async () => {
    const nothing = { ...pair.standby.config, port: 1 };
    const alone = await open(configOf([nothing]));
    expect(alone.kernel.database.replicas).toEqual([{ address: '127.0.0.1:1', status: 'away' }]);
    await alone.close();
    const other = await startPrivateServer({ client, folder: tmpdir(), isDurable: false });
    try {
      // MariaDB has no name for a cluster, so Quire gives it one at its start.
      await (await open({ ...configOf([nothing]), ...other.config })).close();
      await expect(open(configOf([pair.standby.config, other.config]))).rejects.toThrow(
        `config/database → replicas[1]: 127.0.0.1:${other.config.port}: it belongs to another cluster than the server of database.host; name a replica of that server`,
      );
    } finally {
      await other.remove();
    }
    await expect(
      open({ ...configOf([pair.primary.config]), port: pair.standby.config.port }),
    ).rejects.toThrow('the server of database.host is a replica itself; name the primary in database.host');
  });

  it('runs a process that only reads on the replica alone', async () => {
    await untilStatus('used');
    const reader = await createTestApp({
      contentTypes: [THING] as never,
      config: {
        database: pair.standby.config,
        server: { readOnly: true },
        plugins: { rest: true, 'draft-and-publish': false },
      } as never,
    });
    try {
      expect((await fetch(`${reader.url}/_ready`)).status).toBe(204);
      expect((await send(reader.kernel, 'GET', '?sort=number')).status).toBe(200);
      expect((await send(reader.kernel, 'POST', '', { number: 3 })).status).toBe(503);
      expect(reader.logs.map(({ message }) => message)).toEqual(['POST /api/things failed']);
    } finally {
      await reader.close();
    }
  });

  // A primary that was restored from a former copy of its files.
  it('refuses a replica that is ahead, and leaves it out while it runs', async () => {
    await untilStatus('used');
    const data = join(pair.primary.dir, 'data');
    await pair.primary.crash();
    execFileSync('cp', ['-a', data, `${data}-former`]);
    await pair.primary.start();
    const lines = Array.from({ length: 50 }, (_, number) => ({ number, name: 'x'.repeat(200) }));
    for (const line of lines) await send(app.kernel, 'POST', '', line);
    reads = [];
    // A kept result would ask no server.
    for (let each = 100; reads.at(-1) == null; each += 1)
      await send(app.kernel, 'GET', `?filters[number]=${each}`);
    await pair.primary.crash();
    execFileSync('rm', ['-rf', data]);
    execFileSync('mv', [`${data}-former`, data]);
    await pair.primary.start();
    await untilStatus('wrong');
    await expect(open(configOf([pair.standby.config]))).rejects.toThrow(
      'it is ahead of the server of database.host, which has lost commits; make the replica again from that server',
    );
  });
});

it('refuses replicas of SQLite', async () => {
  const replicas = [{ host: '127.0.0.1' }];
  await expect(
    createTestApp({ contentTypes: [THING] as never, config: { database: { replicas } } as never }),
  ).rejects.toThrow(
    'config/database → replicas: works with PostgreSQL and MariaDB, not with SQLite; remove the key',
  );
});
