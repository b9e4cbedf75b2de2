// The limit's connections to a server: prepared statements, rows as arrays, ten connections as in the application.
import { createPool } from 'mysql2/promise';
import pg from 'pg';
import type { Where } from '../data/store';

export type Rows = readonly (readonly unknown[])[];

export interface Transaction {
  all(text: string, params: readonly unknown[]): Promise<Rows>;
  /** The id of the row. */
  insert(text: string, params: readonly unknown[]): Promise<number>;
}

export interface Pool {
  all(text: string, params: readonly unknown[]): Promise<Rows>;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

const CONNECTIONS = 10;

/** `collation`: that of the application's columns, on MySQL and MariaDB. */
export async function openPool(where: Where): Promise<{ readonly pool: Pool; readonly collation: string }> {
  const pool = where.engine === 'mysql' ? createMysqlPool(where) : createPostgresPool(where);
  const [version] = await pool.all('SELECT version()', []);
  const isMaria = /mariadb/i.test(String(version?.[0]));
  return { pool, collation: isMaria ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin' };
}

function createMysqlPool({ host, port, user, password, database }: Where): Pool {
  const pool = createPool({
    host,
    port,
    user,
    password,
    database,
    connectionLimit: CONNECTIONS,
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
  });
  // As in the application. With the default, two writes of links would lock each other's gaps.
  pool.on('connection', (connection) => {
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  });
  const values = (params: readonly unknown[]) => params as (string | number | null)[];
  const rowsOf = (result: unknown): Rows => (Array.isArray(result) ? (result as Rows) : []);
  async function once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await pool.getConnection();
    try {
      await connection.query('START TRANSACTION');
      const result = await work({
        all: async (sql, params) =>
          rowsOf((await connection.execute({ sql, rowsAsArray: true }, values(params)))[0]),
        insert: async (sql, params) => {
          const [done] = await connection.execute(sql, values(params));
          return 'insertId' in done ? done.insertId : 0;
        },
      });
      await connection.query('COMMIT');
      return result;
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  }
  return {
    all: async (sql, params) => rowsOf((await pool.execute({ sql, rowsAsArray: true }, values(params)))[0]),
    async transaction(work) {
      for (;;)
        try {
          return await once(work);
        } catch (error) {
          // Two writes of links beside each other in an index may wait for each other.
          if ((error as { readonly code?: string }).code !== 'ER_LOCK_DEADLOCK') throw error;
        }
    },
  };
}

function createPostgresPool({ host, port, user, password, database }: Where): Pool {
  const types = { getTypeParser: () => (text: string) => text };
  const pool = new pg.Pool({ host, port, user, password, database, max: CONNECTIONS, types });
  const names = new Map<string, string>();
  const query = (text: string, params: readonly unknown[]) => {
    let name = names.get(text);
    if (name === undefined) {
      name = `l${names.size}`;
      names.set(text, name);
    }
    return { name, text, values: [...params], rowMode: 'array' as const };
  };
  return {
    all: async (text, params) => (await pool.query<unknown[]>(query(text, params))).rows,
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work({
          all: async (text, params) => (await client.query<unknown[]>(query(text, params))).rows,
          insert: async (text, params) =>
            Number((await client.query<unknown[]>(query(text, params))).rows[0]?.[0]),
        });
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
