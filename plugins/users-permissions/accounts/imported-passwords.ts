// Passwords of users who come from another system. While such hashes are stored, every login runs both algorithms, so that its time tells
// neither whether a user exists nor where the user comes from. The first login replaces the hash.
import { type App, type ContentType, hashPassword } from '../../../core';
import type { StoredReader } from '../stored-rows';
import { createBcrypt, isBcrypt, otherBcrypt } from './bcrypt';

interface Stored {
  readonly id: number;
  /** The hash; null: the user has no password. */
  readonly password: string | null;
}

export interface ImportedPasswords {
  /** true: the user has an imported hash, and the password matches it. */
  matches(password: string, found: Stored | null): Promise<boolean>;
}

export function createImportedPasswords(app: App, type: ContentType, users: StoredReader): ImportedPasswords {
  const verify = createBcrypt();
  /** One of the stored hashes; null: there is none. undefined: not known yet. */
  let example: Promise<string | null> | undefined;

  /** Only the first row counts; the search ends there. */
  async function findExample(): Promise<string | null> {
    const [row] = await users.all('{id} = (SELECT MIN({id}) FROM {table} WHERE {password} LIKE ?)', ['$2%']);
    return typeof row?.password === 'string' && isBcrypt(row.password) ? row.password : null;
  }

  /** Not a write of a document: sessions and tokens of the user stay, and no rule of new passwords applies. */
  async function replace({ id }: Stored, former: string, password: string): Promise<void> {
    const { dialect } = app.database;
    const column = type.attributes.get('password');
    if (column?.kind !== 'scalar') return;
    const name = dialect.id(column.column);
    const hash = await hashPassword(password);
    await app.database.transaction(async (tx) => {
      await tx.run(`UPDATE ${dialect.id(type.table)} SET ${name} = ? WHERE id = ? AND ${name} = ?`, [
        hash,
        id,
        former,
      ]);
      tx.touch(type.table, { columns: [column.column] });
    });
    example = undefined;
  }

  return {
    async matches(password, found) {
      const own = found?.password && isBcrypt(found.password) ? found.password : null;
      // An import may have run since the last look.
      if (own !== null) example = Promise.resolve(own);
      example ??= findExample().catch((error: unknown) => {
        example = undefined;
        throw error;
      });
      const known = await example;
      if (known === null) return false;
      const isSame = await verify(password, own ?? otherBcrypt(known));
      if (!isSame || own === null || found === null) return false;
      await replace(found, own, password);
      return true;
    },
  };
}
