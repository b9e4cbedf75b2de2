// Four processes on one database count together: in the table, and in Redis.
import { createKernel, type Kernel } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { hasRedis, startTestRedis, type TestRedis } from '../../../core/testing/redis';

const LIMIT = 10;
let redis: TestRedis | null = null;
beforeAll(async () => {
  if (hasRedis()) redis = await startTestRedis();
});
afterAll(() => redis?.kill());

const config = (store: string, database?: object) => ({
  ...(database ? { database } : {}),
  server: { port: 0, redis: { url: redis?.url ?? 'redis://127.0.0.1:1' } },
  plugins: {
    'rate-limit': { config: { store } },
    'users-permissions': {
      config: { jwtSecret: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK', ratelimit: { max: LIMIT } },
    },
  },
});

const login = (kernel: Kernel): Promise<Response> =>
  fetch(`${kernel.server.url}/api/auth/local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier: 'nobody', password: 'wrong-one' }),
  });

async function withProcesses(
  store: string,
  database: ReturnType<typeof testDatabases>[number],
  work: (kernels: readonly Kernel[], app: TestApp) => Promise<void>,
): Promise<void> {
  const app = await createTestApp({ database, config: config(store) as never });
  const others: Kernel[] = [];
  try {
    for (let more = 0; more < 3; more++) {
      const kernel = await createKernel({
        dir: app.dir,
        env: { NODE_ENV: 'test' },
        overrides: config(store, app.kernel.config.database) as never,
        writeLog: () => undefined,
      });
      others.push(kernel);
      await kernel.listen();
    }
    await work([app.kernel, ...others], app);
  } finally {
    for (const kernel of others) await kernel.stop();
    await app.close();
  }
}

const cases = [
  ...testDatabases().map((database) => ['database', database] as const),
  ...(hasRedis() ? [['redis', 'sqlite'] as const] : []),
];

it.each(cases)(
  'the store "%s" on %s allows ten failed logins in all of four processes',
  async (store, database) => {
    await withProcesses(store, database, async (kernels) => {
      // All at once: no two attempts may count as one.
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, n) => login(kernels[n % 4] as Kernel)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(LIMIT).fill(400), ...Array(14).fill(429)]);
      for (const kernel of kernels) expect((await login(kernel)).status).toBe(429);
    });
  },
);

(hasRedis() ? it : it.skip)(
  'without Redis, a limited request is a 503, and the log says it once',
  async () => {
    await withProcesses('redis', 'sqlite', async ([kernel], app) => {
      await redis?.kill();
      for (let n = 0; n < 3; n++) {
        const answer = await login(kernel as Kernel);
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      }
      expect(app.logs.filter(({ store }) => store === 'redis')).toMatchObject([
        { message: 'the store of rate limits failed', store: 'redis' },
      ]);
      await redis?.restart();
      while ((await login(kernel as Kernel)).status === 503)
        await new Promise((done) => setTimeout(done, 20));
      expect((await login(kernel as Kernel)).status).toBe(400);
    });
  },
);
