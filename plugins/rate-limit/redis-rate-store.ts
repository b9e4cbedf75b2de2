// Counts in Redis, for all processes. Redis itself ends the windows. A command that fails counts nothing; the request is refused then.
import type { Redis } from '../../core';
import type { RateStore } from './rate-limit';

/** One step on the server: a key never stays without its end. */
const ADD =
  "local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end return {n, redis.call('PTTL', KEYS[1])}";
const GET = "return {redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])}";

export async function createRedisRateStore(redis: Redis): Promise<RateStore> {
  const prefix = `${await redis.prefix()}rate:`;
  const connection = await redis.connect();
  const run = async (script: string, key: string, ...args: readonly number[]) => {
    const [count, remaining] = (await connection.call('EVAL', script, 1, prefix + key, ...args)) as unknown[];
    return { count: Number(count ?? 0), resetAt: Date.now() + Math.max(0, Number(remaining)) };
  };
  return {
    add: (key, milliseconds) => run(ADD, key, milliseconds),
    async get(key) {
      const found = await run(GET, key);
      return found.count > 0 ? found : null;
    },
    async remove(key) {
      await connection.call('DEL', prefix + key);
    },
    close: () => connection.close(),
  };
}
