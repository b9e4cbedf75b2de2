// Stores files in a folder. A file gets its name when all its bytes are on disk, so readers never get a part of a file.
import { randomBytes } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { check, runCheck } from '../../../../core';
import type { ByteRange, StoredObject, UploadProvider, UploadProviderFactory } from './provider';
import { setCopy } from './put-files';

/** The path of the route that serves the files of the folder. */
export const LOCAL_PATH = '/uploads';

const PARTIAL = '.partial-';
/** Milliseconds. A partial file of this age belongs to an upload that was interrupted. */
const ABANDONED = 24 * 60 * 60 * 1000;

const localOptions = check.object({
  folder: check.optional(check.string({ min: 1, expected: 'a folder' }), 'public/uploads'),
});

export const createLocalProvider: UploadProviderFactory = async (options, { dir }) => {
  const folder = resolve(dir, folderOf(options));
  await mkdir(folder, { recursive: true });
  return localProvider(folder);
};

/** The absolute path of the folder; null for wrong options, which stop the opening of the provider. */
export const localFolder = (options: unknown, dir: string): string | null => {
  const { value, issues } = runCheck(localOptions, options);
  return issues.length > 0 ? null : resolve(dir, value.folder);
};

function folderOf(options: unknown): string {
  const { value, issues } = runCheck(localOptions, options);
  const [first] = issues;
  if (first) throw new Error(`${first.path.join('.')} ${first.message}`);
  return value.folder;
}

function localProvider(folder: string): UploadProvider {
  const place = (name: string) => join(folder, name);

  const stat = async (name: string): Promise<StoredObject | null> => {
    const found = isSafe(name) ? await lstat(place(name)).catch(absent) : null;
    // A link could lead out of the folder.
    return found?.isFile() ? { name, size: found.size, modified: found.mtime } : null;
  };

  const partialPlace = () => place(`${PARTIAL}${randomBytes(8).toString('hex')}`);

  /** `write` makes the partial files. The folder is put on disk once. */
  const store = async (
    files: readonly { readonly name: string; readonly partial: string }[],
    write: () => Promise<void>,
  ): Promise<void> => {
    try {
      await write();
      for (const { name, partial } of files) await rename(partial, place(name));
      await sync(folder);
    } catch (error) {
      await Promise.all(files.map(({ partial }) => rm(partial, { force: true })));
      throw error;
    }
  };

  const put: UploadProvider['put'] = (name, bytes) => {
    const partial = partialPlace();
    return store([{ name, partial }], () => writeAll(bytes, partial));
  };
  setCopy(put, (files) => {
    const copies = files.map(({ name, path }) => ({ name, path, partial: partialPlace() }));
    return store(copies, async () => {
      for (const { path, partial } of copies) {
        // The system copies: no bytes pass through this process.
        await copyFile(path, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await chmod(partial, 0o640);
        await sync(partial);
      }
    });
  });

  return {
    put,
    async get(name: string, range?: ByteRange): Promise<Readable | null> {
      if (!isSafe(name)) return null;
      const file = await open(place(name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(absent);
      return file === null ? null : file.createReadStream(range);
    },
    stat,
    async move(from, to) {
      await rename(place(from), place(to)).catch(absent);
      await sync(folder);
    },
    remove: (name) => rm(place(name), { force: true }),
    url: (name) => `${LOCAL_PATH}/${encodeURIComponent(name)}`,
    async *list() {
      for await (const entry of await opendir(folder)) {
        const found = entry.name.startsWith('.') ? null : await stat(entry.name);
        if (found) yield found;
      }
    },
    async cleanUp() {
      for await (const { name } of await opendir(folder)) {
        if (!name.startsWith(PARTIAL)) continue;
        const found = await lstat(place(name)).catch(absent);
        if (found && Date.now() - found.mtimeMs > ABANDONED) await rm(place(name), { force: true });
      }
    },
  };
}

/** Ends when the file is closed: a stream that fails at once fails before the file is open, and the file would come later. */
async function writeAll(bytes: Readable, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline(bytes, file);
  } catch (error) {
    // An error of a write names no file.
    throw error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
  } finally {
    file.destroy();
    await closed;
  }
}

/** Names are made by this plugin. This check holds even for a name that a client sends. */
const isSafe = (name: string): boolean => /^[\w-][\w.-]*$/.test(name);

/** `ELOOP`: the name is a symbolic link. The provider does not follow such links. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENAMETOOLONG', 'ELOOP']);

function absent(error: NodeJS.ErrnoException): null {
  if (ABSENT.has(error.code)) return null;
  throw error;
}

/** Puts the bytes of a file on disk, or the names in a folder. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
