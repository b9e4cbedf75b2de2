// Files of the media library: found, moved and changed.
import { ask } from './client';
import { type FileKind, filterOf } from './file-kinds';
import { FOLDER_ACTIONS } from './folders';
import { known, may } from './model';
import { queryOf } from './query';
import type { Linked } from './values';

export const FILE = 'plugin::upload.file';
export const FIND_FILES = 'plugin::upload.content-api.find';
export const filesAt = (): string => `${known().prefix}/upload/files`;

export interface File extends Linked {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Part of all addresses of the file. An import may bring none. */
  readonly hash?: string | null;
  readonly mime: string;
  readonly alternativeText: string | null;
  readonly formats?: Readonly<Record<string, { readonly url: string; readonly width?: number }>> | null;
  /** null: in no folder that the role sees. */
  readonly folder?: { readonly documentId: string; readonly name: string } | null;
  /** Percent of the width and height, but an import may bring anything. */
  readonly focalPoint?: unknown;
  /** In kilobytes of 1,000 bytes. */
  readonly size?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** The address of a format, or of the whole image. After a replacement it is another one: the browser would show the image that it has. */
export function sourceOf({ url, formats, updatedAt }: File, format?: string): string {
  const address = (format === undefined ? undefined : formats?.[format]?.url) ?? url;
  // An address on another server may be signed.
  return address.startsWith('/') && updatedAt !== undefined
    ? `${address}?v=${Date.parse(updatedAt)}`
    : address;
}

export interface Search {
  /** A part of the name, the description or the caption. The search looks in all folders. */
  readonly text: string;
  /** null: files in none. */
  readonly folder: string | null;
  /** Absent: all. */
  readonly kinds?: readonly FileKind[] | undefined;
}

const SEARCHED = ['name', 'alternativeText', 'caption'];

/** The newest files, at most `count`, in as many requests as the server needs. */
export async function findFiles({ text, folder, kinds }: Search, count: number): Promise<readonly File[]> {
  const withText =
    text === '' ? undefined : { $or: SEARCHED.map((field) => ({ [field]: { $containsi: text } })) };
  const filters = { $and: [withText, kinds && filterOf(kinds)].filter((each) => each !== undefined) };
  const place = may(FOLDER_ACTIONS.find) ? { folder: text === '' ? (folder ?? 'root') : 'any' } : {};
  const words = { filters, ...place, sort: 'createdAt:desc,id:desc' };
  // A file that is uploaded meanwhile moves the others, so one of them may come twice.
  const found = new Map<number, File>();
  for (let start = 0; ; ) {
    const limit = Math.min(known().maxLimit, count - start);
    const query = queryOf({ ...words, start, limit });
    const { data } = await ask<File[]>(filesAt() + query);
    for (const file of data) found.set(file.id, file);
    start += data.length;
    if (data.length < limit || start >= count) return [...found.values()];
  }
}

/** null: it is gone, or the role may not see it. */
export async function readFile(id: number): Promise<File | null> {
  const place = may(FOLDER_ACTIONS.find) ? { folder: 'any' } : {};
  const query = queryOf({ filters: { id }, ...place, limit: 1 });
  return (await ask<readonly File[]>(filesAt() + query)).data[0] ?? null;
}

/** All of them or none. */
export const moveFiles = async (files: readonly number[], folder: string | null): Promise<void> =>
  void (await ask(`${known().prefix}/upload/actions/move`, {
    method: 'POST',
    body: { data: { files, folder } },
  }));

/** The answer to a change has no folder. */
export type ChangedFile = Omit<File, 'folder'>;

/** Other texts, another folder or other bytes. */
export async function changeFile(
  id: number,
  info: object,
  replacement?: globalThis.File,
): Promise<ChangedFile> {
  const form = new FormData();
  form.append('fileInfo', JSON.stringify(info));
  if (replacement) form.append('files', replacement, replacement.name);
  return (await ask<File>(`${known().prefix}/upload?id=${id}`, { method: 'POST', form })).data;
}

/** The chosen files. Afterwards a person may choose the same ones again. */
export function takeFiles(input: HTMLInputElement): readonly globalThis.File[] {
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
}
