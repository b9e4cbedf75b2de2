// `request.container` from outside: one for each request, disposed of after the answer.

import { createConnection } from 'node:net';
import { createTestApp, type TestApp } from '../../../testing/create-test-app';
import type { App } from '../../app/app';
import { definePlugin } from '../../app/plugin';
import { type Container, token } from '../../registry/container';

const CART = token<{ readonly number: number; dispose(): Promise<void> }>('cart');
const USER = token<string>('user');
const later = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};
let app: TestApp;
let own: App;
let made = 0;
const disposed: number[] = [];
const seen: Container[] = [];
/** Called when a cart is disposed of. */
let onDisposal: () => void = () => undefined;
/** The handler of /waits goes on when it is resolved. */
let gate = later();
let entered = later();
/** The response is closed on the server. */
let closed = later();

beforeAll(async () => {
  const shop = definePlugin({
    name: 'shop' as string,
    register(given) {
      own = given;
      own.container.register(
        CART,
        () => {
          const number = ++made;
          const dispose = async (): Promise<void> => {
            disposed.push(number);
            onDisposal();
            if (failing) throw new Error('boom');
          };
          return { number, dispose };
        },
        'container',
      );
      own.hooks.request.authenticate((request) => {
        const name = request.header('x-user');
        if (name !== undefined) request.container.provide(USER, name);
        return undefined;
      });
      const route = { method: 'GET', action: null, summary: 'x' } as const;
      own.routes.add({
        ...route,
        path: '/cart',
        handler({ container }) {
          seen.push(container);
          return {
            json: {
              cart: container.resolve(CART).number,
              again: container.resolve(CART).number,
              user: container.has(USER) ? container.resolve(USER) : null,
              disposed: disposed.length,
            },
          };
        },
      });
      own.routes.add({ ...route, path: '/none', handler: () => ({ json: 1 }) });
      own.routes.add({
        ...route,
        path: '/waits',
        async handler({ container, koa }) {
          const { number } = container.resolve(CART);
          koa.res.once('close', closed.resolve);
          entered.resolve();
          await gate.promise;
          return { json: number };
        },
      });
    },
  });
  app = await createTestApp({
    plugins: [shop],
    config: { server: { anonymous: 'full', timeouts: { answer: 300 } } },
  });
});
let failing = false;
beforeEach(() => {
  gate = later();
  entered = later();
  closed = later();
});
afterAll(() => app.close());

/** Also work that was put off when the response closed has run. */
async function closedAndMore(): Promise<void> {
  await closed.promise;
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
}
const disposal = (): Promise<void> => new Promise((resolve) => (onDisposal = resolve));

it('each request has services of its own, disposed of after the answer', async () => {
  const before = made;
  for (const user of ['ada', 'bob']) {
    const ended = disposal();
    const { body } = await app.agent.get('/cart').set('x-user', user);
    expect(body).toEqual({
      cart: made,
      again: made,
      user,
      disposed: disposed.filter((one) => one < made).length,
    });
    await ended;
    expect(disposed.at(-1)).toBe(made);
  }
  const ended = disposal();
  expect((await app.agent.get('/cart')).body.user).toBeNull();
  await ended;
  expect(made).toBe(before + 3);
  expect(new Set(seen).size).toBe(3);
  expect(() => seen[0]?.resolve(CART)).toThrow('The container is disposed of');
});

it('a request that does not ask for its container makes none', async () => {
  const children = jest.spyOn(own.container, 'createChild');
  await app.agent.get('/none').expect(200);
  expect(children).not.toHaveBeenCalled();
  const ended = disposal();
  await app.agent.get('/cart').expect(200);
  expect(children).toHaveBeenCalledTimes(1);
  children.mockRestore();
  await ended;
});

it('a handler that goes on after a timeout keeps its services until it ends', async () => {
  await app.agent.get('/waits').expect(503);
  await closedAndMore();
  expect(disposed).not.toContain(made);
  const ended = disposal();
  gate.resolve();
  await ended;
  expect(disposed).toContain(made);
});

it('a handler whose client has gone keeps its services until it ends', async () => {
  const { port } = new URL(app.kernel.server.url);
  const client = createConnection(Number(port), '127.0.0.1');
  client.write('GET /waits HTTP/1.1\r\nHost: a\r\n\r\n');
  await entered.promise;
  client.destroy();
  await closedAndMore();
  expect(disposed).not.toContain(made);
  const ended = disposal();
  gate.resolve();
  await ended;
  expect(disposed).toContain(made);
});

it('a service that fails in dispose() is logged with its plugin and its request', async () => {
  failing = true;
  const ended = disposal();
  await app.agent.get('/cart').expect(200);
  await ended;
  failing = false;
  const found = () =>
    app.logs.find(({ message }) => message === 'a service of the request failed in dispose()');
  while (!found()) await new Promise(setImmediate);
  expect(found()).toMatchObject({
    plugin: 'shop',
    at: 'dispose() of the service "cart"',
    request: expect.any(String),
  });
});
