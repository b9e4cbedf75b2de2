// Stores files that lie in a folder, for commands and for other plugins.
import { copyFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DocumentObject, removeFolder, temporaryFolder, token, type UploadedFile } from '../../core';
import type { Preset } from './config';
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
  /** The sites, besides this application, from which a browser loads files: `https://bucket.example.com`. */
  origins(): Promise<readonly string[]>;
  /** The presets of the configuration: name → what a transformed image is. */
  readonly presets: Readonly<Record<string, Preset>>;
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
  const file = await withCopies([{ path, name, type }], async (uploads) => {
    const [upload] = uploads;
    if (replaces === null || !upload) return (await files.add(uploads, info, null))[0];
    return (await files.replace(replaces, upload, info)) && files.find(replaces);
  });
  if (!file) throw new Error(`${path} was stored, but is not visible`);
  return file;
}

export async function storeFiles(
  files: Files,
  all: readonly FileToStore[],
  target: Target | null,
): Promise<readonly DocumentObject[]> {
  const infos = all.map(({ info = {} }) => info);
  const stored = await withCopies(all, (uploads) => files.add(uploads, infos, target));
  return stored.filter((file): file is DocumentObject => file !== null);
}

const typeOf = (name: string, type: string | undefined): string =>
  type ?? (mimeTypes().lookup(name) || 'application/octet-stream');

/** What lies at a path, or writes itself to one, such as bytes of a storage. */
export type Copied = FileName & ({ readonly path: string } | { copyTo(path: string): Promise<unknown> });

/** Formats are made beside a temporary copy. */
export async function withCopies<T>(
  all: readonly Copied[],
  work: (uploads: readonly UploadedFile[]) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder();
  try {
    const uploads: UploadedFile[] = [];
    for (const [at, file] of all.entries()) {
      const { name, type } = file;
      const path = join(folder, String(at));
      await ('path' in file ? copyFile(file.path, path) : file.copyTo(path));
      uploads.push({ field: 'files', path, name, type: typeOf(name, type), size: (await stat(path)).size });
    }
    return await work(uploads);
  } finally {
    await removeFolder(folder);
  }
}
