// config/server: where the server listens, how long it waits, who may ask without credentials, what it logs.
import type { Infer } from '../check/check';
import { array, integer, object, oneOf, optional, string } from '../check/checks';
import { described } from './described';
import { section } from './section';

const milliseconds = (otherwise: number) => optional(integer({ min: 0, max: 2_147_483_647 }), otherwise);

export const serverConfig = object(
  {
    host: described('The address to listen on.', optional(string({ min: 1 }), '127.0.0.1')),
    port: described('The port; 0 takes a free one.', optional(integer({ min: 0, max: 65_535 }), 1337)),
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
      'How many proxies in front are trusted; with 0 forwarded headers are ignored.',
      optional(integer({ min: 0, max: 32 }), 0),
    ),
    anonymous: described(
      'What may be done without credentials while no plugin that knows users is on.',
      optional(oneOf('none', 'read', 'full'), 'none'),
    ),
    timeouts: section({
      headers: described('Until the headers of a request are complete.', milliseconds(20_000)),
      request: described('Until a request is read whole.', milliseconds(60_000)),
      answer: described('Until a handler has answered; 0: no limit.', milliseconds(60_000)),
      keepAlive: described('Until an idle connection is closed.', milliseconds(65_000)),
      drain: described(
        'After the signal to stop: how long requests are still taken while readiness says no.',
        milliseconds(0),
      ),
      shutdown: described('Until a stop no longer waits for requests in flight.', milliseconds(15_000)),
    }),
    logs: section({
      level: described(
        'The least important level that is written.',
        optional(oneOf('silent', 'error', 'warn', 'info', 'debug'), 'info'),
      ),
      format: described(
        'One JSON object per line, or text for a person; auto: text on a terminal.',
        optional(oneOf('auto', 'json', 'pretty'), 'auto'),
      ),
      redact: described(
        'Keys whose values are never written, beside the built-in ones.',
        optional(array(string({ min: 1 })), []),
      ),
      slowQuery: described('Reads and writes that take longer are logged.', milliseconds(500)),
    }),
  },
  { title: 'config/server' },
);

export type ServerConfig = Infer<typeof serverConfig>;
