// The documentIds of the files of a request with the header `Idempotency-Key`. A repeated request finds the files that are stored.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { documentIdOfKey, type RequestContext, type UploadedFile } from '../../../core';
import { FILE } from '../types';

/** The caller, its key, and the fields of the form. */
export type UploadKey = readonly (string | number)[];

/** undefined: the request has no key, or its caller is unknown. */
export function uploadKeyOf(
  request: RequestContext,
  fields: Readonly<Record<string, unknown>>,
): UploadKey | undefined {
  const key = request.header('idempotency-key');
  const { principal } = request;
  return key && principal ? [principal.kind, principal.id, key, JSON.stringify(fields)] : undefined;
}

/** Another form with other files, or for another document, has other ids: a key that a client uses twice hides no file. */
export async function idsOfKey(key: UploadKey, uploads: readonly UploadedFile[]): Promise<string[]> {
  const files = await Promise.all(uploads.map(async ({ path, name }) => [name, await hashOf(path)]));
  return uploads.map((_upload, index) => documentIdOfKey([FILE, ...key, ...files.flat(), index]));
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('base64url');
}
