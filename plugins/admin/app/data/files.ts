// Files of the media library: found, and uploaded once, also if the answer of the first attempt is lost.
import { ApiError, ask } from './client';
import { known } from './model';
import { queryOf } from './query';
import type { Linked } from './values';

export interface File extends Linked {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly mime: string;
  readonly alternativeText: string | null;
  readonly formats?: Readonly<Record<string, { readonly url: string }>> | null;
}

export const findFiles = async (text: string): Promise<readonly File[]> => {
  const filters = text === '' ? {} : { filters: { name: { $containsi: text } } };
  const { data } = await ask<File[]>(
    `${known().prefix}/upload/files${queryOf({ ...filters, sort: 'createdAt:desc', pagination: { limit: 60 } })}`,
  );
  return data;
};

/** Keys of uploads that got no answer: the server may have stored their files. */
const unanswered = new Map<string, string>();

export async function upload(files: readonly globalThis.File[]): Promise<readonly File[]> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  const print = JSON.stringify(files.map(({ name, size, lastModified }) => [name, size, lastModified]));
  const key = unanswered.get(print) ?? crypto.randomUUID();
  unanswered.set(print, key);
  try {
    const headers = { 'Idempotency-Key': key };
    const { data } = await ask<File[]>(`${known().prefix}/upload`, { method: 'POST', form, headers });
    unanswered.delete(print);
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) unanswered.delete(print);
    throw error;
  }
}

/** The chosen files. Afterwards a person may choose the same ones again. */
export function takeFiles(input: HTMLInputElement): readonly globalThis.File[] {
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
}
