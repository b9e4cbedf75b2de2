// Connections to the Redis server of config/server, for the bus and for plugins. The driver is loaded with the first connection. A
// connection that is lost opens again by itself; meanwhile its commands reject at once.
import { StartupError } from '../kernel/errors/startup-error';
import { thrownCode } from '../kernel/errors/thrown';
import { token } from '../kernel/registry/container';

export interface RedisConnection {
  /** Runs one command: `call('GET', key)`. Rejects while the server cannot be reached. */
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  close(): void;
}

export interface Redis {
  /**
   * Resolves when the first attempt to connect has ended, also without success. `onReady` runs after each later connect: Redis may have
   * other data then.
   */
  connect(onReady?: () => void): Promise<RedisConnection>;
  /** Before all keys: the applications of one server do not meet. From `boot.before` on. */
  prefix(): Promise<string>;
  /** A part has connected. */
  readonly isUsed: boolean;
}

/** The Redis server of `server.redis`. Using it needs the package ioredis. */
export const REDIS = token<Redis>('redis');

export interface RedisSettings {
  readonly url: string;
  /** The first part of all keys. */
  readonly prefix: string;
}

const CONNECT_MILLISECONDS = 2_000;
/** A server that is silent for so long is lost. Longer than a command that waits. */
const SILENCE_MILLISECONDS = 15_000;
const LONGEST_PAUSE = 1_000;

/** `databaseId`: processes on one database share keys, also where they have different addresses of it. */
export function createRedis({ url, prefix }: RedisSettings, databaseId: () => Promise<string>): Redis {
  let isUsed = false;
  return {
    get isUsed() {
      return isUsed;
    },
    async connect(onReady) {
      requireAddress(url);
      isUsed = true;
      const { Redis: Client } = loadDriver();
      const client = new Client(url, {
        lazyConnect: true,
        connectTimeout: CONNECT_MILLISECONDS,
        socketTimeout: SILENCE_MILLISECONDS,
        enableOfflineQueue: false,
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE),
      });
      let reason: unknown;
      client.on('error', (error) => {
        reason = error;
      });
      await client.connect().catch(() => undefined);
      if (onReady !== undefined) client.on('ready', onReady);
      return {
        call: (command, ...args) =>
          client.call(command, ...args).catch((error: unknown) => {
            // The driver's own error would only say that it has given up.
            throw client.status === 'ready' ? error : new Error('Redis cannot be reached', { cause: reason });
          }),
        close: () => client.disconnect(),
      };
    },
    prefix: async () => `${prefix}:${await databaseId()}:`,
  };
}

function requireAddress(url: string): void {
  const isAddress = URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol);
  if (isAddress) return;
  throw new StartupError('The address of Redis is wrong:', [
    {
      where: 'config/server',
      at: 'redis.url',
      message: 'expected an address like redis://user:password@127.0.0.1:6379 (the value is not shown)',
    },
  ]);
}

function loadDriver(): typeof import('ioredis') {
  try {
    return require('ioredis');
  } catch (error) {
    if (thrownCode(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new StartupError(
      'Redis needs the package ioredis, which is not installed. Run "npm install ioredis", or use no Redis in config/server and config/plugins.',
    );
  }
}
