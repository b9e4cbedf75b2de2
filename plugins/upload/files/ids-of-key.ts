// The documentIds of the files of a request with the header `Idempotency-Key`. A repeated request finds the files that are stored.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { documentIdOfKey, type RequestContext, type UploadedFile } from '../../../core';
import { FILE } from '../types';

/** The caller and its key. */
export type UploadKey = readonly (string | number)[];

/** undefined: the request has no key, or its caller is unknown. */
export function uploadKeyOf(request: RequestContext): UploadKey | undefined {
  const key = request.header('idempotency-key');
  const { principal } = request;
  return key && principal ? [principal.kind, principal.id, key] : undefined;
}

/** Other bytes are another file, so a key that a client uses twice hides no file. */
export const idsOfKey = (key: UploadKey, uploads: readonly UploadedFile[]): Promise<string[]> =>
  Promise.all(
    uploads.map(async ({ path, name }, index) =>
      documentIdOfKey([FILE, ...key, index, name, await hashOf(path)]),
    ),
  );

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('base64url');
}
