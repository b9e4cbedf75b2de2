// Stores a file of this machine. The provider `local` copies it; a provider with another `put` gets a stream. So a provider
// `{ ...local, put: encryptAndPut }` receives all bytes.
import { createReadStream } from 'node:fs';
import type { ObjectFacts, UploadProvider } from './provider';

/** Copies files as this `put` stores streams. */
const copies = new WeakMap<UploadProvider['put'], (name: string, path: string) => Promise<void>>();

export const setCopy = copies.set.bind(copies);

/** Leaves the file. */
export async function putFile(
  provider: UploadProvider,
  name: string,
  path: string,
  facts: ObjectFacts,
): Promise<void> {
  const copy = copies.get(provider.put);
  if (copy) return copy(name, path);
  const bytes = createReadStream(path);
  try {
    await provider.put(name, bytes, facts);
  } finally {
    // A provider that fails before it reads leaves the file open.
    bytes.destroy();
  }
}
