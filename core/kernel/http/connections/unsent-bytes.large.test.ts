import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Next } from 'koa';
import { until, untilAnswered } from '../../../testing/until';
import { route } from '../routes/route';
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server';

const SIZE = 6_000_000;
const PART = 1_000_000;
let app: TestServer;
let begun = 0;
let held = 0;
let reason: unknown;
const clients: Socket[] = [];

const start = async (options: TestServerOptions): Promise<void> => {
  begun = 0;
  app = await startTestServer({
    ...options,
    routes: [
      ...(['GET', 'POST'] as const).map((method) =>
        route({
          method,
          path: '/big/:size',
          action: null,
          summary: '',
          handler: async ({ params }) => {
            begun++;
            return { text: JSON.stringify('x'.repeat(Number(params.size))) };
          },
        }),
      ),
      // A read by POST whose rows arrive in parts.
      route({
        method: 'POST',
        path: '/parts',
        action: null,
        summary: '',
        handler: async (request) => {
          request.isRead = true;
          request.readText = () => 'parts';
          request.hold(0);
          begun++;
          for (held = 0; held < SIZE; held += PART) {
            await wait(1);
            request.hold(PART);
          }
          return { text: JSON.stringify('x'.repeat(SIZE)) };
        },
      }),
      route({
        method: 'GET',
        path: '/same',
        action: null,
        summary: '',
        handler: async (request) =>
          request.header('if-none-match') === '"tag"'
            ? { status: 304 }
            : { text: JSON.stringify('x'.repeat(SIZE)), headers: { ETag: '"tag"' } },
      }),
      route({
        method: 'GET',
        path: '/waits',
        action: null,
        summary: '',
        handler: ({ signal }) =>
          new Promise((_resolve, reject) => {
            begun++;
            signal.addEventListener('abort', () => {
              reason = signal.reason;
              reject(reason);
            });
          }),
      }),
    ],
  });
};
afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  await app.close();
});

