// Why no file can be written at a path: links, and names that the file system refuses.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { thrownCode } from '../../kernel/errors/thrown';
import { REASONS } from '../model/read/folders';

/** File systems take 255 bytes. A temporary file beside it has a longer name. */
const LONGEST_NAME = 200;

/** The file, or a folder on the way to it, may be a link, which may lead out of the application. */
export function problemOnTheWay(dir: string, path: string): string | null {
  const names = path.split('/');
  for (const [at, name] of names.entries()) {
    if (name.length > LONGEST_NAME)
      return `the name ${name} is too long; use at most ${LONGEST_NAME} characters`;
    const place = names.slice(0, at + 1).join('/');
    const problem = problemAt(join(dir, place), place, at === names.length - 1);
    if (problem !== null) return problem;
  }
  return null;
}

function problemAt(full: string, place: string, isLast: boolean): string | null {
  try {
    const found = lstatSync(full, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return `${place} is a link; change the file that it names with an editor`;
    if (isLast && found?.isDirectory()) return `${place} ${REASONS.EISDIR}; move it or choose another name`;
    if (!isLast && found?.isFile()) return `${place} ${REASONS.ENOTDIR}; move it or choose another name`;
    return null;
  } catch (error) {
    const code = thrownCode(error);
    return `${place} ${REASONS[String(code)] ?? `cannot be read: ${code}`}; choose another name`;
  }
}
