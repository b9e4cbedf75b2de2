// Versions of tables in a Redis that answers late, and in one that has an old snapshot again.
import { hasRedis, startTestRedis } from '../testing/redis';
import { removeTemporary, temporary } from '../testing/temporary';
import { until } from '../testing/until';
import { createKeptValues, type KeptValues } from './kept-values';
import { createRedis, type Redis } from './redis';

const MINUTE = 60_000;
const NAME = '=name';
const TABLES = ['articles'];

const keptIn = (redis: Redis): KeptValues =>
  createKeptValues({ redis, secret: async () => 'secret', maxAge: MINUTE, observe: () => undefined });

/** Keeps `text` as the result of now, and waits until it is found. */
async function keep(values: KeptValues, text: string): Promise<void> {
  await until(async () => {
    const found = await values.find(NAME, TABLES);
    if (found?.versions) values.keep(NAME, { at: Date.now(), versions: found.versions, text });
    return found?.value?.text === text;
  });
}

/** What the first answer of Redis has. */
async function firstFound(values: KeptValues): Promise<string | null> {
  for (;;) {
    const found = await values.find(NAME, TABLES);
    if (found !== null) return found.value?.text ?? null;
    await new Promise(setImmediate);
  }
}

/** Takes each command at once. `hold` keeps the answers until `release`. */
function createLateRedis() {
  const data = new Map<string, unknown>();
  let held = Promise.resolve();
  let release = (): void => undefined;
  let ready = (): void => undefined;
  const run = (command: string, [key, ...rest]: readonly (string | number)[]): unknown => {
    if (command === 'MGET') return [key, ...rest].map((name) => data.get(String(name)) ?? null);
    if (!rest.includes('NX') || !data.has(String(key))) data.set(String(key), rest[0]);
    return 'OK';
  };
  const redis: Redis = {
    prefix: async () => 'test:',
    isUsed: true,
    async connect(onReady = () => undefined) {
      ready = onReady;
      return {
        async call(command, ...args) {
          const answer = run(command, args);
          await held;
          return answer;
        },
        close: () => undefined,
      };
    },
  };
  return {
    redis,
    hold(): void {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release(): void {
      release();
      held = Promise.resolve();
    },
    ready: () => ready(),
  };
}

describe('a Redis that answers late', () => {
  it('never gets a version twice: results of the first time stay invalid', async () => {
    const late = createLateRedis();
    const [first, second] = [keptIn(late.redis), keptIn(late.redis)];
    await first.open();
    await second.open();
    first.mark(TABLES);
    late.hold();
    expect(await first.tell()).toBe(false);
    late.release();
    await keep(second, 'old');
    second.mark(TABLES);
    expect(await second.tell()).toBe(true);
    expect(await firstFound(second)).toBeNull();
    expect(await firstFound(first)).toBeNull();
    expect(await firstFound(second)).toBeNull();
  });

  it('gives no result to a question from before the mark of a new connection', async () => {
    const late = createLateRedis();
    const values = keptIn(late.redis);
    await values.open();
    await keep(values, 'old');
    late.hold();
    const finding = values.find(NAME, TABLES);
    late.ready();
    late.release();
    expect(await finding).toBeNull();
    expect(await firstFound(values)).toBeNull();
  });
});

(hasRedis() ? describe : describe.skip)('a Redis that restarts from a snapshot', () => {
  afterAll(removeTemporary);

  it('gives none of the results that a write has ended since', async () => {
    const server = await startTestRedis(temporary());
    const redis = createRedis({ url: server.url, prefix: 'test' }, async () => 'database');
    const [first, second] = [keptIn(redis), keptIn(redis)];
    try {
      await first.open();
      await second.open();
      await keep(first, 'old');
      const connection = await redis.connect();
      await connection.call('SAVE');
      connection.close();
      first.mark(TABLES);
      await until(() => first.tell());
      expect(await firstFound(second)).toBeNull();
      await server.kill();
      await server.restart();
      expect(await Promise.all([first, second].map(firstFound))).toEqual([null, null]);
    } finally {
      await first.close();
      await second.close();
      await server.kill();
    }
  });
});
