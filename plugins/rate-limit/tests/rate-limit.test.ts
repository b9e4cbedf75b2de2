import { addressKey, definePlugin } from '../../../core';
import { createTestApp } from '../../../core/testing';
import { createMemoryRateStore } from '../memory-rate-store';
import { accountKey, createRateLimiter, enforceRate, type RateState } from '../rate-limit';

const clock = (start = 1_000_000) => {
  let time = start;
  return {
    now: () => time,
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
};

describe('a limiter', () => {
  it('allows `limit` attempts, then none until the window ends', async () => {
    const { now, pass } = clock();
    const limiter = createRateLimiter({
      name: 'login',
      store: createMemoryRateStore({ now }),
      limit: 2,
      window: 60,
    });
    const states: RateState[] = [];
    for (let i = 0; i < 3; i++) states.push(await limiter.take('a'));
    expect(states.map(({ isOver, remaining }) => [isOver, remaining])).toEqual([
      [false, 1],
      [false, 0],
      [true, 0],
    ]);
    pass(59_999);
    expect((await limiter.take('a')).isOver).toBe(true);
    pass(1);
    expect(await limiter.take('a')).toMatchObject({ isOver: false, remaining: 1 });
  });

  it('looks without counting, and resets a key', async () => {
    const limiter = createRateLimiter({ name: 'x', store: createMemoryRateStore(), limit: 1, window: 60 });
    for (let i = 0; i < 3; i++) expect((await limiter.look('a')).isOver).toBe(false);
    await limiter.take('a');
    expect((await limiter.look('a')).isOver).toBe(true);
    expect((await limiter.look('b')).isOver).toBe(false);
    await limiter.forget('a');
    expect((await limiter.look('a')).isOver).toBe(false);
  });

  it('shares a store with others, but no counts', async () => {
    const store = createMemoryRateStore();
    const one = createRateLimiter({ name: 'one', store, limit: 1, window: 60 });
    const two = createRateLimiter({ name: 'two', store, limit: 1, window: 60 });
    await one.take('a');
    expect((await two.take('a')).isOver).toBe(false);
  });
});

describe('the store in memory', () => {
  it('holds at most `most` keys, and keeps the one under attack', () => {
    const store = createMemoryRateStore({ most: 50 });
    for (let i = 0; i < 5; i++) store.add('victim', 60_000);
    for (let i = 0; i < 5000; i++) store.add(`flood ${i}`, 60_000);
    expect(store.size).toBe(50);
    expect(store.get('victim')).toMatchObject({ count: 5 });
  });

  it('removes ended windows first', () => {
    const { now, pass } = clock();
    const store = createMemoryRateStore({ most: 2, now });
    store.add('old', 10);
    store.add('young', 60_000);
    pass(11);
    store.add('new', 60_000);
    expect([store.get('old'), store.get('young'), store.get('new')]).toMatchObject([
      null,
      { count: 1 },
      { count: 1 },
    ]);
  });
});

describe('keys', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of the address %s is %s', (address, key) => expect(addressKey(address)).toBe(key));

  it('are equal for all spellings of an account, and of one length', () => {
    expect(accountKey(' ANN@Example.com ')).toBe(accountKey('ann@example.com'));
    expect(accountKey('ａnn@example.com')).toBe(accountKey('ann@example.com'));
    expect(accountKey('ann')).not.toBe(accountKey('bob'));
    expect(accountKey('x'.repeat(100_000))).toHaveLength(43);
  });
});

it('sets the headers on every answer, and answers 429 over the limit', async () => {
  const limiter = createRateLimiter({ name: 'login', store: createMemoryRateStore(), limit: 2, window: 60 });
  const app = await createTestApp({
    plugins: [
      definePlugin({
        name: 'trying',
        dependencies: ['rate-limit'],
        register: (app) =>
          app.routes.add({
            method: 'GET',
            path: '/api/try',
            action: null,
            summary: 'Tries',
            async handler(request) {
              enforceRate(request, await limiter.take(addressKey(request.ip)));
              if (request.query.fail) throw new Error('broken');
              return { json: {} };
            },
          }),
      }),
    ],
  });
  const before = Math.floor(Date.now() / 1000);
  const first = await app.agent.get('/api/try');
  const second = await app.agent.get('/api/try?fail=1');
  const third = await app.agent.get('/api/try');
  const headersOf = ({ headers }: { headers: Record<string, string> }) => [
    headers['x-ratelimit-limit'],
    headers['x-ratelimit-remaining'],
    headers['retry-after'],
  ];
  expect([first, second, third].map(({ status }) => status)).toEqual([200, 500, 429]);
  expect(headersOf(first)).toEqual(['2', '1', undefined]);
  expect(headersOf(second)).toEqual(['2', '0', undefined]);
  expect(headersOf(third).slice(0, 2)).toEqual(['2', '0']);
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(55);
  expect(Number(third.headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(before + 59);
  expect(third.body).toEqual({
    data: null,
    error: {
      status: 429,
      name: 'RateLimitError',
      message: 'Too many requests, please try again later.',
      details: {},
    },
  });
  await app.close();
});
