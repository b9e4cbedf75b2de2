import { connect, type Socket } from 'node:net';
import { coreErrors } from '../../errors/core-errors';
import { route } from '../routes/route';
import { sendBytes, startTestServer, type TestServer, type TestServerOptions } from '../test-server';

let app: TestServer;
let releaseRequests: () => void = () => undefined;
let hasBegun: Promise<void>;
const start = async (options: TestServerOptions = {}): Promise<number> => {
  const slow = new Promise<void>((resolve) => (releaseRequests = resolve));
  let begin: () => void = () => undefined;
  hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const handler = () => {
    begin();
    return slow.then(() => ({ json: 'late' }));
  };
  const made = { action: null, summary: '' };
  app = await startTestServer({
    routes: [
      { ...made, method: 'GET', path: '/ok', handler: () => ({ json: 'ok' }) },
      route({
        ...made,
        method: 'POST',
        path: '/ok',
        body: 'json',
        handler: (_request, { body }) => ({ json: body }),
      }),
      { ...made, method: 'GET', path: '/slow', handler },
    ],
    ...options,
  });
  app.server.onUpgrade({
    path: '/live',
    protocol: 'websocket',
    take(incoming, socket) {
      if (incoming.url?.includes('refuse')) throw coreErrors.ACCESS_FORBIDDEN('not you');
      if (incoming.url?.includes('throw')) throw new Error('thrown');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    },
  });
  return app.server.address?.port ?? 0;
};
afterEach(async () => {
  releaseRequests();
  await app.close();
});

const offer = (line: string, protocol = 'websocket', more = ''): string =>
  `${line} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n`;

test.each([
  ['the registered path', offer('GET /live'), 101],
  ['a query string', offer('GET /live?a=1', 'WebSocket'), 101],
  ['another protocol', offer('GET /live', 'h2c'), 404],
  ['another method', offer('POST /live', 'websocket'), 404],
  ['a plain route', offer('GET /ok', 'h2c'), 200],
  ['an unknown path', offer('GET /none'), 404],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 404],
  ['a refusal of its handler', offer('GET /live?refuse'), 403],
])('%s: %#', async (_title, bytes, status) => {
  const text = await sendBytes(await start(), bytes);
  expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
  // Node drops what a client sends behind a declined offer, so the connection ends.
  if (status !== 101) expect(text).toContain('\r\nConnection: close\r\n');
  if (status >= 400) expect(text).toContain(`"status":${status}`);
});

test('the body of a declined offer arrives', async () => {
  const head = 'Content-Type: application/json\r\nContent-Length: 7\r\n';
  const text = await sendBytes(await start(), `${offer('POST /ok', 'h2c', head)}{"a":1}`);
  expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":1\}$/);
});

test('an offer behind an unanswered request is a request, in order', async () => {
  const port = await start();
  const text = sendBytes(port, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${offer('GET /live')}`);
  await hasBegun;
  releaseRequests();
  expect((await text).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
});

test('a declined offer has the time limit of every answer', async () => {
  const text = await sendBytes(await start({ timeouts: { answer: 50 } }), offer('GET /slow', 'h2c'));
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
});

test('shutdown waits for the answer of a declined offer, and accepts no upgrade', async () => {
  const port = await start();
  const text = sendBytes(port, offer('GET /slow', 'h2c'));
  await hasBegun;
  const live = connect(port, '127.0.0.1');
  await new Promise((resolve) => live.once('connect', resolve));
  const isClosing = new Promise((resolve) => app.server.closing.addEventListener('abort', resolve));
  const closed = app.server.close();
  await isClosing;
  let received = '';
  live.on('data', (chunk) => (received += chunk));
  live.write(offer('GET /live'));
  await new Promise((resolve) => live.once('close', resolve));
  releaseRequests();
  expect(received).toMatch(/^HTTP\/1\.1 404 /);
  expect(await text).toMatch(/^HTTP\/1\.1 200 [\s\S]*"late"$/);
  await closed;
});

test('a handler that throws ends its connection, and the log names the error', async () => {
  expect(await sendBytes(await start(), offer('GET /live?throw'))).toBe('');
  expect(app.lines).toContainEqual(
    expect.objectContaining({ message: 'an upgrade failed', path: '/live?throw' }),
  );
});

test('an error of a connection or of the port ends nothing', async () => {
  const port = await start();
  const accepted = new Promise<Socket>((resolve) => app.server.node.once('connection', resolve));
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  const socket = await accepted;
  // As during an upgrade, when node listens to no error.
  const [ofNode] = socket.listeners('error');
  socket.removeListener('error', ofNode as () => void);
  socket.destroy(new Error('reset'));
  await new Promise((resolve) => client.once('close', resolve));
  app.server.node.emit('error', new Error('accept EMFILE'));
  expect((await app.get('/ok')).status).toBe(200);
  expect(app.lines).toContainEqual(
    expect.objectContaining({ message: 'a connection could not be accepted' }),
  );
});

test('a path is registered once, and plugins add no listener to node', async () => {
  await start();
  const upgrade = { path: '/live', protocol: 'websocket', take: () => undefined };
  expect(() => app.server.onUpgrade(upgrade)).toThrow('Upgrades of /live are registered twice');
  expect(() => app.server.node.on('upgrade', () => undefined)).toThrow('server.onUpgrade');
});
