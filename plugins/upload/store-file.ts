// Stores files that lie in a folder, for commands and for other plugins.
import { copyFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DocumentObject, removeFolder, temporaryFolder, token, type UploadedFile } from '../../core';
import type { Files } from './files/files';
import { mimeTypes } from './mime/mime-types';

export interface StoredFiles {
  /** Stores a copy of the file at `path`, and returns its document. `info`: `name`, `alternativeText`, `caption`, `focalPoint`. */
  add(
    path: string,
    info?: Readonly<Record<string, unknown>>,
    /** The name and the type, where the name of the file at `path` does not have them. */
    named?: FileName,
  ): Promise<DocumentObject>;
  /** Deletes the file with this id and its bytes. null: there is none. */
  remove(id: number): Promise<DocumentObject | null>;
}

export interface FileName {
  readonly name: string;
  readonly type?: string | undefined;
}

/** `app.container.resolve(STORED_FILES)`, from `boot.before` on in plugins that name `upload` in `after`. */
export const STORED_FILES = token<StoredFiles>('stored files', 'boot.before');

export async function storeFile(
  files: Files,
  path: string,
  info?: Readonly<Record<string, unknown>>,
  replaces: number | null = null,
  { name, type }: FileName = { name: basename(path) },
): Promise<DocumentObject> {
  const file = await withCopy(
    name,
    type ?? (mimeTypes().lookup(name) || 'application/octet-stream'),
    (copy) => copyFile(path, copy),
    async (upload) => {
      if (replaces === null) return (await files.add([upload], info, null))[0];
      return (await files.replace(replaces, upload, info)) && files.find(replaces);
    },
  );
  if (!file) throw new Error(`${path} was stored, but is not visible`);
  return file;
}

/** Formats are made beside a temporary copy. */
export async function withCopy<T>(
  name: string,
  type: string,
  copy: (path: string) => Promise<void>,
  work: (upload: UploadedFile) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder();
  try {
    const path = join(folder, 'file');
    await copy(path);
    return await work({ field: 'files', path, name, type, size: (await stat(path)).size });
  } finally {
    await removeFolder(folder);
  }
}
