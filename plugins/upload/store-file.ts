// Stores files that lie in a folder, for commands and for other plugins.
import { copyFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DocumentObject, removeFolder, temporaryFolder, token, type UploadedFile } from '../../core';
import type { Files } from './files/files';
import type { Target } from './media/attach';
import { mimeTypes } from './mime/mime-types';

export interface StoredFiles {
  /** Stores a copy of the file at `path`, and returns its document. `info`: `name`, `alternativeText`, `caption`, `focalPoint`. */
  add(
    path: string,
    info?: Readonly<Record<string, unknown>>,
    /** The name and the type, where the name of the file at `path` does not have them. */
    named?: FileName,
  ): Promise<DocumentObject>;
  /** Stores copies of several files, or none. With a target, a document shows them. */
  addAll(files: readonly FileToStore[], target?: FileTarget): Promise<readonly DocumentObject[]>;
  /** Deletes the file with this id and its bytes. null: there is none. */
  remove(id: number): Promise<DocumentObject | null>;
}

export interface FileName {
  readonly name: string;
  readonly type?: string | undefined;
}

export interface FileToStore extends FileName {
  readonly path: string;
  /** `name`, `alternativeText`, `caption`, `focalPoint` */
  readonly info?: Readonly<Record<string, unknown>> | undefined;
}

/** A media attribute of a document. */
export interface FileTarget {
  /** The uid of the content type. */
  readonly ref: string;
  /** A documentId, with `locale` and `status`, or the id of one row. */
  readonly refId: string | number;
  readonly field: string;
  readonly locale?: string;
  readonly status?: string;
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
    typeOf(name, type),
    (copy) => copyFile(path, copy),
    async (upload) => {
      if (replaces === null) return (await files.add([upload], info, null))[0];
      return (await files.replace(replaces, upload, info)) && files.find(replaces);
    },
  );
  if (!file) throw new Error(`${path} was stored, but is not visible`);
  return file;
}

export async function storeFiles(
  files: Files,
  all: readonly FileToStore[],
  target: Target | null,
): Promise<readonly DocumentObject[]> {
  const folder = await temporaryFolder();
  try {
    const uploads: UploadedFile[] = [];
    for (const [at, { path: from, name, type }] of all.entries()) {
      const path = join(folder, String(at));
      await copyFile(from, path);
      uploads.push({ field: 'files', path, name, type: typeOf(name, type), size: (await stat(path)).size });
    }
    const stored = await files.add(
      uploads,
      all.map(({ info = {} }) => info),
      target,
    );
    return stored.filter((file): file is DocumentObject => file !== null);
  } finally {
    await removeFolder(folder);
  }
}

const typeOf = (name: string, type: string | undefined): string =>
  type ?? (mimeTypes().lookup(name) || 'application/octet-stream');

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