const ask = (socket: Socket, requests: number, method = 'GET', size = SIZE): boolean =>
  socket.write(`${method} /big/${size} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests));

/** A client that sends requests and reads nothing. */
const stalled = async (method = 'GET', size = SIZE): Promise<Socket> => {
  const socket = connect(app.server.address?.port ?? 0, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  clients.push(socket);
  ask(socket, 1, method, size);
  await untilAnswered(socket);
  return socket;
};
/** Whether the server answers this request now. */
const answers = async (path: string, method = 'GET'): Promise<boolean> =>
  (await app.send(method, path)).status === 200;
const openConnections = (): Promise<number> =>
  new Promise((resolve) => app.server.node.getConnections((_error, count) => resolve(count)));

const ways: [string, TestServerOptions][] = [
  ['directly', {}],
  [
    'through koa',
    { entries: [{ resolve: './pass' }], own: { './pass': () => (_ctx: Context, next: Next) => next() } },
  ],
];

describe.each(ways)('clients that read nothing, %s', (_way, options) => {
  it('are dropped after timeouts.send', async () => {
    await start({ ...options, timeouts: { send: 300 } });
    await stalled();
    await until(async () => (await openConnections()) === 0);
    expect((await app.get(`/big/${SIZE}`)).status).toBe(200);
  });

  it('are not dropped while they read, however slowly', async () => {
    // The client reads for longer than this time. Each of its pauses is much shorter, also on a busy machine.
    const patience = 2_500;
    await start({ ...options, timeouts: { send: patience } });
    // Too much for the buffers of the operating system.
    const size = 4 * SIZE;
    const socket = await stalled('GET', size);
    const since = performance.now();
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), performance.now() - since > patience ? 0 : 40);
    });
    socket.resume();
    await until(() => bytes > size || socket.destroyed);
    expect(bytes).toBeGreaterThan(size);
    expect(performance.now() - since).toBeGreaterThan(patience);
  });

  it('cost others a 503 with Retry-After once all hold more than buffers.total', async () => {
    await start({ ...options, buffers: { total: 2 * SIZE } });
    for (let i = 0; i < 3; i++) await stalled();
    const refused = await app.get(`/big/${SIZE}`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect((await app.get('/big/9')).status).toBe(200);
    await stalled('POST');
    expect((await app.get('/big/9')).status).toBe(503);
    expect((await app.get('/_health')).status).toBe(204);
    for (const socket of clients.splice(0)) socket.destroy();
    await until(() => answers(`/big/${SIZE}`));
  });

  it('hinder no writes, unless they asked for writes', async () => {
    await start({ ...options, buffers: { total: SIZE } });
    await stalled();
    expect((await app.get('/big/9')).status).toBe(503);
    expect((await app.send('POST', '/big/9')).status).toBe(200);
    await stalled('POST');
    const refused = await app.send('POST', '/big/9');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    for (const socket of clients.splice(0)) socket.destroy();
    await until(() => answers('/big/9', 'POST'));
  });

  it('cost no work for the same request until there is room again', async () => {
    await start({ ...options, buffers: { total: 2 * SIZE + 1_000 } });
    for (let i = 0; i < 2; i++) await stalled();
    begun = 0;
    const path = `/big/${SIZE}`;
    for (let i = 0; i < 3; i++) expect((await app.get(path)).status).toBe(503);
    expect(begun).toBe(1);
    // Another caller may get a shorter answer.
    expect((await app.get(path, { authorization: 'Bearer x' })).status).toBe(503);
    expect(begun).toBe(2);
    for (const socket of clients.splice(0)) socket.destroy();
    await until(() => answers(path));
  });

  it('cost a read by POST no more work than it has room for', async () => {
    await start({ ...options, buffers: { total: 2 * SIZE } });
    expect((await app.send('POST', '/parts')).status).toBe(200);
    await stalled();
    expect((await app.send('POST', '/parts')).status).toBe(503);
    // The last megabyte has no room.
    expect([begun, held]).toEqual([3, SIZE - PART]);
    expect((await app.send('POST', '/parts')).status).toBe(503);
    expect(begun).toBe(3);
    // The bytes of the refused reads are free again.
    expect((await app.get(`/big/${SIZE - 2 * PART}`)).status).toBe(200);
  });

  it('do not hinder a 304', async () => {
    await start({ ...options, buffers: { total: SIZE } });
    await stalled();
    expect((await app.get('/same')).status).toBe(503);
    expect((await app.get('/same', { 'if-none-match': '"tag"' })).status).toBe(304);
    expect((await app.get('/same', { 'if-none-match': '"other"' })).status).toBe(503);
  });

  it('leave one line of the log for many refused requests', async () => {
    await start({ ...options, buffers: { total: SIZE } });
    await stalled();
    app.lines.length = 0;
    for (let i = 0; i < 5; i++) expect((await app.get(`/big/${SIZE + i}`)).status).toBe(503);
    const said = () => app.lines.filter(({ level }) => level === 'warn' || level === 'error');
    expect(said()).toMatchObject([
      { level: 'warn', requests: 1, reason: expect.stringContaining('buffers') },
    ]);
    await app.server.close({ force: true });
    expect(said()).toMatchObject([{ requests: 1 }, { level: 'warn', requests: 4 }]);
    expect(JSON.stringify(said())).not.toContain('stack');
  });

  it('that close the connection end the work of their request', async () => {
    await start(options);
    const socket = connect(app.server.address?.port ?? 0, '127.0.0.1');
    socket.write('GET /waits HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => begun > 0);
    socket.destroy();
    reason = undefined;
    await until(() => reason !== undefined);
    expect(reason).toMatchObject({ code: 'REQUEST_CLOSED' });
    await wait(20);
    expect(app.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('get no further pipelined answer while they hold more than buffers.connection', async () => {
    await start({ ...options, buffers: { connection: 1_000_000 } });
    const socket = await stalled();
    ask(socket, 9);
    await wait(150);
    expect(begun).toBe(1);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await until(() => bytes >= 10 * SIZE);
    expect(begun).toBe(10);
  });
});
