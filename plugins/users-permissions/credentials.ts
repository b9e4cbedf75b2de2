// Finds users by what they type or were sent, and checks passwords: the only place that reads hashes. It takes the same time
// whether a user is there or not.
import { createHash, randomBytes } from 'node:crypto';
import { foldCase, hashPassword, type Kernel, verifyPassword } from '../../core';
import { createStoredReader, isTrue, type StoredReader, textOf, textOrNull } from './stored-rows';
import { USER } from './types';

export interface Found {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  readonly tokenEpoch: string | null;
  /** The hash; null: this user has no password. */
  readonly password: string | null;
  readonly resetPasswordExpiresAt: string | null;
}

export interface Credentials {
  byIdentifier(identifier: string): Promise<Found | null>;
  byEmail(email: string): Promise<Found | null>;
  byId(id: number): Promise<Found | null>;
  byCode(attribute: 'resetPasswordToken' | 'confirmationToken', code: string): Promise<Found | null>;
  /** Is a name or an address in use, as either of the two, by somebody else? */
  taken(username: string | null, email: string | null, but?: number): Promise<'username' | 'email' | null>;
  /** `found` null: nobody's password, which takes as long. */
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

export async function createCredentials(kernel: Kernel): Promise<Credentials> {
  const type = kernel.schema.types.get(USER);
  if (!type) throw new Error(`${USER} is missing from the schema`);
  const users: StoredReader = createStoredReader(kernel.database, type, COLUMNS);
  const name = kernel.database.dialect.fold('{username}');
  const takenBy = `${name} = ? OR ${name} = ? OR {email} = ? OR {email} = ?`;
  const nobody = await hashPassword(randomBytes(18).toString('base64url'));
  const ours = nobody.slice(0, nobody.indexOf('$', 1) + 1);

  const one = async (condition: string, params: readonly unknown[]): Promise<Found | null> => {
    const [row] = await users.all(condition, params);
    return row ? foundOf(row) : null;
  };

  return {
    async byIdentifier(identifier) {
      const email = emailOf(identifier);
      const rows = await users.all('{email} = ? OR {username} = ?', [email, identifier.normalize('NFC')]);
      // Two who register at the same moment can get the address of one as the name of the other: it is whose address it is.
      const row = rows.find((each) => textOf(each.email) === email) ?? rows[0];
      return row ? foundOf(row) : null;
    },
    byEmail: (email) => one('{email} = ?', [email]),
    byId: (id) => one('{id} = ?', [id]),
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
      // A hash of another kind, from an import, is as costly as none.
      const stored = found?.password?.startsWith(ours) ? found.password : null;
      const matched = await verifyPassword(password, stored ?? nobody);
      return matched && stored !== null;
    },
  };
}

/** One address, one spelling. */
export const emailOf = (text: string): string => text.trim().toLowerCase().normalize('NFC');

/** Names that differ in nothing but letter case, or in how an accent is encoded, are one name to people. */
const folded = (name: string): string => foldCase(name.normalize('NFC'));

/** What is sent by mail is kept as a hash only: who reads the database cannot use it. */
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
