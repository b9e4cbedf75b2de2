// Uploads of files: each by a request of its own, and once, also if the answer of the first attempt is lost.
import { ApiError, ask } from './client';
import type { File } from './files';
import { known } from './model';

const AT_ONCE = 3;

export interface FailedUpload {
  readonly name: string;
  readonly error: unknown;
}

export interface Uploads {
  /** In the order of the given files. */
  readonly stored: readonly File[];
  readonly failed: readonly FailedUpload[];
}

/** A file that the server refuses does not keep the others out. */
export async function uploadEach(
  files: readonly globalThis.File[],
  folder: string | null = null,
): Promise<Uploads> {
  const stored: (File | null)[] = files.map(() => null);
  const failed: FailedUpload[] = [];
  const waiting = files.entries();
  const sendWaiting = async (): Promise<void> => {
    for (const [index, file] of waiting)
      try {
        stored[index] = await upload(file, folder);
      } catch (error) {
        failed.push({ name: file.name, error });
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendWaiting));
  return { stored: stored.filter((file) => file !== null), failed };
}

/** Keys of uploads that got no answer: the server may have stored their files. */
const unanswered = new Map<string, string>();

export async function upload(file: globalThis.File, folder: string | null, info: object = {}): Promise<File> {
  const form = new FormData();
  form.append('files', file, file.name);
  form.append('fileInfo', JSON.stringify({ ...info, ...(folder === null ? {} : { folder }) }));
  const print = JSON.stringify([folder, file.name, file.size, file.lastModified]);
  const key = unanswered.get(print) ?? crypto.randomUUID();
  // Another file with this print, sent at the same time, needs a key of its own.
  unanswered.delete(print);
  try {
    const headers = { 'Idempotency-Key': key };
    const { data } = await ask<readonly [File]>(`${known().prefix}/upload`, {
      method: 'POST',
      form,
      headers,
    });
    return data[0];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) unanswered.set(print, key);
    throw error;
  }
}
