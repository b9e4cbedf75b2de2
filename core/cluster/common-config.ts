// Configuration that all processes on one database must have in common, such as the kind of the bus. Modules and plugins add it by name.
// processes.ts compares the values of processes, and logs differences.
import { createHmac } from 'node:crypto';
import { boolean, callable, optional, string } from '../kernel/check/checks';
import { part } from '../kernel/check/part';
import type { Config } from '../kernel/config/load-config';
import type { Returns } from '../kernel/registry/part-functions';
import { Registry } from '../kernel/registry/registry';
import type { Redis } from './redis';

export interface CommonConfig {
  /** As people write the key: `server.bus`, `rate-limit.config.store`. */
  readonly name: string;
  /** Asked once, when all plugins have booted. null: this process does not use it. */
  value(): string | null;
  /** The value is long or secret: processes store and compare a keyed hash of it. */
  readonly hashed?: boolean;
  /** A value that only one process may have. */
  readonly alone?: string;
  /** What happens while processes differ, as a sentence. */
  readonly effect: string;
  /** A sentence. */
  readonly remedy: string;
}

declare module '../types' {
  interface RegistryMap {
    /** Configuration that all processes on one database must have in common. */
    readonly commonConfig: Registry<CommonConfig>;
  }
}

const SENTENCE = string({ min: 1 });
const RETURNS: Returns = {
  value: {
    expected: 'a text, or null',
    accepts: (value) => value === null || typeof value === 'string',
  },
};

export const createCommonConfig = (): Registry<CommonConfig> =>
  new Registry('common configuration', {
    returns: RETURNS,
    check: part({
      name: SENTENCE,
      value: callable(),
      hashed: optional(boolean()),
      alone: optional(string()),
      effect: SENTENCE,
      remedy: SENTENCE,
    }),
  });

/** The values of this process by name. `key`: of the hashes; null: those values are left out. */
export function valuesOf(
  entries: readonly CommonConfig[],
  key: string | null,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { name, value, hashed = false } of entries) {
    const text = hashed && key === null ? null : value();
    if (text !== null) values[name] = hashed ? fingerprintOf(text, name, key ?? '') : text;
  }
  return values;
}

/** Equal values of two names have different fingerprints. It is too short to confirm a guess of a secret in a copy of the database. */
const fingerprintOf = (text: string, name: string, key: string): string =>
  createHmac('sha256', key).update(`${name}\n${text}`).digest('base64url').slice(0, 4);

/** The configuration of the core. */
export function addConfigOfCore(registry: Registry<CommonConfig>, config: Config, redis: Redis): void {
  const {
    server,
    database: { client, exclusive },
    api: { cache },
  } = config;
  const writesToServer = client !== 'sqlite' && !server.readOnly;
  registry.add({
    name: 'server.bus',
    value: () => server.bus,
    alone: 'process',
    effect:
      'They do not hear of changes in each other: rights, tokens and settings change there only when kept values end, and subscriptions miss documents.',
    remedy:
      'Set `server.bus` to the same value in all processes and for commands in a shell; "process" is for one process.',
  });
  registry.add({
    name: 'server.redis',
    value: () => (redis.isUsed ? addressOf(server.redis) : null),
    hashed: true,
    effect: 'They use different servers of Redis, or different keys, and share nothing there.',
    remedy: 'Set `redis.url` and `redis.prefix` of config/server to the same values in all processes.',
  });
  registry.add({
    name: 'api.cache',
    // On SQLite, the file shows each write.
    value: () => (writesToServer ? (cache.bytes === 0 ? 'none' : cache.store) : null),
    effect: 'Responses may show results from before a write of the other for up to `cache.maxAge`.',
    remedy: 'Set `cache` of config/api to the same values in all processes.',
  });
  registry.add({
    name: 'database.exclusive',
    value: () => (writesToServer ? String(exclusive) : null),
    alone: 'true',
    effect: 'A process that expects to be the only one caches totals, and does not see those of the other.',
    remedy: 'Set `exclusive` of config/database to false in all processes.',
  });
}

/** Without the user and the password. */
function addressOf({ url, prefix }: Config['server']['redis']): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  const host = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname;
  return [protocol, host, port || '6379', pathname.replace(/^\/0?$/, ''), prefix].join(' ');
}
