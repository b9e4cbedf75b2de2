// Signs the addresses of files in documents, if the storage is private. Reads without files are not parsed.
import { type App, check } from '../../core';
import { fromStorage } from './storage';
import { FILE } from './types';

type Holder = Record<string, unknown>;

/** `addressOf`: name → the stored address; `sign`: name → an address with an expiry. */
export function signAddresses(
  app: App,
  addressOf: (name: string) => string,
  sign: (name: string) => Promise<string>,
): void {
  const signIn = async (holder: Holder): Promise<void> => {
    const name = nameOf(holder.url);
    // Other addresses belong to a storage of an earlier configuration.
    if (name === null || addressOf(name) !== holder.url) return;
    holder.url = await fromStorage(() => sign(name), app.log);
  };
  app.hooks.documents.loaded(async (set) => {
    await Promise.all(set.of(FILE).flatMap(holdersOf).map(signIn));
  });
}

/** The file and its formats. */
const holdersOf = (file: Holder): Holder[] =>
  check.isPlainObject(file.formats)
    ? [file, ...Object.values(file.formats).filter(check.isPlainObject)]
    : [file];

/** The last part of the path of an address. */
function nameOf(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  try {
    return decodeURIComponent(new URL(address, 'http://localhost').pathname.split('/').at(-1) ?? '');
  } catch {
    return null;
  }
}
