// config/server: address, timeouts, buffers, anonymous access, logs.
import type { Infer } from '../check/check';
import { array, boolean, integer, object, oneOf, optional, string } from '../check/checks';
import { described } from '../check/described';
import { secret } from './secret';
import { section } from './section';

const milliseconds = (otherwise: number) => optional(integer({ min: 0, max: 2_147_483_647 }), otherwise);

export const serverConfig = object(
  {
    host: described('The address to listen on.', optional(string({ min: 1 }), '127.0.0.1')),
    port: described(
      'The port; 0 selects a free port. Without this key, the variable PORT counts.',
      optional(integer({ min: 0, max: 65_535 }), 1337),
    ),
    url: described(
      'The public address, for absolute links.',
      optional(
        string({
          pattern: /^https?:\/\/[^\s]+$/,
          expected: 'an address that starts with http:// or https://',
        }),
      ),
    ),
    proxy: described(
      'The number of trusted proxies in front of the server. With 0, X-Forwarded-For is ignored.',
      optional(integer({ min: 0, max: 32 }), 0),
    ),
    anonymous: described(
      'Access without credentials, if no plugin manages users and roles.',
      optional(oneOf('none', 'read', 'full'), 'none'),
    ),
    jobs: described(
      'Whether this process runs background jobs beside requests. The plugin `jobs` reads it.',
      optional(boolean(), true),
    ),
    readOnly: described(
      'This process only reads, for example on a replica: it changes no table, runs no jobs, and refuses writes with 503.',
      optional(boolean(), false),
    ),
    timeouts: section({
      headers: described('Time (ms) to receive the headers of a request; 0: no limit.', milliseconds(20_000)),
      request: described(
        'Time (ms) to receive a whole request; 0: no limit. At least `timeouts.headers`.',
        milliseconds(60_000),
      ),
      answer: described('Time (ms) that a handler may take; 0: no limit.', milliseconds(60_000)),
      send: described(
        'Time (ms) after which a client that does not read its response is disconnected; 0: no limit.',
        milliseconds(30_000),
      ),
      keepAlive: described('Time (ms) before an idle connection is closed.', milliseconds(65_000)),
      drain: described(
        'Time (ms) after a stop signal in which the server still accepts connections, while /_ready returns 503.',
        milliseconds(0),
      ),
      shutdown: described(
        'Time (ms) after a stop signal before open connections are cut.',
        milliseconds(15_000),
      ),
    }),
    buffers: section({
      connection: described(
        'Bytes of responses that one client has not read yet. With more, its next pipelined request waits.',
        optional(integer({ min: 1 }), 1_048_576),
      ),
      total: described(
        'Unread bytes of all clients together. With more, reads get 503; if responses to writes alone exceed it, writes too.',
        optional(integer({ min: 1 }), 67_108_864),
      ),
    }),
    bus: described(
      'How processes on one database tell each other about changes: `table` uses the database, `redis` the server of `redis.url`. `process`: there is only one process. The same in all processes, and for commands.',
      optional(oneOf('table', 'redis', 'process'), 'table'),
    ),
    redis: section({
      url: described(
        'The address of Redis; only parts that are set to `redis` use it. Logs and messages never contain it.',
        optional(secret(), 'redis://127.0.0.1:6379'),
      ),
      prefix: described(
        'The first part of all keys. The id of the database follows it; a copy of a database needs another prefix.',
        optional(
          string({ pattern: /^[\w.-]{1,64}$/, expected: 'letters, digits, "_", "." and "-"' }),
          'quire',
        ),
      ),
    }),
    logs: section({
      level: described(
        'The lowest level that is logged.',
        optional(oneOf('silent', 'error', 'warn', 'info', 'debug'), 'info'),
      ),
      format: described(
        '`json`: one object per line; `pretty`: text; `auto`: text on a terminal except in production, else JSON.',
        optional(oneOf('auto', 'json', 'pretty'), 'auto'),
      ),
      redact: described(
        'Keys whose values logs hide, in addition to the built-in keys.',
        optional(array(string({ min: 1 })), []),
      ),
      requests: described(
        'The level of the line for each request; the step `logger` may replace it. Default: `info` in development, else `debug`.',
        optional(oneOf('info', 'debug', 'off')),
      ),
      slowQuery: described(
        'Reads and writes that take longer (ms) are logged as slow; 0: never.',
        milliseconds(500),
      ),
    }),
  },
  { title: 'config/server' },
);

export type ServerConfig = Infer<typeof serverConfig>;
