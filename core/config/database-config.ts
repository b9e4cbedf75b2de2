// config/database: which database, how to reach it, how long to wait for it.
import type { Infer } from '../check/check';
import { anyOf, boolean, integer, object, oneOf, optional, string } from '../check/checks';
import { described } from './described';
import { secret } from './secret';
import { section } from './section';

const milliseconds = (otherwise: number) => optional(integer({ min: 0, max: 2_147_483_647 }), otherwise);

export const databaseConfig = object(
  {
    client: described('The kind of database.', optional(oneOf('sqlite', 'mysql', 'postgres'), 'sqlite')),
    filename: described(
      'SQLite: the file, from the application folder; `:memory:` is a private temporary file.',
      optional(string({ min: 1 }), 'data/quire.db'),
    ),
    host: described('Servers: the address.', optional(string({ min: 1 }), '127.0.0.1')),
    port: described('Servers: the port; absent: 3306 or 5432.', optional(integer({ min: 1, max: 65_535 }))),
    user: described('Servers: who connects; absent: root or postgres.', optional(string({ min: 1 }))),
    password: described('Servers: the password. Never printed.', optional(secret(), '')),
    database: described('Servers: the name of the database.', optional(string({ min: 1 }), 'quire')),
    socket: described('Servers: a Unix socket instead of host and port.', optional(string({ min: 1 }))),
    ssl: described(
      'Servers: encrypt the connection; an object names certificate files.',
      optional(
        anyOf(
          'true, false or an object with ca, cert, key, rejectUnauthorized',
          boolean(),
          object({
            ca: optional(string({ min: 1 })),
            cert: optional(string({ min: 1 })),
            key: optional(string({ min: 1 })),
            rejectUnauthorized: optional(boolean(), true),
          }),
        ),
        false,
      ),
    ),
    pool: section({
      min: described('Connections that stay open.', optional(integer({ min: 0, max: 1000 }), 0)),
      max: described(
        'Connections at most; on SQLite one writes, the others read.',
        optional(integer({ min: 1, max: 1000 }), 10),
      ),
    }),
    poolWait: described('How long a request waits for a connection.', milliseconds(5_000)),
    statementTimeout: described('How long one statement may take; 0: no limit.', milliseconds(30_000)),
    transactionTimeout: described(
      'How long a transaction may stay open before it is rolled back.',
      milliseconds(30_000),
    ),
    writeWait: described('SQLite: how long a write waits for another process.', milliseconds(5_000)),
    durability: described(
      'SQLite: normal survives a crash of the process, full a power cut.',
      optional(oneOf('normal', 'full'), 'normal'),
    ),
    readSnapshot: described(
      'Servers: one transaction per read, so that an answer is one snapshot.',
      optional(boolean(), false),
    ),
    exclusive: described(
      'Servers: this process is the only writer, so totals may be cached.',
      optional(boolean(), false),
    ),
    slowLane: described('SQLite: slow queries run on a thread of their own.', optional(boolean(), true)),
  },
  { title: 'config/database' },
);

export type DatabaseConfig = Infer<typeof databaseConfig>;
