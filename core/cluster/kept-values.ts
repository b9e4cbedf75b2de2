// Results of reads in Redis, for all processes on one database. Each table has a version there, a random text: a process that has
// written to the table sets another one. A value counts while the tables that it was read from have the same versions.
//   quire:k3f…:cache:articles   r8Zk…
//   quire:k3f…:cache:=Qm2…      <signature> <time> <versions of its tables> <result>
import { randomBytes } from 'node:crypto';
import { createDeadlines } from '../kernel/concurrency/deadlines';
import type { Observe } from './observe';
import type { Redis, RedisConnection } from './redis';
import { openValue, type Sealed, sealValue } from './sealed-value';

export interface KeptValues {
  readonly state: { readonly kind: 'redis'; readonly down: boolean };
  /** null: Redis does not answer, or does not know all writes of this process yet. `name`: other values have other names. */
  find(name: string, tables: readonly string[]): Promise<Found | null>;
  /** Does not wait. `versions` are those of `find`, from before the read. */
  keep(name: string, value: Sealed): void;
  /** From now on, `find` gives nothing from before this write. null: to any table. */
  mark(tables: readonly string[] | null): void;
  /** Whether Redis knows all marked writes now. */
  tell(): Promise<boolean>;
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface Found {
  readonly value: Sealed | null;
  /** Of the tables. null: Redis had none, so nothing is kept for them now. */
  readonly versions: string | null;
}

export interface KeptValuesParts {
  readonly redis: Redis;
  readonly secret: () => Promise<string>;
  /** Milliseconds. */
  readonly maxAge: number;
  readonly observe: Observe;
}

/** How long a request waits for Redis. After that, it reads the database. */
const LIMIT = 50;
/** Milliseconds without a question after Redis did not answer. Then one request asks. */
const PAUSE = 1_000;
/** Between two lines in the log about refused values. */
const QUIET = 60_000;
const MOST_CHARACTERS = 1_000_000;
/** Seconds after which the version of an unused table leaves Redis. */
const DAY = 86_400;
/** In place of a table: any table. Names of tables have no such sign; values have another one. */
const ANY = '*';

export function createKeptValues({ redis, secret, maxAge, observe }: KeptValuesParts): KeptValues {
  const within = createDeadlines();
  let connection: RedisConnection | null = null;
  let prefix = '';
  let key = '';
  let isDown = false;
  let silentUntil = 0;
  let quietUntil = 0;
  /** Versions that Redis does not have yet, by table. */
  const untold = new Map<string, string>();
  let telling: Promise<boolean> | null = null;

  function setDown(down: boolean, error?: unknown): void {
    if (down === isDown) return;
    isDown = down;
    observe(down ? { event: 'cache.down', error } : { event: 'cache.up' });
  }

  /** null: no answer in time. */
  async function ask<T>(run: (redis: RedisConnection) => Promise<T>): Promise<T | null> {
    const now = performance.now();
    if (connection === null || now < silentUntil) return null;
    // While Redis is away, one request in each pause asks.
    if (isDown) silentUntil = now + PAUSE;
    try {
      const answer = await limited(run(connection));
      silentUntil = 0;
      setDown(false);
      return answer;
    } catch (error) {
      silentUntil = performance.now() + PAUSE;
      setDown(true, error);
      return null;
    }
  }

  function limited<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(`Redis did not answer within ${LIMIT} ms`));
      // If this process was busy, the answer may be there, unread.
      const end = within(LIMIT, () => setImmediate(late));
      work.then(resolve, reject).finally(end);
    });
  }

  async function send(): Promise<boolean> {
    while (untold.size > 0) {
      const batch = [...untold];
      const answer = await ask((to) =>
        Promise.all(batch.map(([table, version]) => to.call('SET', prefix + table, version, 'EX', DAY))),
      );
      if (answer === null) {
        // Redis may have taken them late. A version that is sent again could replace a newer one, and its old results would count again.
        for (const [table, version] of batch)
          if (untold.get(table) === version) untold.set(table, newVersion());
        return false;
      }
      for (const [table, version] of batch) if (untold.get(table) === version) untold.delete(table);
    }
    return true;
  }

  function tell(): Promise<boolean> {
    telling ??= send().finally(() => {
      telling = null;
    });
    return telling;
  }

  function refuse(name: string): null {
    const now = performance.now();
    if (now >= quietUntil) observe({ event: 'cache.refused', name });
    if (now >= quietUntil) quietUntil = now + QUIET;
    return null;
  }

  function mark(tables: readonly string[] | null): void {
    const version = newVersion();
    for (const table of tables ?? [ANY]) untold.set(table, version);
  }

  return {
    get state() {
      return { kind: 'redis', down: isDown } as const;
    },
    mark,
    tell,
    async find(name, tables) {
      if (untold.size > 0 && !(await tell())) return null;
      const all = [ANY, ...tables];
      const keys = all.map((table) => prefix + table);
      const answer = await ask((from) => from.call('MGET', prefix + name, ...keys));
      // The question may be older than the mark of a new connection.
      if (!Array.isArray(answer) || untold.has(ANY)) return null;
      const [text, ...versions] = answer as readonly unknown[];
      const missing = keys.filter((_, at) => typeof versions[at] !== 'string');
      if (missing.length > 0) {
        const version = newVersion();
        void ask((to) =>
          Promise.all(missing.map((absent) => to.call('SET', absent, version, 'EX', DAY, 'NX'))),
        );
        return { value: null, versions: null };
      }
      const now = versions.join(' ');
      if (typeof text !== 'string') return { value: null, versions: now };
      const value = openValue(key, prefix + name, text) ?? refuse(name);
      const counts = value?.versions === now && Math.abs(Date.now() - value.at) <= maxAge;
      return { value: counts ? value : null, versions: now };
    },
    keep(name, value) {
      const left = maxAge - (Date.now() - value.at);
      if (left < 1 || value.text.length > MOST_CHARACTERS) return;
      void ask((to) =>
        to.call('SET', prefix + name, sealValue(key, prefix + name, value), 'PX', Math.floor(left)),
      );
    },
    async open() {
      [prefix, key] = [`${await redis.prefix()}cache:`, await secret()];
      // After a restart or a failover, Redis may have old versions again, and the old results with them.
      connection = await redis.connect(() => mark(null));
      // The database may have changed without a process: it was restored, or edited.
      mark(null);
      await tell();
    },
    async close() {
      await tell();
      connection?.close();
      connection = null;
    },
  };
}

const newVersion = (): string => randomBytes(9).toString('base64url');
