// Finds users by identifier, address or mailed code, and checks passwords. Only this file reads password hashes.
// A check takes the same time for existing and unknown users.
import { createHash } from 'node:crypto';
import { type App, foldCase, randomHash, verifyPassword } from '../../../core';
import type { ProvedUser } from '../proved-user';
import { createStoredReader, isTrue, type StoredReader, textOf, textOrNull } from '../stored-rows';
import { USER } from '../types';
import { createImportedPasswords } from './imported-passwords';

export interface Found {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  readonly tokenEpoch: string | null;
  /** The hash; null: the user has no password. */
  readonly password: string | null;
  readonly resetPasswordExpiresAt: string | null;
}

export interface Credentials {
  byIdentifier(identifier: string): Promise<Found | null>;
  byEmail(email: string): Promise<Found | null>;
  byId(id: number): Promise<Found | null>;
  /** null: the epoch has changed since the proof, for example by a new password. A blocked user is found: `admit` says why it refuses. */
  byProof(proved: ProvedUser): Promise<Found | null>;
  byCode(attribute: 'resetPasswordToken' | 'confirmationToken', code: string): Promise<Found | null>;
  /** The value that another user has as username or email; null: both are free. `but` is the id of a user to ignore. */
  taken(username: string | null, email: string | null, but?: number): Promise<'username' | 'email' | null>;
  /** `found` null: compares with a random hash, so that an unknown user takes the same time. */
  matches(password: string, found: Found | null): Promise<boolean>;
}

const COLUMNS = [
  'id',
  'documentId',
  'username',
  'email',
  'confirmed',
  'blocked',
  'tokenEpoch',
  'password',
  'resetPasswordExpiresAt',
];

export function createCredentials(app: App): Credentials {
  const type = app.schema.types.get(USER);
  if (!type) throw new Error(`${USER} is missing from the schema`);
  const users: StoredReader = createStoredReader(app.database, type, COLUMNS);
  const name = app.database.dialect.fold('{username}');
  const takenBy = `${name} = ? OR ${name} = ? OR {email} = ? OR {email} = ?`;
  const imported = createImportedPasswords(app, type, users);
  const otherHash = randomHash();
  const hashPrefix = otherHash.slice(0, otherHash.indexOf('$', 1) + 1);

  const one = async (condition: string, params: readonly unknown[]): Promise<Found | null> => {
    const [row] = await users.all(condition, params);
    return row ? foundOf(row) : null;
  };

  return {
    async byIdentifier(identifier) {
      const email = emailOf(identifier);
      const rows = await users.all('{email} = ? OR {username} = ?', [email, identifier.normalize('NFC')]);
      // Parallel registrations can make the address of one user the name of another; the owner of the address wins.
      const row = rows.find((each) => textOf(each.email) === email) ?? rows[0];
      return row ? foundOf(row) : null;
    },
    byEmail: (email) => one('{email} = ?', [email]),
    byId: (id) => one('{id} = ?', [id]),
    async byProof({ id, tokenEpoch }) {
      const found = await one('{id} = ?', [id]);
      return found && (found.blocked || found.tokenEpoch === tokenEpoch) ? found : null;
    },
    byCode: (attribute, code) => one(`{${attribute}} = ?`, [hashCode(code)]),
    async taken(username, email, but) {
      const names = [username, email].flatMap((name) => (name === null ? [] : [folded(name)]));
      const [first = '', second = first] = names;
      const found = await users.all(takenBy, [first, second, first, second]);
      for (const row of found.map(foundOf)) {
        if (row.id === but) continue;
        const own = [folded(row.username), folded(row.email)];
        if (email !== null && own.includes(folded(email))) return 'email';
        if (username !== null && own.includes(folded(username))) return 'username';
      }
      return null;
    },
    async matches(password, found) {
      const stored = found?.password?.startsWith(hashPrefix) ? found.password : null;
      const [isOwn, isImported] = await Promise.all([
        verifyPassword(password, stored ?? otherHash),
        imported.matches(password, found),
      ]);
      return (isOwn && stored !== null) || isImported;
    },
  };
}

/** The normalised spelling of an address. */
export const emailOf = (text: string): string => text.trim().toLowerCase().normalize('NFC');

/** Names that differ only in letter case or in the encoding of accents are equal. */
const folded = (name: string): string => foldCase(name.normalize('NFC'));

/** The database stores only the hash of a mailed code, so a reader of the database cannot use it. */
export const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');

const foundOf = (row: Readonly<Record<string, unknown>>): Found => ({
  id: Number(row.id),
  documentId: textOf(row.documentId),
  username: textOf(row.username),
  email: textOf(row.email),
  confirmed: isTrue(row.confirmed),
  blocked: isTrue(row.blocked),
  tokenEpoch: textOrNull(row.tokenEpoch),
  password: textOrNull(row.password),
  resetPasswordExpiresAt: textOrNull(row.resetPasswordExpiresAt),
});
