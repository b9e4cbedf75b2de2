// A plain connection to each database, to create, fill and drop the bench's database.
import { rmSync } from 'node:fs';
import type { Engine } from './model';
import type { Values } from './rows';

/** The place of a database. SQLite uses `filename`, servers use the rest. */
export interface Where {
  readonly engine: Engine;
  readonly filename: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface Store {
  exec(text: string): Promise<void>;
  /** Runs in one transaction. */
  insert(table: string, columns: readonly string[], rows: Iterable<Values>): Promise<void>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

const CHUNK = 500;

export function openStore(where: Where): Promise<Store> {
  if (where.engine === 'sqlite') return openSqlite(where);
  return where.engine === 'mysql' ? openMysql(where) : openPostgres(where);
}

export async function createDatabase(where: Where): Promise<void> {
  if (where.engine === 'sqlite') return;
  await onServer(where, [`CREATE DATABASE ${where.database}`]);
}

export async function dropDatabase(where: Where): Promise<void> {
  if (where.engine === 'sqlite')
    for (const end of ['', '-wal', '-shm']) rmSync(where.filename + end, { force: true });
  else
    await onServer(where, [
      `DROP DATABASE IF EXISTS ${where.database}${where.engine === 'postgres' ? ' WITH (FORCE)' : ''}`,
    ]);
}

async function onServer(where: Where, texts: readonly string[]): Promise<void> {
  const store = await openStore({ ...where, database: where.engine === 'mysql' ? '' : 'postgres' });
  for (const text of texts) await store.exec(text);
  await store.close();
}

async function openSqlite({ filename }: Where): Promise<Store> {
  const { default: Database } = await import('better-sqlite3');
  const handle = new Database(filename, { timeout: 5000 });
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = OFF');
  return {
    exec: async (text) => void handle.exec(text),
    async insert(table, columns, rows) {
      const insert = handle.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?')})`,
      );
      handle.transaction(() => {
        for (const row of rows)
          insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
      })();
    },
    count: async (table) => Number(handle.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
    close: async () => void handle.close(),
  };
}

async function openMysql({ host, port, user, password, database }: Where): Promise<Store> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ host, port, user, password, database: database || undefined });
  return {
    exec: async (text) => void (await connection.query(text)),
    async insert(table, columns, rows) {
      await connection.beginTransaction();
      for (const chunk of chunksOf(rows))
        await connection.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [chunk]);
      await connection.commit();
    },
    async count(table) {
      const [rows] = await connection.query({ sql: `SELECT count(*) FROM ${table}`, rowsAsArray: true });
      return firstNumber(rows);
    },
    close: () => connection.end(),
  };
}

async function openPostgres({ host, port, user, password, database }: Where): Promise<Store> {
  const { Client } = await import('pg');
  const client = new Client({ host, port, user, password, database });
  await client.connect();
  return {
    exec: async (text) => void (await client.query(text)),
    async insert(table, columns, rows) {
      await client.query('BEGIN');
      for (const chunk of chunksOf(rows)) {
        let mark = 0;
        const tuples = chunk.map((row) => `(${row.map(() => `$${++mark}`).join(',')})`);
        await client.query(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(',')}`,
          chunk.flat(),
        );
      }
      // Explicit ids do not advance the sequence.
      if (columns[0] === 'id')
        await client.query(
          `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
        );
      await client.query('COMMIT');
    },
    async count(table) {
      const { rows } = await client.query({ text: `SELECT count(*) FROM ${table}`, rowMode: 'array' });
      return firstNumber(rows);
    },
    close: () => client.end(),
  };
}

function* chunksOf(rows: Iterable<Values>): Generator<Values[]> {
  let chunk: Values[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function firstNumber(rows: unknown): number {
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return Number(Array.isArray(first) ? first[0] : Number.NaN);
}
