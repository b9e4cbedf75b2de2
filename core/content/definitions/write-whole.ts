// Writes and removes several files. If one cannot be written, all get their former text back. A process that is killed between two renames
// leaves some files written; each of them is whole.
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { thrownCode } from '../../kernel/errors/thrown';
import { WriteFailure } from './definition-files';

export interface UndoStep {
  readonly path: string;
  readonly work: () => void;
}

interface Staged {
  readonly path: string;
  readonly file: string;
  /** The new text, and a copy of the file. Watchers and the loader skip hidden files. */
  readonly next: string;
  readonly former: string;
  readonly isNew: boolean;
  readonly isRemoved: boolean;
}

/** What needs space on the disk comes before the first rename. null: the file is removed, and folders that are empty then. */
export function writeWhole(dir: string, texts: ReadonlyMap<string, string | null>): void {
  const undo: UndoStep[] = [];
  const staged: Staged[] = [];
  try {
    for (const [path, text] of texts) {
      const file = join(dir, path);
      for (const made of madeFolders(dirname(file)))
        undo.push({ path: relative(dir, made), work: () => rmdirSync(made) });
      removeLeftovers(file);
      const stats = lstatSync(file, { throwIfNoEntry: false });
      const one = {
        path,
        file,
        next: besideOf(file, 'new'),
        former: besideOf(file, 'former'),
        isNew: !stats,
        isRemoved: text === null,
      };
      staged.push(one);
      if (stats?.isFile()) {
        copyFileSync(file, one.former);
        keepOwner(stats, one.former);
      }
      if (text === null) continue;
      writeSynced(one.next, text);
      if (stats) keepOwner(stats, one.next);
    }
    // A process that is killed here leaves a renamed definition twice, and never loses it.
    const inOrder = staged.toSorted((a, b) => Number(a.isRemoved) - Number(b.isRemoved));
    for (const { path, file, next, former, isNew, isRemoved } of inOrder) {
      if (isRemoved) rmSync(file);
      else renameSync(next, file);
      undo.push({ path, work: () => (isNew ? rmSync(file) : renameSync(former, file)) });
    }
  } catch (error) {
    // A new text that stays changes no file. New folders are removed after it.
    removeHidden(staged.map(({ next }) => next));
    const changed = undoAll(undo);
    // A file that did not get its former text back has it in the copy.
    removeHidden(staged.filter(({ path }) => !changed.includes(path)).map(({ former }) => former));
    throw new WriteFailure(error, changed);
  }
  removeHidden(staged.map(({ former }) => former));
  for (const { file, isRemoved } of staged) if (isRemoved) removeEmpty(dir, dirname(file));
}

/** Only below `dir`. A folder that has other files stays. */
function removeEmpty(dir: string, folder: string): void {
  for (let one = folder; one.length > dir.length; one = dirname(one)) {
    try {
      rmdirSync(one);
    } catch {
      return;
    }
  }
}

const removeHidden = (files: readonly string[]): readonly string[] =>
  undoAll(files.map((path) => ({ path, work: () => rmSync(path, { force: true }) })));

/** The last step first. A step that fails does not keep the others from running. Returns the paths of those that failed. */
export const undoAll = (steps: readonly UndoStep[]): readonly string[] =>
  steps.toReversed().flatMap(({ path, work }) => {
    try {
      work();
      return [];
    } catch {
      return [path];
    }
  });

/** The outermost first. */
function madeFolders(folder: string): readonly string[] {
  const first = mkdirSync(folder, { recursive: true });
  const made: string[] = [];
  if (first !== undefined)
    for (let one = folder; one.length >= first.length; one = dirname(one)) made.unshift(one);
  return made;
}

const besideOf = (file: string, name: 'new' | 'former'): string =>
  join(dirname(file), `.${basename(file)}.${process.pid}.${name}`);

/** Of processes that were killed. */
function removeLeftovers(file: string): void {
  const start = `.${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    const [, pid] = name.startsWith(start)
      ? (/^(\d+)\.(new|former)$/.exec(name.slice(start.length)) ?? [])
      : [];
    if (pid !== undefined && !isAnother(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

/** This process has its number from an earlier one, and writes nothing else at this moment. */
function isAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return thrownCode(error) !== 'ESRCH';
  }
}

function keepOwner({ mode, uid, gid }: Stats, file: string): void {
  // Only root may give files away. Others have made the file themselves.
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
  chmodSync(file, mode & 0o7777);
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'w');
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
