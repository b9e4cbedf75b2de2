// Signs the addresses of files in documents, if the storage is private. Reads without files are not parsed.
import { type App, check, type Logger } from '../../../core';
import { FILE } from '../types';
import type { UploadProvider } from './providers/provider';
import { fromStorage } from './storage';

type Holder = Record<string, unknown>;

export function signAddresses({ hooks }: App, provider: UploadProvider, log: Logger): void {
  const signIn = async (holder: Holder): Promise<void> => {
    const name = nameOf(holder.url);
    if (name === null) return;
    // Other addresses belong to a storage of an earlier configuration.
    const signed = () =>
      provider.url(name) === holder.url ? (provider.signedUrl?.(name) ?? holder.url) : holder.url;
    holder.url = await fromStorage(signed, log);
  };
  hooks.documents.loaded(async (set) => {
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
