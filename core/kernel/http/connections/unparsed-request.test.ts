import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sendBytes, startTestServer, type TestServer, type TestServerOptions } from '../test-server';

let app: TestServer;
const start = async (options: TestServerOptions = {}): Promise<number> => {
  app = await startTestServer({
    routes: [
      { method: 'GET', path: '/ok', action: null, summary: '', handler: () => ({ json: 'ok' }) },
      {
        method: 'GET',
        path: '/slow',
        action: null,
        summary: '',
        handler: () => wait(200).then(() => ({ json: 'late' })),
      },
    ],
    ...options,
  });
  return app.server.address?.port ?? 0;
};
afterEach(() => app.close());

/** Sends the parts with a moment in between, as a client that reads nothing until all is sent. */
const sendParts = (port: number, parts: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, async () => {
      socket.pause();
      for (const part of parts) {
        socket.write(part);
        await wait(5);
      }
      socket.resume();
      socket.end();
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

test('a client that still sends a head over the limit receives the 431', async () => {
  const port = await start();
  const parts = ['GET /ok?', ...Array.from({ length: 20 }, () => 'a=1&'.repeat(1_000))];
  const text = await sendParts(port, parts);
  expect(text).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(bodyOf(text)).toEqual({
    data: null,
    error: {
      status: 431,
      name: 'RequestHeaderFieldsTooLargeError',
      message:
        'The URL and the headers are longer than 32768 bytes together; shorten the query string or send fewer headers',
      details: {},
    },
  });
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['two lengths', 'GET /ok HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['a head that never ends', 'GET /ok HTTP/1.1\r\nHost: x\r\nX-', 408],
])('%s: the answer has the shape of every error', async (_title, bytes, status) => {
  const port = await start({ timeouts: { headers: 100, request: 200 } });
  const text = await sendBytes(port, bytes);
  expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
  expect(bodyOf(text)).toMatchObject({ data: null, error: { status, message: expect.any(String) } });
});

test.each([
  ['ok', 'ok'],
  ['slow', 'late'],
])('bytes that are no HTTP do not change the answer of /%s before them', async (path, answer) => {
  const port = await start();
  const text = await sendBytes(port, `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(bodyOf(text)).toBe(answer);
});

test('a body that is no valid chunk is a 400', async () => {
  const port = await start();
  const head = 'GET /slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(await sendBytes(port, `${head}no chunk\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a client that never stops sending is cut', async () => {
  const port = await start();
  const closed = new Promise<void>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write('hello\r\n\r\n'),
    );
    const more = setInterval(() => socket.write('x'.repeat(1_000)), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(more);
      resolve();
    });
    socket.resume();
  });
  await expect(closed).resolves.toBeUndefined();
});
