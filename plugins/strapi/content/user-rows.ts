// Rows of users for code. They have no hash of a password: `user.password` is a text that only `validatePassword` can use. JSON and copies
// of the row do not have it. It is random in each process, and no write stores it.
import { randomBytes } from 'node:crypto';
import { type App, check, type WriteAction } from '../../../core';

export const USER = 'plugin::users-permissions.user';

/** Of this process. */
const PREFIX = `quire-password-${randomBytes(24).toString('base64url')}-of-`;
/** Code that leaves out the secrets that Strapi has would show these. */
const OF_QUIRE = ['tokenEpoch', 'resetPasswordExpiresAt'];
/** Of a list, the accounts are not put into memory. */
const MOST = 20;

export const userOfHandle = (handle: unknown): number | null => {
  if (typeof handle !== 'string' || !handle.startsWith(PREFIX)) return null;
  return Number(handle.slice(PREFIX.length));
};

/** What code sees of a password that a write stores. It belongs to no user. */
export const SENT_PASSWORD = `${PREFIX}0`;

/** Code may write a row back: the password stays as it is. */
export function dropHandle(action: WriteAction): void {
  if (action.type.uid === USER && userOfHandle(action.values().password) !== null)
    action.set('password', undefined);
}

/** Users inside other documents, which code has populated. */
export function asInStrapi<T>(value: T): T {
  if (Array.isArray(value)) for (const one of value) asInStrapi(one);
  else if (check.isPlainObject(value)) {
    if ('tokenEpoch' in value) for (const name of OF_QUIRE) Reflect.deleteProperty(value, name);
    for (const inner of Object.values(value)) asInStrapi(inner);
  }
  return value;
}

export async function withHandles<T>({ users }: Pick<App, 'users'>, found: T): Promise<T> {
  const rows = [found].flat().filter((row) => check.isPlainObject(row) && typeof row.id === 'number');
  const ids = (rows as { readonly id: number }[]).map(({ id }) => id);
  for (const row of rows as { readonly id: number }[]) {
    for (const name of OF_QUIRE) Reflect.deleteProperty(row, name);
    Object.defineProperty(row, 'password', {
      value: `${PREFIX}${row.id}`,
      configurable: true,
      writable: true,
    });
  }
  // Code often signs a token next, and without waiting.
  if (ids.length <= MOST) await users?.tokens.remember(ids);
  return found;
}
