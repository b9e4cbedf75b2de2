// Stores files of this machine. The provider `local` copies them; a provider with another `put` gets streams. So a provider
// `{ ...local, put: encryptAndPut }` receives all bytes.
import { createReadStream } from 'node:fs';
import type { ObjectFacts, UploadProvider } from './provider';

/** Bytes on this machine, and the name that the storage gives them. */
export interface LocalFile extends ObjectFacts {
  readonly name: string;
  readonly path: string;
}

/** Copies files as this `put` stores streams. */
const copies = new WeakMap<UploadProvider['put'], (files: readonly LocalFile[]) => Promise<void>>();

export const setCopy = copies.set.bind(copies);

/** Leaves the files. An error may leave some of them stored. */
export async function putFiles(provider: UploadProvider, files: readonly LocalFile[]): Promise<void> {
  const copy = copies.get(provider.put);
  if (copy) return copy(files);
  for (const file of files) await putStream(provider, file);
}

async function putStream(provider: UploadProvider, { name, path, mime, size }: LocalFile): Promise<void> {
  const bytes = createReadStream(path);
  try {
    await provider.put(name, bytes, { mime, size });
  } finally {
    // A provider that fails before it reads leaves the file open, or still to be opened. Opening may fail after the file was removed.
    bytes.on('error', () => undefined).destroy();
  }
}
