// Which requests are arriving, so that they may share reads with others of the same turn.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Next } from 'koa';
import { MOST_AHEAD } from './connections/pipelining';
import type { RequestContext } from './request/context';
import { Exchange } from './request/exchange';
import { route } from './routes/route';
import { startTestServer, type TestServer } from './test-server';

const seen: [string, boolean][] = [];
const see = (moment: string, request: RequestContext): void => {
  if (request instanceof Exchange) seen.push([moment, request.isArriving]);
};

const routes = [
  route({
    method: 'GET',
    path: '/seen/:n',
    action: null,
    summary: '',
    handler: async (request) => {
      see(`${request.params.n} at once`, request);
      for (let i = 0; i < 10; i++) await null;
      see(`${request.params.n} soon`, request);
      await wait(5);
      see(`${request.params.n} later`, request);
      return { json: 'x' };
    },
  }),
];

let app: TestServer;
beforeEach(() => {
  seen.length = 0;
});
afterEach(() => app.close());

test('a request is arriving until the turn of the event loop ends', async () => {
  app = await startTestServer({ routes });
  await app.get('/seen/1');
  expect(seen).toEqual([
    ['1 at once', true],
    ['1 soon', true],
    ['1 later', false],
  ]);
});

test('a request behind others of its connection is arriving only if it has not waited', async () => {
  app = await startTestServer({ routes });
  const socket = connect(app.server.address?.port ?? 0, '127.0.0.1');
  const count = MOST_AHEAD + 5;
  const lineOf = (n: number): string => `GET /seen/${n} HTTP/1.1\r\nHost: x\r\n`;
  const all = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? `${lineOf(count)}Connection: close\r\n\r\n` : `${lineOf(index + 1)}\r\n`,
  );
  // One write, so that all requests arrive together. The server closes the connection after the last answer: a client that ends its side
  // first is not answered.
  socket.resume().write(all.join(''));
  await new Promise((resolve) => socket.once('close', resolve));
  const atOnce = new Map(seen.filter(([moment]) => moment.endsWith('at once')));
  expect(atOnce.size).toBe(count);
  expect([atOnce.get('1 at once'), atOnce.get('5 at once')]).toEqual([true, true]);
  expect(atOnce.get(`${count} at once`)).toBe(false);
});

test('a request that passes through koa is not arriving', async () => {
  app = await startTestServer({
    routes,
    entries: [{ resolve: './pass' }],
    own: { './pass': () => (_ctx: Context, next: Next) => next() },
  });
  await app.get('/seen/1');
  expect(seen[0]).toEqual(['1 at once', false]);
});
