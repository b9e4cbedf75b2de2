// config/database: the kind of database, its address, and timeouts.
import type { Infer } from '../check/check';
import { anyOf, array, boolean, integer, object, oneOf, optional, string } from '../check/checks';
import { described } from '../check/described';
import { secret } from './secret';
import { section } from './section';

const milliseconds = (otherwise: number) => optional(integer({ min: 0, max: 2_147_483_647 }), otherwise);

/** Keys that are absent have the values of the primary. */
const replica = object({
  host: optional(string({ min: 1 })),
  port: optional(integer({ min: 1, max: 65_535 })),
  socket: optional(string({ min: 1 })),
  user: optional(string({ min: 1 })),
  password: optional(secret()),
  pool: optional(
    object({ min: optional(integer({ min: 0, max: 1000 }), 0), max: integer({ min: 1, max: 1000 }) }),
  ),
});

export const databaseConfig = object(
  {
    client: described('The kind of database.', optional(oneOf('sqlite', 'mysql', 'postgres'), 'sqlite')),
    filename: described(
      'SQLite: the file, relative to the application folder. `:memory:` is a private temporary file.',
      optional(string({ min: 1 }), 'data/quire.db'),
    ),
    host: described('Servers: the address.', optional(string({ min: 1 }), '127.0.0.1')),
    port: described(
      'Servers: the port. Default: 3306 (mysql) or 5432 (postgres).',
      optional(integer({ min: 1, max: 65_535 })),
    ),
    user: described(
      'Servers: the user. Default: `root` (mysql) or `postgres` (postgres).',
      optional(string({ min: 1 })),
    ),
    password: described('Servers: the password. Logs and messages never contain it.', optional(secret(), '')),
    database: described('Servers: the name of the database.', optional(string({ min: 1 }), 'quire')),
    socket: described(
      'Servers: the path of a Unix socket, instead of host and port.',
      optional(string({ min: 1 })),
    ),
    ssl: described(
      'Servers: encrypt the connection. An object names certificate files.',
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
      min: described('Connections that stay open when idle.', optional(integer({ min: 0, max: 1000 }), 0)),
      max: described(
        'The maximum number of connections. On SQLite, one connection writes and the others read.',
        optional(integer({ min: 1, max: 1000 }), 10),
      ),
    }),
    poolWait: described('Time (ms) that a request waits for a connection.', milliseconds(5_000)),
    statementTimeout: described('Time (ms) for one SQL statement; 0: no limit.', milliseconds(30_000)),
    transactionTimeout: described(
      'Time (ms) before an open transaction is rolled back; 0: no limit.',
      milliseconds(30_000),
    ),
    writeWait: described('SQLite: time (ms) that a write waits for another process.', milliseconds(5_000)),
    durability: described(
      'SQLite: `normal` survives a crash of the process, `full` also a power cut.',
      optional(oneOf('normal', 'full'), 'normal'),
    ),
    readSnapshot: described(
      'Servers: read in one transaction, so that a response shows one state of the data.',
      optional(boolean(), false),
    ),
    exclusive: described(
      'Servers: this process is the only one that writes content. Then Quire may cache totals.',
      optional(boolean(), false),
    ),
    pooler: described(
      'PostgreSQL: the address is a pooler in transaction mode, such as pgbouncer.',
      optional(boolean(), false),
    ),
    replicas: described(
      'PostgreSQL and MariaDB: servers that follow this one and answer reads of requests. Keys: `host`, `port`, `socket`, `user`, `password`, `pool`.',
      optional(array(replica, { max: 32 }), []),
    ),
    replicaWait: described(
      'Time (ms) that a read waits for a replica that is behind. Then the primary answers.',
      milliseconds(50),
    ),
    slowLane: described(
      'SQLite: run slow queries on a separate thread. Large responses always use one.',
      optional(boolean(), true),
    ),
  },
  { title: 'config/database' },
);

export type DatabaseConfig = Infer<typeof databaseConfig>;
