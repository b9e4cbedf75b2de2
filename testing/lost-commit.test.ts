// The connection to a database server is lost during a COMMIT: the server has stored the write, and Quire cannot know that.
import net, { type AddressInfo } from 'node:net';
import { createTestDatabase, testDatabases } from '../core/testing/databases';
import { createTestApp, type TestApp } from './create-test-app';

const NOTE = 'api::note.note';

interface Cutter {
  readonly port: number;
  /** Cuts the connection of the next COMMIT: `before` the server receives it, or after the server has answered it. */
  cut(when: 'before' | 'after'): void;
  close(): void;
}

/** Stands between Quire and the server. */
async function createCutter(to: { readonly host: string; readonly port: number }): Promise<Cutter> {
  let next: 'before' | 'after' | null = null;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(to.port, to.host);
    let isCut = false;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (chunk) => {
      if (next === null || !chunk.includes('COMMIT')) return upstream.write(chunk);
      const when = next;
      next = null;
      if (when === 'before') return end();
      isCut = true;
      return upstream.write(chunk);
    });
    upstream.on('data', (chunk) => (isCut ? end() : client.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: (when) => {
      next = when;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const servers = testDatabases().filter((name) => name !== 'sqlite');

(servers.length > 0 ? describe.each(servers) : describe.skip.each(['a server']))('%s', (name) => {
  const client = name === 'mysql' ? 'mysql' : 'postgres';
  let app: TestApp;
  let cutter: Cutter;

  beforeAll(async () => {
    const { config, drop } = await createTestDatabase(client);
    await drop();
    if (config.client === 'sqlite') throw new Error('needs a server');
    cutter = await createCutter({ host: config.host ?? '127.0.0.1', port: config.port ?? 0 });
    app = await createTestApp({
      database: client,
      contentTypes: [
        { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'string' } } },
      ],
      config: { database: { host: '127.0.0.1', port: cutter.port } },
    });
  });
  afterAll(async () => {
    await app.close();
    cutter.close();
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a COMMIT cut %s the server runs it has an unknown outcome', async (when, stored) => {
    const before = await app.documents(NOTE).count();
    cutter.cut(when);
    const answer = await fetch(`${app.url}/api/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { text: 'a' } }),
    });
    const { error } = (await answer.json()) as { error: { name: string; details: unknown } };
    expect([answer.status, error.name, error.details]).toEqual([
      503,
      'OutcomeUnknownError',
      { outcome: 'unknown' },
    ]);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await app.documents(NOTE).count()).toBe(before + stored);
  });
});
