// Writes several files: all of them, or none. Each is written beside its place first, then renamed.
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The file, or a folder on the way to it, may be a link, which may lead out of the application. */
export function linkOnTheWay(dir: string, path: string): string | null {
  const steps = path.split('/');
  const places = steps.map((_, at) => steps.slice(0, at + 1).join('/'));
  const link = places.find((place) =>
    lstatSync(join(dir, place), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
  return link === undefined ? null : `${link} is a link; change the file that it names with an editor`;
}

export function writeWhole(dir: string, texts: ReadonlyMap<string, string>): void {
  const undo: (() => void)[] = [];
  try {
    const staged = [...texts].map(([path, text]) => {
      const file = join(dir, path);
      const made = mkdirSync(dirname(file), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
      // Watchers and the loader skip hidden files.
      const beside = join(dirname(file), `.${basename(file)}.${process.pid}`);
      undo.push(() => rmSync(beside, { force: true }));
      writeSynced(beside, text);
      return { file, beside, former: existsSync(file) ? readFileSync(file) : null };
    });
    for (const { file, beside, former } of staged) {
      renameSync(beside, file);
      undo.push(() => (former === null ? rmSync(file, { force: true }) : writeFileSync(file, former)));
    }
  } catch (error) {
    for (const back of undo.toReversed()) back();
    throw error;
  }
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'w');
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
