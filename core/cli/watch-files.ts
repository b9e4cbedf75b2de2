// Tells when code or configuration below a folder changes. Not the data that an application writes beside them: logs, databases
// and mails of a running application would have it start for ever.
import { type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { MODULE_EXTENSIONS } from '../config/load-module';

const OTHERS = /^(node_modules|dist|data|coverage|public)$|^\.(?!env)/;
const KINDS: readonly string[] = MODULE_EXTENSIONS;
/** Milliseconds: an editor touches a file several times to save it. */
const QUIET = 150;

/** `onChange` gets one of the files that changed, relative to the folder. */
export function watchFiles(dir: string, onChange: (file: string) => void): { close(): void } {
  // Each folder by itself: Node's recursive watching loses files that an editor replaces, and would watch node_modules.
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let known = look();

  function look(): Map<string, number> {
    const files = new Map<string, number>();
    const visit = (folder: string): void => {
      follow(folder);
      for (const entry of readFolder(folder)) {
        const path = join(folder, entry.name);
        if (OTHERS.test(entry.name)) continue;
        if (entry.isDirectory()) visit(path);
        else if (isSource(entry.name)) files.set(relative(dir, path), changedAt(path));
      }
    };
    visit(dir);
    return files;
  }

  function follow(folder: string): void {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (event, name) => {
        if (name === null || OTHERS.test(name)) return;
        const path = join(folder, name);
        // A folder that is gone, or another one in its place.
        if (event === 'rename') forget(path);
        if (isSource(name) || !isFile(path)) later();
      });
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // Gone since it was read; a look that follows sees that.
      if (!isGone(error)) throw error;
    }
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function later(): void {
    // One that waits is not put off: files that come and go all the time would put it off for ever.
    timer ??= setTimeout(() => {
      timer = undefined;
      const now = look();
      const changed = [...new Set([...now.keys(), ...known.keys()])].find(
        (file) => now.get(file) !== known.get(file),
      );
      known = now;
      if (changed !== undefined) onChange(changed);
    }, QUIET);
  }

  return {
    close() {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}

const isSource = (name: string): boolean => KINDS.includes(extname(name)) || name.startsWith('.env');

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;

const changedAt = (path: string): number => statOf(path)?.mtimeMs ?? 0;

/** Nothing of a link that leads nowhere, or round in a circle. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
