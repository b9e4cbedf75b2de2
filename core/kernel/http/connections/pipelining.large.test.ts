import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Next } from 'koa';
import { until } from '../../../testing/until';
import { route } from '../routes/route';
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server';
import { MOST_AHEAD } from './pipelining';

let app: TestServer;
let begun = 0;
let mostAtOnce = 0;
const clients: Socket[] = [];

const start = async (options: TestServerOptions): Promise<void> => {
  [begun, mostAtOnce] = [0, 0];
  let atOnce = 0;
  const bodyOf = (n: string, size: string) => `<${n}>${'x'.repeat(Number(size))}`;
  app = await startTestServer({
    ...options,
    routes: [
      route({
        method: 'GET',
        path: '/at-once/:n/:size',
        action: null,
        summary: '',
        handler: ({ params }) => {
          begun++;
          return { text: bodyOf(params.n ?? '', params.size ?? '') };
        },
      }),
      route({
        method: 'POST',
        path: '/later/:n/:size',
        action: null,
        summary: '',
        body: 'json',
        handler: async ({ params }, { body }) => {
          begun++;
          mostAtOnce = Math.max(mostAtOnce, ++atOnce);
          // The first are ready last.
          await wait(params.n === '1001' ? 500 : 20 - (Number(params.n) % 20));
          atOnce--;
          return { text: bodyOf(`${params.n} ${JSON.stringify(body).length}`, params.size ?? '') };
        },
      }),
    ],
  });
};
afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  await app.close();
});

/** Reads nothing until `resume()`. */
const client = (): Socket => {
  const socket = connect(app.server.address?.port ?? 0, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  clients.push(socket);
  return socket;
};

/** Waits for the end of the connection; returns the text before the body of each answer. */
const readAll = (socket: Socket): Promise<string[]> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => void chunks.push(chunk));
    socket.on('close', () =>
      resolve(
        [
          ...Buffer.concat(chunks)
            .toString('latin1')
            .matchAll(/<(.*?)>/g),
        ].map(([, mark]) => mark ?? ''),
      ),
    );
    socket.resume();
  });

const get = (n: number, size: number, last = false) =>
  `GET /at-once/${n}/${size} HTTP/1.1\r\nHost: x\r\n${last ? 'Connection: close\r\n' : ''}\r\n`;
const post = (n: number, body: string, last = false) =>
  `POST /later/${n}/9 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${
    last ? 'Connection: close\r\n' : ''
  }\r\n${body}`;
const numbers = (length: number) => Array.from({ length }, (_, n) => n);

const ways: [string, TestServerOptions][] = [
  ['directly', {}],
  [
    'through koa',
    { entries: [{ resolve: './pass' }], own: { './pass': () => (_ctx: Context, next: Next) => next() } },
  ],
];

describe.each(ways)('many requests of one connection, %s', (_way, options) => {
  it('are begun only as answers are taken, then all are answered in order', async () => {
    await start(options);
    const socket = client();
    socket.write(
      numbers(400)
        .map((n) => get(n, 200_000, n === 399))
        .join(''),
    );
    await wait(400);
    // The buffers at both ends of the connection have room for some requests.
    expect(begun).toBeLessThan(150);
    expect(await readAll(socket)).toEqual(numbers(400).map(String));
  });

  it('are not read on and on while they wait', async () => {
    await start(options);
    let taken: Socket | undefined;
    app.server.node.once('connection', (socket) => {
      taken = socket;
    });
    const bytes = post(1, '{}').repeat(100_000);
    client().write(bytes);
    await until(() => (taken?.bytesRead ?? 0) > 0);
    await wait(400);
    expect(taken?.bytesRead).toBeLessThan(bytes.length / 4);
  });

  it('are answered in order where the later ones are ready first, with their bodies, so many at once', async () => {
    await start(options);
    const socket = client();
    const size = (n: number) => (n % 50 === 49 ? 300_000 : n);
    const bodies = numbers(200).map((n) => JSON.stringify(['y'.repeat(size(n))]));
    socket.write(bodies.map((body, n) => post(n, body, n === 199)).join(''));
    expect(await readAll(socket)).toEqual(bodies.map((body, n) => `${n} ${body.length}`));
    expect(mostAtOnce).toBeGreaterThan(MOST_AHEAD / 2);
    expect(mostAtOnce).toBeLessThanOrEqual(MOST_AHEAD + 1);
  });

  it('leave the connection usable', async () => {
    await start(options);
    const socket = client();
    const answers = readAll(socket);
    for (const round of numbers(3)) {
      socket.write(
        numbers(100)
          .map((n) => get(n, 10, round === 2 && n === 99))
          .join(''),
      );
      await wait(150);
    }
    expect(await answers).toEqual(numbers(3).flatMap(() => numbers(100).map(String)));
  });

  it('end with a client that leaves; others are served', async () => {
    await start(options);
    const socket = client();
    const posts = numbers(300).map((n) => post(1000 + n, '{}'));
    socket.write(posts.join(''));
    // The first is answered, the second takes long.
    await until(() => begun > MOST_AHEAD);
    socket.resetAndDestroy();
    await wait(700);
    expect(begun).toBe(MOST_AHEAD + 1);
    expect((await app.get('/_health')).status).toBe(204);
  });
});
