// Two applications whose bus is a Redis server: messages, a killed server, a server that is away at the start.
import { createKernel } from '../create-kernel';
import type { Kernel } from '../kernel/app/app';
import { createTestApp, type TestApp } from '../testing/create-test-app';
import { hasRedis, startTestRedis, type TestRedis } from '../testing/redis';
import { until } from '../testing/until';
import type { JsonValue } from './bus';

const HOUR = 3_600_000;
const described = hasRedis() ? describe : describe.skip;

described('a bus through Redis', () => {
  let redis: TestRedis;
  let app: TestApp;
  let first: Kernel;
  let second: Kernel;
  let names = 0;
  const newName = (): string => `test ${++names}`;
  const lines: Record<string, unknown>[] = [];

  const startSecond = async (settings: object = {}): Promise<Kernel> => {
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test' },
      overrides: {
        database: first.config.database,
        server: { port: 0, bus: 'redis', redis: { url: redis.url, ...settings } },
      } as never,
      writeLog: (line) => lines.push(JSON.parse(line)),
    });
    await kernel.listen();
    return kernel;
  };

  beforeAll(async () => {
    redis = await startTestRedis();
    app = await createTestApp({ config: { server: { bus: 'redis', redis: { url: redis.url } } } });
    first = app.kernel;
    second = await startSecond();
  });
  afterAll(async () => {
    await second?.stop();
    await app?.close();
    await redis?.kill();
  });

  const heard = (kernel: Kernel, topic: string): JsonValue[] => {
    const messages: JsonValue[] = [];
    kernel.bus.subscribe(topic, (message) => messages.push(message));
    return messages;
  };
  const details = async (kernel: Kernel): Promise<unknown> =>
    (await fetch(`${kernel.server.url}/_ready?details=true`)).json();

  it('carries each message to each process once, in order', async () => {
    const topic = newName();
    const [own, other] = [heard(first, topic), heard(second, topic)];
    const sent = Array.from({ length: 250 }, (_, number) => ({ number, text: 'ä"' }));
    for (const message of sent) first.bus.publish(topic, message);
    expect(own).toEqual(sent);
    await until(() => other.length >= sent.length);
    second.bus.publish(topic, 'end');
    await until(() => own.length > sent.length);
    expect([own, other]).toEqual([
      [...sent, 'end'],
      [...sent, 'end'],
    ]);
    await until(() => first.bus.state.lag !== null);
    expect(await details(first)).toEqual({
      ready: true,
      bus: { kind: 'redis', down: false, lag: expect.any(Number) },
    });
  });

  it('warns of a process with other keys, and not of one with another name of the server', async () => {
    lines.length = 0;
    const named = new URL(redis.url);
    named.hostname = 'localhost';
    await (await startSecond({ url: named.href })).stop();
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
    await (await startSecond({ prefix: 'other' })).stop();
    const warned = lines.filter(({ level }) => level === 'warn');
    expect(warned.map(({ name }) => name)).toEqual(['server.redis']);
    expect(String(warned[0]?.message)).not.toContain(named.port);
  });

  it('goes on without Redis: values end with their age, and later messages still arrive', async () => {
    const topic = newName();
    const other = heard(second, topic);
    const value = second.shared.value(newName(), { maxAge: 100, load: async () => Math.random() });
    const kept = await value.read();
    let gaps = 0;
    const end = second.bus.onGap(() => {
      gaps += 1;
    });
    await redis.kill();
    await until(() => second.bus.state.down && first.bus.state.down);
    expect(await details(second)).toMatchObject({ ready: true, bus: { kind: 'redis', down: true } });
    expect((await fetch(`${second.server.url}/_ready`)).status).toBe(204);
    await until(() => value.known() === undefined);
    expect(await value.read()).not.toBe(kept);
    first.bus.publish(topic, 'while Redis is away');
    await redis.restart();
    await until(() => other.length > 0 && !second.bus.state.down);
    first.bus.publish(topic, 'later');
    await until(() => other.length > 1);
    expect(other).toEqual(['while Redis is away', 'later']);
    expect(gaps).toBeGreaterThan(0);
    end();
    const told = lines.filter(({ message }) => String(message).includes('Messages of other processes'));
    expect(told).toMatchObject([
      { level: 'warn', kind: 'redis' },
      { level: 'info', kind: 'redis' },
    ]);
  });

  it('reports a batch that is gone from the stream', async () => {
    const value = second.shared.value(newName(), { maxAge: HOUR, load: async () => 1 });
    await value.read();
    // As after a failover to a server without the last messages.
    await redis.kill();
    await until(() => second.bus.state.down);
    await redis.restart();
    await until(() => value.known() === undefined);
  });

  it('a process starts while Redis is away, says so, and hears later', async () => {
    await redis.kill();
    lines.length = 0;
    const third = await startSecond();
    try {
      expect(third.bus.state.down).toBe(true);
      expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', kind: 'redis' }));
      await redis.restart();
      await until(() => !third.bus.state.down && !first.bus.state.down);
      const topic = newName();
      const other = heard(third, topic);
      first.bus.publish(topic, 1);
      await until(() => other.length > 0);
    } finally {
      await third.stop();
    }
  });
});

it.each([
  [{ bus: 'kafka' }, /bus/],
  [
    { bus: 'redis', redis: { url: 'http://user:hidden@127.0.0.1' } },
    /redis\.url.*expected an address like redis:/s,
  ],
])('refuses %j with a sentence', async (server, message) => {
  const starting = createTestApp({ config: { server } });
  await expect(starting).rejects.toThrow(message);
  await expect(starting).rejects.not.toThrow(/hidden/);
});
