// What the user has chosen, stored on the server for all browsers of the user.
import { signal } from '@preact/signals';
import { ask } from './client';
import { api } from './place';

export interface Preferences {
  readonly [name: string]: unknown;
  /** A language of the page; absent: that of the browser. */
  readonly language?: unknown;
}

const at = `${api}/preferences`;
export const preferences = signal<Preferences>({});

export async function loadPreferences(): Promise<Preferences> {
  preferences.value = (await ask<{ data: Preferences }>(at)).data.data;
  return preferences.value;
}

/** Changes one of them. `undefined` removes it. Reads them first, because another tab may have changed them. */
export async function changePreference(name: string, change: (stored: unknown) => unknown): Promise<void> {
  const stored = await loadPreferences();
  const data = { ...stored, [name]: change(stored[name]) };
  preferences.value = (await ask<{ data: Preferences }>(at, { method: 'PUT', body: { data } })).data.data;
}

export const setPreference = (name: string, value: unknown): Promise<void> =>
  changePreference(name, () => value);
