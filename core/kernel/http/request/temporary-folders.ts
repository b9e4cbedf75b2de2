// Temporary folders of uploads. A process that is killed leaves its folders behind; their name and their age show this.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'quire-body-';
/** Milliseconds. A folder of this age belongs to a process that was killed. */
const ABANDONED = 24 * 60 * 60 * 1000;

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), PREFIX));

/** The folders that killed processes of this user left. */
export async function* abandonedFolders(): AsyncIterable<string> {
  const before = Date.now() - ABANDONED;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before && found.uid === (process.getuid?.() ?? found.uid)) yield path;
  }
}

/** With retries: a file may come while the folder is being removed. */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5 });
