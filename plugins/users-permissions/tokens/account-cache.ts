// Caches the users and sessions of requests for `cacheSeconds`. A write removes its user from the cache of every process.
import type { App, Row } from '../../../core';
import { USER_ATTRIBUTES } from '../content-types';
import { SESSIONS } from '../session-rows';
import { createStoredReader, isTrue, type StoredReader, textOf, textOrNull } from '../stored-rows';
import { type Account, USER } from '../types';

export interface AccountCache {
  /** Looks in the cache only; undefined: not cached. */
  known(id: number): Account | null | undefined;
  find(id: number): Promise<Account | null>;
  /** Reads the row, also if it is cached. */
  stored(id: number): Promise<Account | null>;
  /** Whether the session is alive. Looks in the cache only; undefined: not cached. */
  knownSession(key: string): boolean | undefined;
  findSession(key: string): Promise<boolean>;
  forget(id: number): void;
  forgetAll(): void;
  forgetSessions(): void;
}

const MAX_ENTRIES = 10_000;

export function createAccountCache(app: App, cacheSeconds: number): AccountCache {
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

  async function stored(id: number): Promise<Account | null> {
    const [row] = await usersReader().all('{id} = ?', [id]);
    return row ? accountOf(row) : null;
  }

  const kept = { maxAge: cacheSeconds * 1000, most: MAX_ENTRIES };
  const accounts = app.shared.byKey<number, Account | null>('users-permissions accounts', {
    ...kept,
    load: stored,
  });
  /** The end of a session in milliseconds; 0: no such session. */
  const sessions = app.shared.byKey<string, number>('users-permissions sessions', {
    ...kept,
    async load(key) {
      const row = await findSessionRow(key);
      return row ? Math.min(...row.map((end) => Date.parse(textOf(end)))) : 0;
    },
  });

  return {
    known: accounts.known,
    async find(id) {
      const known = accounts.known(id);
      return known === undefined ? accounts.read(id) : known;
    },
    stored,
    knownSession(key) {
      const ends = sessions.known(key);
      return ends === undefined ? undefined : ends > Date.now();
    },
    findSession: async (key) => (await sessions.read(key)) > Date.now(),
    forget: (id) => accounts.forget(id),
    forgetAll: () => accounts.forget(),
    forgetSessions: () => sessions.forget(),
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
