// Rows of users for code. They have no hash of a password: `user.password` is a text that only `validatePassword` can use. JSON and copies
// of the row do not have it.
import { type App, check } from '../../../core';

export const USER = 'plugin::users-permissions.user';

const HANDLE = /^quire-password-of-(\d+)$/;
/** Of a list, the accounts are not put into memory. */
const MOST = 20;

export const userOfHandle = (handle: unknown): number | null => {
  const id = HANDLE.exec(String(handle))?.[1];
  return id === undefined ? null : Number(id);
};

export async function withHandles<T>({ users }: Pick<App, 'users'>, found: T): Promise<T> {
  const rows = [found].flat().filter((row) => check.isPlainObject(row) && typeof row.id === 'number');
  const ids = (rows as { readonly id: number }[]).map(({ id }) => id);
  for (const row of rows as { readonly id: number }[])
    Object.defineProperty(row, 'password', {
      value: `quire-password-of-${row.id}`,
      configurable: true,
      writable: true,
    });
  // Code often signs a token next, and without waiting.
  if (ids.length <= MOST) await users?.tokens.remember(ids);
  return found;
}
