// Calls back when code or configuration in a folder changes. It ignores data: the logs and databases of a running application
// would restart it endlessly.
import { type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { MODULE_EXTENSIONS } from '../config/load-module';

const OTHERS = /^(node_modules|dist|data|coverage|public)$|^\.(?!env)/;
const KINDS: readonly string[] = MODULE_EXTENSIONS;
/** Milliseconds: an editor touches a file several times to save it. */
const QUIET = 150;

export interface FileWatch {
  /** Changes of the file cause no call until it is accepted. The path is relative to the folder. */
  ignore(file: string): void;
  /** The current state of the file is known: it causes no call. */
  accept(file: string): void;
  /** Accepts all ignored files. */
  acceptAll(): void;
  close(): void;
}

/** `onChange` receives the first of the changed files by name, relative to the folder. `written` are files that a command writes. */
export function watchFiles(
  dir: string,
  onChange: (file: string) => void,
  written: readonly string[] = [],
): FileWatch {
  // One watcher per folder: Node's recursive watcher loses replaced files, and would watch node_modules.
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const ignored = new Set<string>();
  let known = scan();

  function scan(): Map<string, number> {
    const files = new Map<string, number>();
    const visit = (folder: string): void => {
      follow(folder);
      for (const entry of readFolder(folder)) {
        const path = join(folder, entry.name);
        if (OTHERS.test(entry.name)) continue;
        if (entry.isDirectory()) visit(path);
        else if (isSource(entry.name) && !written.includes(relative(dir, path)))
          files.set(relative(dir, path), changedAt(path));
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
        // A removed or replaced folder.
        if (event === 'rename') forget(path);
        if (isSource(name) || !isFile(path)) later();
      });
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // The folder was removed after it was read; the next scan notices that.
      if (!isGone(error)) throw error;
    }
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function later(): void {
    // A later change does not move the timer: a file that changes all the time would delay it endlessly.
    timer ??= setTimeout(() => {
      timer = undefined;
      const now = scan();
      const files = [...new Set([...now.keys(), ...known.keys()])].sort();
      const changed = files.find((file) => !ignored.has(file) && now.get(file) !== known.get(file));
      known = now;
      if (changed !== undefined) onChange(changed);
    }, QUIET);
  }

  function accept(file: string): void {
    ignored.delete(file);
    known.set(file, changedAt(join(dir, file)));
  }

  return {
    ignore: (file) => void ignored.add(file),
    accept,
    acceptAll: () => ignored.forEach(accept),
    close() {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}

const isSource = (name: string): boolean => KINDS.includes(extname(name)) || name.startsWith('.env');

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;

const changedAt = (path: string): number => statOf(path)?.mtimeMs ?? 0;

/** undefined for a broken or circular link. */
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
