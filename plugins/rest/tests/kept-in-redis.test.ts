// `cache.store: 'redis'` of config/api: results that processes share, and a Redis that is away, full, slow or poisoned.
import type { Redis as Client } from 'ioredis';
import { definePlugin, type Kernel, limitRows } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { hasRedis, startTestRedis, type TestRedis } from '../../../core/testing/redis';
import { until } from '../../../core/testing/until';

const TYPES = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: { title: { type: 'string' }, team: { type: 'string' } },
  },
] as const;
const HOUR = 3_600_000;

/** Counts where results came from. The header `x-team` limits the rows. */
function counting() {
  const seen: string[] = [];
  const plugin = definePlugin({
    name: 'counting',
    register(app) {
      app.events.observe('query.answer', ({ from }) => seen.push(from));
      app.hooks.request.visibility((visibility, request) => {
        const team = request.header('x-team');
        return team === undefined ? visibility : limitRows(visibility, { team }, () => ({ team }));
      });
    },
  });
  return { seen, plugin };
}

const onServers = testDatabases().filter((name) => name !== 'sqlite');
// Without the program of Redis these tests are skipped.
const described =
  onServers.length > 0 && hasRedis() ? describe.each(onServers) : describe.skip.each(['a server']);

described('results in Redis, with %s', (database) => {
  const [first, second] = [counting(), counting()];
  let redis: TestRedis;
  let client: Client;
  let app: TestApp;
  let other: Kernel;
  let id: string;

  const titlesOf = async (url: string, headers: Record<string, string>): Promise<string[]> => {
    const response = await fetch(`${url}/api/articles?sort=title`, { headers });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { title: string }[] };
    return data.map(({ title }) => title);
  };
  const here = (headers: Record<string, string> = {}) => titlesOf(app.url, headers);
  const there = (headers: Record<string, string> = {}) => titlesOf(other.server.url, headers);
  /** The memory of the other process is empty. */
  const thereFromRedis = (headers: Record<string, string> = {}): Promise<string[]> => {
    other.database.wroteElsewhere(null);
    return there(headers);
  };
  const rename = async (title: string): Promise<void> => {
    await app.agent.put(`/api/articles/${id}`).send({ data: { title } }).expect(200);
  };
  const lines = (text: string): number =>
    app.logs.filter(({ message }) => String(message).includes(text)).length;
  const state = async (): Promise<{ down: boolean }> =>
    ((await (await fetch(`${app.url}/_ready?details=true`)).json()) as { cache: { down: boolean } }).cache;
  const kept = (): Promise<string[]> => client.keys('*:cache:=*');
  /** Redis has the result of a list that no process has in memory. On a busy machine, a question to it may take too long. */
  const keepInRedis = async (): Promise<void> => {
    await until(async () => {
      await client.del(...(await kept()), 'none');
      await rename('a');
      await here();
      return (await kept()).length > 0;
    });
  };

  beforeAll(async () => {
    redis = await startTestRedis();
    client = new (require('ioredis') as typeof import('ioredis')).Redis(redis.url);
    client.on('error', () => undefined);
    app = await createTestApp({
      contentTypes: TYPES,
      plugins: [first.plugin],
      database: database as 'mysql',
      config: {
        plugins: { rest: true },
        server: { redis: { url: redis.url } },
        api: { cache: { bytes: 1_000_000, maxAge: HOUR, store: 'redis' } },
      },
    });
    other = await app.startSecond({ plugins: [second.plugin] });
    id = (
      await app.agent
        .post('/api/articles')
        .send({ data: { title: 'a', team: 'red' } })
        .expect(201)
    ).body.data.documentId;
    await app.agent
      .post('/api/articles')
      .send({ data: { title: 'b', team: 'blue' } })
      .expect(201);
  });
  beforeEach(async () => {
    await client.config('SET', 'maxmemory', '0');
    await rename('a');
    await until(async () => (await there())[0] === 'a');
    first.seen.splice(0);
    second.seen.splice(0);
  });
  afterAll(async () => {
    client?.disconnect();
    await app?.close();
    await redis?.kill();
  });

  it('a result of one process answers the requests of the other', async () => {
    await until(async () => {
      await rename('a');
      await here();
      second.seen.splice(0);
      await there();
      return second.seen[0] === 'redis';
    });
    await until(async () => {
      await there();
      return second.seen.at(-1) === 'memory';
    });
  });

  it('callers of different visibility never share one', async () => {
    await until(async () => {
      await rename('a');
      for (const ask of [here, there]) {
        expect(await ask({ 'x-team': 'red' })).toEqual(['a']);
        expect(await ask({ 'x-team': 'blue' })).toEqual(['b']);
        expect(await ask({ 'x-team': 'gray' })).toEqual([]);
        expect(await ask()).toEqual(['a', 'b']);
      }
      return second.seen.includes('redis');
    });
  });

  it('a write of one process ends what Redis keeps', async () => {
    await keepInRedis();
    for (const title of ['x', 'a', 'x']) {
      await rename(title);
      expect(await here()).toContain(title);
      await until(async () => (await there()).includes(title));
    }
    await app.kernel.database.knex('articles').where({ title: 'x' }).update({ title: 'y' });
    expect(await here()).toEqual(['b', 'y']);
    await until(async () => (await there()).includes('y'));
  });

  it('refuses values without a signature, of another key, and of another form', async () => {
    await keepInRedis();
    const [key = ''] = await kept();
    const genuine = (await client.get(key)) ?? '';
    const changed = genuine.replace('"title":"a"', '"title":"!"');
    expect(changed).not.toBe(genuine);
    for (const [poison, from] of [
      [changed, key],
      [`${'A'.repeat(43)}${genuine.slice(43)}`, key],
      ['', key],
      ['{"data":[]}', key],
    ] as const) {
      await client.set(from, poison);
      expect(await thereFromRedis()).toEqual(['a', 'b']);
      expect(second.seen.at(-1)).toBe('database');
    }
    // The result of one visibility under the key of another one.
    await until(async () => {
      await rename('a');
      await here({ 'x-team': 'red' });
      await here({ 'x-team': 'blue' });
      return (await kept()).length > 2;
    });
    const values = await Promise.all((await kept()).map((name) => client.get(name)));
    const red = values.find((value) => value?.includes('"team":"red"') && !value.includes('"team":"blue"'));
    expect(red).toBeDefined();
    for (const name of await kept()) await client.set(name, red ?? '');
    expect(await thereFromRedis({ 'x-team': 'blue' })).toEqual(['b']);
    expect(await thereFromRedis()).toEqual(['a', 'b']);
    expect(lines('no valid signature')).toBe(1);
  });

  it('a Redis that is full keeps no result that a write has ended', async () => {
    await keepInRedis();
    await client.config('SET', 'maxmemory', '1');
    await rename('x');
    expect(await here()).toEqual(['b', 'x']);
    await until(async () => (await there()).includes('x'));
    await client.config('SET', 'maxmemory', '0');
    await until(async () => {
      await rename('a');
      second.seen.splice(0);
      await here();
      await there();
      return second.seen.includes('redis');
    });
  });

  it('requests do not wait for a Redis that is slow or away; the log says so once', async () => {
    await keepInRedis();
    const before = lines('Redis does not answer');
    for (const away of [() => client.call('CLIENT', 'PAUSE', 2_000, 'ALL'), () => redis.kill()]) {
      void Promise.resolve(away()).catch(() => undefined);
      await until(async () => {
        await rename('x');
        return lines('Redis does not answer') > before;
      });
      for (let round = 0; round < 20; round++) {
        await rename(`${round}`);
        expect(await here()).toContain(`${round}`);
      }
    }
    expect(await state()).toEqual({ kind: 'redis', down: true });
    await redis.restart();
    // Each process has a pause of its own.
    await until(async () => {
      await rename('a');
      await here();
      await there();
      return second.seen.at(-1) === 'redis' && !(await state()).down;
    });
  });

  it('a start ends all results: the database may be a restored one', async () => {
    await keepInRedis();
    const version = await client.get((await client.keys('*:cache:\\*'))[0] ?? '');
    const third = await app.startSecond({ plugins: [counting().plugin] });
    expect(await client.get((await client.keys('*:cache:\\*'))[0] ?? '')).not.toBe(version);
    await third.stop();
  });
});

describe('a wrong configuration', () => {
  it.each([
    [{ bytes: 1_000_000, store: 'redis' }, 'SQLite, which answers sooner'],
    [{ store: 'redis' }, 'so nothing is kept'],
    [{ bytes: 1_000_000, store: 'memcached' }, 'memory'],
  ])('%j stops startup', async (cache, message) => {
    await expect(createTestApp({ contentTypes: TYPES, config: { api: { cache } as never } })).rejects.toThrow(
      message,
    );
  });
});
