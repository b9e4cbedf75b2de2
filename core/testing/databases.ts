// Databases for tests. QUIRE_TEST_DATABASES=sqlite,mysql,postgres lists the kinds to test; the default is sqlite. Each test gets
// a new database. A name means a server on this machine; an address (`mysql://root@db:3306`) means another server.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseOptions } from '../database/config-types';
import { connectDatabase } from '../database/run/connect';
import { createLogger } from '../kernel/log/logger';

export type TestDatabase = 'sqlite' | 'mysql' | 'postgres';

export interface CreatedDatabase {
  readonly config: DatabaseOptions;
  /** Removes the database and ends its connections. */
  drop(): Promise<void>;
}

const ALL: readonly TestDatabase[] = ['sqlite', 'mysql', 'postgres'];

export function testDatabases(): TestDatabase[] {
  const named = listed().map((name) => (name.includes('://') ? new URL(name).protocol.slice(0, -1) : name));
  const unknown = named.filter((name) => !ALL.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(
      `QUIRE_TEST_DATABASES contains ${unknown.join(', ')}; the known names are ${ALL.join(', ')}`,
    );
  return ALL.filter((known) => named.includes(known));
}

export async function createTestDatabase(client: TestDatabase): Promise<CreatedDatabase> {
  const database = `quire_test_${randomBytes(6).toString('hex')}`;
  if (client === 'sqlite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'quire-test-'));
    return {
      config: { client, filename: path.join(folder, 'test.db') },
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const server = serverOf(client);
  await administer(
    client,
    server,
    client === 'mysql'
      ? `CREATE DATABASE ${database}`
      : `CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`,
  );
  return {
    config: { client, ...server, database },
    drop: () =>
      administer(
        client,
        server,
        `DROP DATABASE IF EXISTS ${database}${client === 'postgres' ? ' WITH (FORCE)' : ''}`,
      ),
  };
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

const listed = (): string[] =>
  (process.env.QUIRE_TEST_DATABASES || 'sqlite')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `mysql` is the server on this machine, `mysql://user:password@host:port` another one. */
function serverOf(client: 'mysql' | 'postgres'): Server {
  const address = listed().find((name) => name.startsWith(`${client}://`));
  const url = new URL(address ?? `${client}://127.0.0.1`);
  return {
    host: url.hostname,
    port: Number(url.port || (client === 'mysql' ? 3306 : 5432)),
    user: decodeURIComponent(url.username) || (client === 'mysql' ? 'root' : 'postgres'),
    password: decodeURIComponent(url.password),
  };
}

/** Runs a statement in the database that every server has. */
async function administer(client: 'mysql' | 'postgres', server: Server, text: string): Promise<void> {
  const database = await connectDatabase(
    { client, ...server, database: client === 'mysql' ? 'information_schema' : 'postgres' },
    { log: createLogger({ level: 'silent' }), dir: tmpdir() },
  );
  try {
    await database.knex.raw(text);
  } finally {
    await database.close();
  }
}
