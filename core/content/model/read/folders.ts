// Lists folders of definition files. An unreadable file or folder is a mistake; the mistake names the path.
import { type Dirent, existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake } from '../../../kernel/errors/startup-error';
import { thrownCode } from '../../../kernel/errors/thrown';

export interface Folders {
  exists(path: string): boolean;
  /** The names of the folders in a folder. */
  folders(folder: string): readonly string[];
  /** The names of the JSON files in a folder, without `.json`. */
  jsonFiles(folder: string): readonly string[];
  /** null after a mistake. */
  read(path: string): string | null;
}

/** What is wrong with a path, by the code of the error. */
export const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder, and should be a file',
  ENOTDIR: 'is a file, and should be a folder',
  EACCES: 'cannot be read: permission denied',
  ENOENT: 'is a link to a place that does not exist',
};

/** Texts of files that are not written yet, by path; null: the file will be removed. */
export type UnwrittenFiles = ReadonlyMap<string, string | null>;

/** Paths are relative to `dir`, with slashes. An unwritten file counts as the one of its path. */
export function createFolders(
  dir: string,
  mistakes: Mistake[],
  unwritten: UnwrittenFiles = new Map<string, string | null>(),
): Folders {
  const reported = new Set<string>();
  function attempt<T>(path: string, work: (file: string) => T): T | null {
    try {
      return work(join(dir, path));
    } catch (error) {
      const code = thrownCode(error);
      if (!reported.has(path))
        mistakes.push({ where: path, message: REASONS[String(code)] ?? `cannot be read: ${code}` });
      reported.add(path);
      return null;
    }
  }

  /** A link counts as its target: a file or a folder. */
  function kindOf(folder: string, entry: Dirent): Pick<Stats, 'isFile' | 'isDirectory'> | null {
    return entry.isSymbolicLink() ? attempt(`${folder}/${entry.name}`, (path) => statSync(path)) : entry;
  }

  const entries = (folder: string): Dirent[] =>
    existsSync(join(dir, folder))
      ? (attempt(folder, (path) => readdirSync(path, { withFileTypes: true })) ?? [])
          .filter(({ name }) => !name.startsWith('.'))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
      : [];

  /** The names that unwritten files add to a folder: of folders, or of files. */
  const namesBelow = (folder: string, isFolder: boolean): string[] =>
    [...unwritten].flatMap(([path, text]) => {
      if (text === null) return [];
      const [name = '', ...below] = path.startsWith(`${folder}/`)
        ? path.slice(folder.length + 1).split('/')
        : [];
      return name !== '' && below.length > 0 === isFolder ? [name] : [];
    });
  const isRemoved = (folder: string, { name }: Dirent): boolean =>
    unwritten.get(`${folder}/${name}`) === null;
  const together = (found: string[], added: string[]): string[] =>
    added.length === 0 ? found : [...new Set([...found, ...added])].sort();

  return {
    exists: (path) => (unwritten.has(path) ? unwritten.get(path) !== null : existsSync(join(dir, path))),
    folders: (folder) =>
      together(
        entries(folder).flatMap((entry) => (kindOf(folder, entry)?.isDirectory() ? [entry.name] : [])),
        namesBelow(folder, true),
      ),
    jsonFiles: (folder) =>
      together(
        entries(folder).flatMap((entry) =>
          entry.name.endsWith('.json') && !isRemoved(folder, entry) && kindOf(folder, entry)?.isFile()
            ? [entry.name]
            : [],
        ),
        namesBelow(folder, false).filter((name) => name.endsWith('.json')),
      ).map((name) => name.slice(0, -'.json'.length)),
    read: (path) => unwritten.get(path) ?? attempt(path, (file) => readFileSync(file, 'utf8')),
  };
}
