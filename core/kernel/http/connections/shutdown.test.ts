import { Agent, get as httpGet } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RouteDefinition } from '../routes/route';
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server';

const LARGE = JSON.stringify('x'.repeat(30_000_000));
const routes: RouteDefinition[] = [
  { method: 'GET', path: '/fast', action: null, summary: '', handler: () => ({ json: 'fast' }) },
  {
    method: 'GET',
    path: '/slow',
    action: null,
    summary: '',
    handler: async () => {
      await wait(300);
      return { json: 'slow' };
    },
  },
  { method: 'GET', path: '/large', action: null, summary: '', handler: () => ({ text: LARGE }) },
  {
    method: 'GET',
    path: '/never',
    action: null,
    summary: '',
    handler: () => {
      hangs();
      return new Promise(() => undefined);
    },
  },
];
let hangs: () => void = () => undefined;
/** A request without an answer, after it has reached its handler. */
const hang = async (port: number): Promise<{ readonly cut: Promise<string> }> => {
  const reached = new Promise<void>((resolve) => {
    hangs = resolve;
  });
  const cut = ask(port, '/never', new Agent()).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  await reached;
  return { cut };
};
/** Longer than a test may take: a test that waits for it fails. */
const TOO_LONG = 60_000;
/** Begins to close with a drain of TOO_LONG, which ends with `endDrain`. */
const closeWithDrain = ({ server }: TestServer) => {
  const timers = jest.spyOn(global, 'setTimeout');
  const closed = server.close();
  const drain = timers.mock.calls.findIndex(([, milliseconds]) => milliseconds === TOO_LONG);
  const [end] = timers.mock.calls[drain] ?? [() => undefined];
  const timer = timers.mock.results[drain]?.value;
  timers.mockRestore();
  const endDrain = (): void => {
    clearTimeout(timer);
    end();
  };
  return { closed, endDrain };
};
const start = async (options: TestServerOptions = {}) => {
  const app = await startTestServer({ routes, ...options });
  return { app, port: app.server.address?.port ?? 0 };
};
const ask = (port: number, path: string, agent: Agent) =>
  new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    httpGet({ port, host: '127.0.0.1', path, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      );
      response.on('error', reject);
    }).on('error', reject);
  });

test('under load no request is lost: each is answered whole, or its connection was never taken', async () => {
  const { app, port } = await start({ shutdown: { drain: TOO_LONG, deadline: 2 * TOO_LONG, idle: 1_500 } });
  const faults: string[] = [];
  let answered = 0;
  let afterClose = 0;
  let stopped = false;
  let counted: () => void = () => undefined;
  const client = async (path: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopped) {
      try {
        const isLate = app.server.isClosing;
        const { status, connection } = await ask(port, path, agent);
        if (status !== 200) faults.push(String(status));
        answered++;
        if (isLate) {
          afterClose++;
          if (connection !== 'close') faults.push('kept alive while closing');
        }
        counted();
      } catch (error) {
        const { code = String(error) } = error as { code?: string };
        if (code !== 'ECONNREFUSED') faults.push(code);
        break;
      }
    }
    agent.destroy();
  };
  const clients = [
    ...Array.from({ length: 20 }, () => client('/fast')),
    ...Array.from({ length: 20 }, () => client('/slow')),
  ];
  const ended = Promise.all(clients);
  /** Ends too when no client is left. */
  const until = async (isEnough: () => boolean): Promise<void> => {
    const enough = new Promise<void>((resolve) => {
      counted = () => isEnough() && resolve();
    });
    await Promise.race([enough, ended]);
  };
  await until(() => answered > 40);
  const { closed, endDrain } = closeWithDrain(app);
  await until(() => afterClose > 20);
  endDrain();
  await closed;
  stopped = true;
  await ended;
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(40);
  expect(afterClose).toBeGreaterThan(20);
});

test('while it closes readiness says no, health says yes, and new connections are still served', async () => {
  const { app } = await start({ shutdown: { drain: TOO_LONG, deadline: 2 * TOO_LONG, idle: 50 } });
  const { closed, endDrain } = closeWithDrain(app);
  const ready = await app.get('/_ready');
  expect([ready.status, ready.headers.connection]).toEqual([503, 'close']);
  expect((await app.get('/_health')).status).toBe(204);
  expect((await app.get('/fast')).status).toBe(200);
  endDrain();
  await closed;
  await expect(app.get('/fast')).rejects.toThrow('ECONNREFUSED');
});

test('a large answer to a slow client is sent whole', async () => {
  const { app, port } = await start({ shutdown: { idle: 50, deadline: TOO_LONG } });
  const socket: Socket = connect(port, '127.0.0.1');
  let read = 0;
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.on('data', (chunk) => {
    read += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('data', resolve));
  await Promise.all([app.server.close(), ended]);
  expect(read).toBeGreaterThan(LARGE.length);
});

test.each([
  ['between two requests', 'GET /fast HTTP/1.1\r\nHost: x\r\n\r\n', 'data'],
  ['before its first request', '', 'connect'],
])('a connection %s is ended, not reset', async (_title, sent, ready) => {
  const { app, port } = await start({ shutdown: { idle: 100, deadline: TOO_LONG } });
  const ends: string[] = [];
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('end', () => ends.push('end')).on('error', (error) => ends.push(error.message));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  if (sent !== '') socket.write(sent);
  await new Promise((resolve) => socket.once(ready, resolve));
  await Promise.all([app.server.close(), closed]);
  expect(ends).toEqual(['end']);
});

test('the deadline cuts what does not end', async () => {
  const { app, port } = await start({ shutdown: { deadline: 200, idle: 50 } });
  const { cut } = await hang(port);
  await app.server.close();
  expect(await cut).toMatch(/hang up|ECONNRESET/);
});

test('a second, forced close does not wait', async () => {
  const { app, port } = await start({ shutdown: { drain: TOO_LONG, deadline: 2 * TOO_LONG } });
  const { cut } = await hang(port);
  const first = app.server.close();
  await app.server.close({ force: true });
  await first;
  expect(await cut).toMatch(/hang up|ECONNRESET/);
});
