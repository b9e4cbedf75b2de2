// Creates an empty database on the server of the main database, for a separate deployment, and drops it. SQLite needs no server: each
// deployment has its own folder. A name contains host and process, so that the next run drops the databases of a killed run.
import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface OwnDatabase {
  /** `sqlite`, or the address of the database. */
  readonly database: string;
  drop(): Promise<void>;
}

const PREFIX = `quire_conformance_${hostKey()}`;

/** Those that this process has not dropped. */
const kept = new Set<Promise<OwnDatabase>>();
let isEnding = false;

export function createOwnDatabase(beside: string): Promise<OwnDatabase> {
  if (isEnding) return Promise.reject(new Error('The suite ends'));
  if (beside === 'sqlite') return Promise.resolve({ database: beside, drop: async () => undefined });
  const creating = create(new URL(beside), () => kept.delete(creating));
  kept.add(creating);
  return creating;
}

/** For an interrupted run: no new database follows. */
export async function dropOwnDatabases(): Promise<void> {
  isEnding = true;
  await Promise.allSettled([...kept].map(async (each) => (await each).drop()));
}

async function create(url: URL, dropped: () => void): Promise<OwnDatabase> {
  const server = serverOf(url);
  await clean(server);
  const name = newName(process.pid);
  await server.create(name);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return {
    database: address.href,
    drop: async () => {
      await server.drop(name);
      dropped();
    },
  };
}

export interface Server {
  readonly address: string;
  databases(): Promise<string[]>;
  create(name: string): Promise<unknown>;
  drop(name: string): Promise<unknown>;
}

const cleaned = new Map<string, Promise<void>>();

/** Once per server. */
function clean(server: Server): Promise<void> {
  const { host } = new URL(server.address);
  const known = cleaned.get(host);
  if (known) return known;
  const cleaning = dropAbandoned(server);
  cleaned.set(host, cleaning);
  return cleaning;
}

async function dropAbandoned(server: Server): Promise<void> {
  for (const name of abandoned(await server.databases()))
    try {
      await server.drop(name);
    } catch {
      // Another run drops the database too, or it belongs to another user.
    }
}

export const newName = (processId: number): string =>
  `${PREFIX}_${processId}_${randomBytes(6).toString('hex')}`;

/** Databases of processes of this host that have ended. */
export function abandoned(names: readonly string[]): string[] {
  return names.filter((name) => {
    const [, id] = new RegExp(`^${PREFIX}_(\\d+)_[0-9a-f]{12}$`).exec(name) ?? [];
    return id !== undefined && !isRunning(Number(id));
  });
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Containers may share the name of the host, but not the ids of processes. */
function hostKey(): string {
  let processes = '';
  try {
    processes = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has this file.
  }
  return createHash('sha256').update(`${hostname()} ${processes}`).digest('hex').slice(0, 8);
}

export function serverOf(url: URL): Server {
  const address = url.href;
  const isPostgres = url.protocol.startsWith('postgres');
  const run = (text: string): Promise<unknown[][]> => (isPostgres ? onPostgres : onMysql)(address, text);
  const list = isPostgres
    ? 'SELECT datname FROM pg_database'
    : 'SELECT schema_name FROM information_schema.schemata';
  const asEmpty = isPostgres ? "ENCODING 'UTF8' TEMPLATE template0" : 'CHARACTER SET utf8mb4';
  return {
    address,
    databases: async () => (await run(list)).map(([name]) => String(name)),
    create: (name) => run(`CREATE DATABASE ${name} ${asEmpty}`),
    drop: (name) => run(`DROP DATABASE IF EXISTS ${name}${isPostgres ? ' WITH (FORCE)' : ''}`),
  };
}

/** The rows of a statement; none of one that changes something. */
async function onMysql(address: string, text: string): Promise<unknown[][]> {
  const { createConnection }: typeof import('mysql2/promise') = require('mysql2/promise');
  const connection = await createConnection(address);
  try {
    const [rows] = await connection.query({ sql: text, rowsAsArray: true });
    return Array.isArray(rows) ? (rows as unknown[][]) : [];
  } finally {
    await connection.end();
  }
}

async function onPostgres(address: string, text: string): Promise<unknown[][]> {
  const { Client }: typeof import('pg') = require('pg');
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}
