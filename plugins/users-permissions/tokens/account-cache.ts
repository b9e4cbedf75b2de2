// Caches the users and sessions of requests for `cacheSeconds`. A write in this process removes its user from the cache.
import type { App, Row } from '../../../core';
import { USER_ATTRIBUTES } from '../content-types';
import { SESSIONS } from '../session-rows';
import { createStoredReader, isTrue, type StoredReader, textOf, textOrNull } from '../stored-rows';
import { type Account, USER } from '../types';

export interface AccountCache {
  /** Looks in the cache only; undefined: not cached. */
  known(id: number): Account | null | undefined;
  find(id: number): Promise<Account | null>;
  /** Whether the session is alive. Looks in the cache only; undefined: not cached. */
  knownSession(key: string): boolean | undefined;
  findSession(key: string): Promise<boolean>;
  forget(id: number): void;
  forgetAll(): void;
  forgetSessions(): void;
}

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

const MAX_ENTRIES = 10_000;

export function createAccountCache(app: App, cacheSeconds: number): AccountCache {
  const accounts = new Map<number, Kept<Account | null>>();
  const sessions = new Map<string, Kept<boolean>>();
  /** Incremented by every `forget`: a read that began before a write must not be cached after it. */
  let generation = 0;
  let users: StoredReader | null = null;
  let sessionStatement: { readonly name: string; readonly sql: string } | null = null;

  const type = () => {
    const found = app.schema.types.get(USER);
    if (!found) throw new Error(`${USER} is missing from the schema`);
    return found;
  };
  const own = (): string[] =>
    [...type().attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' && !attribute.type.secret && !Object.hasOwn(USER_ATTRIBUTES, attribute.name)
        ? [attribute.name]
        : [],
    );
  const usersReader = (): StoredReader => {
    users ??= createStoredReader(app.database, type(), COLUMNS, own());
    return users;
  };
  /** A plain statement, because each request with a session may ask. */
  const findSessionRow = async (key: string): Promise<Row | undefined> => {
    const { dialect } = app.database;
    const [idle, ends, table, column] = ['idle_until', 'ends_at', SESSIONS, 'key'].map(dialect.id);
    sessionStatement ??= {
      name: `${SESSIONS} by key`,
      sql: dialect.finish(`SELECT ${idle}, ${ends} FROM ${table} WHERE ${column} = ?`),
    };
    const statement = sessionStatement;
    return app.database.read(function* () {
      const [rows = []]: Row[][] = yield [{ statement, params: [key] }];
      return rows[0];
    });
  };

  function keep<K, T>(map: Map<K, Kept<T>>, key: K, value: T, ends = Number.POSITIVE_INFINITY): T {
    if (cacheSeconds === 0) return value;
    if (map.size >= MAX_ENTRIES) map.clear();
    map.set(key, { value, until: Math.min(Date.now() + cacheSeconds * 1000, ends) });
    return value;
  }
  const look = <K, T>(map: Map<K, Kept<T>>, key: K): T | undefined => {
    const kept = map.get(key);
    return kept && kept.until > Date.now() ? kept.value : undefined;
  };

  return {
    known: (id) => look(accounts, id),
    async find(id) {
      const known = look(accounts, id);
      if (known !== undefined) return known;
      const before = generation;
      const [row] = await usersReader().all('{id} = ?', [id]);
      const account = row ? accountOf(row) : null;
      return before === generation ? keep(accounts, id, account) : account;
    },
    knownSession: (key) => look(sessions, key),
    async findSession(key) {
      const before = generation;
      const row = await findSessionRow(key);
      const ends = row ? Math.min(...row.map((end) => Date.parse(textOf(end)))) : 0;
      const isAlive = ends > Date.now();
      if (before !== generation) return isAlive;
      return keep(sessions, key, isAlive, isAlive ? ends : undefined);
    },
    forget(id) {
      generation++;
      accounts.delete(id);
    },
    forgetAll() {
      generation++;
      accounts.clear();
    },
    forgetSessions() {
      generation++;
      sessions.clear();
    },
  };
}

const COLUMNS = [
  'id',
  'documentId',
  'username',
  'email',
  'confirmed',
  'blocked',
  'createdAt',
  'tokenEpoch',
  'role',
];

function accountOf(row: Readonly<Record<string, unknown>>): Account {
  const { id, documentId, username, email, confirmed, blocked, createdAt, tokenEpoch, role, ...own } = row;
  const known = {
    id: Number(id),
    documentId: textOf(documentId),
    username: textOf(username),
    email: textOf(email),
  };
  return {
    ...known,
    confirmed: isTrue(confirmed),
    blocked: isTrue(blocked),
    createdAt: Date.parse(textOf(createdAt)),
    tokenEpoch: textOrNull(tokenEpoch),
    role: textOrNull(role),
    values: { ...own, ...known },
  };
}
