// Opens a file below a folder. A path that leads out of the folder, also through a symbolic link, finds no file.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly modified: Date;
  /** Another one after each change of the file, also if its size and `modified` are as before. */
  readonly state: string;
}

/** The caller closes the file. null: there is no such file. */
export async function openFile(
  folder: string,
  parts: readonly string[],
): Promise<OpenFile | 'folder' | null> {
  if (!isServed(parts)) return null;
  const root = await realpath(folder).catch(absent);
  if (root === null) return null;
  const path = await realpath(join(root, ...parts)).catch(absent);
  if (path === null || (path !== root && !path.startsWith(root + sep))) return null;
  const handle = await open(path, FLAGS).catch(absent);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, size: stats.size, modified: stats.mtime, state: stateOf(stats) };
    await handle.close();
    return stats.isDirectory() ? 'folder' : null;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const stateOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, ctimeMs].join(' ');

/** A named pipe must not wait for a writer. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Can these steps of a path lead to a file of a folder? */
export const isServed = (parts: readonly string[]): boolean => !parts.some(isHidden);

/** `.env` and `.git` are no part of a site. */
const isHidden = (part: string): boolean => part.startsWith('.') && part !== '.well-known';

/** `ENXIO`: the name is a socket. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ENXIO']);

function absent(error: NodeJS.ErrnoException): null {
  if (ABSENT.has(error.code)) return null;
  throw error;
}
