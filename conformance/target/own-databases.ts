// Creates an empty database on the server of the main database, for a separate deployment. SQLite needs no server: each deployment has its
// own folder.
import { randomBytes } from 'node:crypto';

export interface OwnDatabase {
  /** `sqlite`, or the address of the database. */
  readonly database: string;
  drop(): Promise<void>;
}

export async function createOwnDatabase(beside: string): Promise<OwnDatabase> {
  if (beside === 'sqlite') return { database: beside, drop: async () => undefined };
  const url = new URL(beside);
  const name = `quire_conformance_${randomBytes(6).toString('hex')}`;
  const isPostgres = url.protocol.startsWith('postgres');
  const run = (text: string): Promise<unknown> => (isPostgres ? onPostgres : onMysql)(beside, text);
  await run(
    `CREATE DATABASE ${name}${isPostgres ? " ENCODING 'UTF8' TEMPLATE template0" : ' CHARACTER SET utf8mb4'}`,
  );
  url.pathname = `/${name}`;
  return {
    database: url.href,
    drop: async () => {
      await run(`DROP DATABASE IF EXISTS ${name}${isPostgres ? ' WITH (FORCE)' : ''}`);
    },
  };
}

async function onMysql(address: string, text: string): Promise<unknown> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(address);
  return connection.query(text).finally(() => connection.end());
}

async function onPostgres(address: string, text: string): Promise<unknown> {
  const { Client } = await import('pg');
  const client = new Client(address);
  await client.connect();
  return client.query(text).finally(() => client.end());
}
