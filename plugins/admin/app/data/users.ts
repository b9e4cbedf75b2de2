// Finds users by their name or address, for fields with suggestions.
import { ask } from './client';
import { known } from './model';
import { queryOf } from './query';
import type { Suggestion } from './suggestion';

export const USER = 'plugin::users-permissions.user';
export const FIND_USERS = `${USER}.find`;

export const usersAt = (): string => `${known().prefix}/users`;

export async function findUsers(text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const filters = { $or: [{ username: { $containsi: text } }, { email: { $containsi: text } }] };
  const words = { sort: 'username', limit: 10, ...(text === '' ? {} : { filters }) };
  const { data } = await ask<{ id: number; username: string; email: string }[]>(
    `${usersAt()}${queryOf(words)}`,
    { signal },
  );
  return data.map(({ id, username, email }) => ({ id: String(id), title: username, note: email }));
}
