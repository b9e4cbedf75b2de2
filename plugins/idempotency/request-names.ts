// The name of a request by its caller and key, and a hash of what it asks for. Hashes only: the database contains no key.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addressKey, MultipartBody, type RequestContext } from '../../core';

/** Keys of other callers are other keys. An anonymous caller is known by its address. */
export function nameOf({ principal, ip }: RequestContext, key: string): string {
  const caller = principal ? ['known', principal.kind, principal.id] : ['anonymous', addressKey(ip)];
  return hashed([...caller, key]);
}

export async function bodyHash({ method, path, queryName }: RequestContext, body: unknown): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([method, path, queryName]));
  if (body instanceof MultipartBody) {
    hash.update(JSON.stringify(body.fields));
    for (const { field, name, type, size, path: file } of body.files) {
      hash.update(JSON.stringify([field, name, type, size]));
      await addFile(hash, file);
    }
  } else hash.update(JSON.stringify(body ?? null));
  return hash.digest('base64url');
}

async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
}

const hashed = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
