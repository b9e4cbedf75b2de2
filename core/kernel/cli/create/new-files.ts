// Writes new files and never changes existing ones. When one file fails, none stays.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../errors/startup-error';

/** Compiled, this file is dist/core/kernel/cli/create/new-files.js. */
const TEMPLATES = join(__dirname, '..', '..', '..', '..', '..', 'templates');

/** Path in the new folder → content. */
export type NewFiles = Readonly<Record<string, string>>;

/** The files of a template; `{{name}}` becomes the value of `name`. */
export function filesOfTemplate(template: string, values: Readonly<Record<string, string>>): NewFiles {
  const root = join(TEMPLATES, template);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
  return Object.fromEntries(
    paths.map((path) => [
      // npm leaves files with the name .gitignore out of a package.
      path.replace(/(^|[\\/])gitignore$/, '$1.gitignore'),
      readFileSync(join(root, path), 'utf8').replace(/\{\{(\w+)\}\}/g, (all, key) => values[key] ?? all),
    ]),
  );
}

/** The folder must be missing or empty. */
export function writeNewFolder(dir: string, files: NewFiles): void {
  if (existsSync(dir) && !statSync(dir).isDirectory())
    throw new StartupError(`${dir} is a file. Choose the name of a new folder.`);
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new StartupError(
      `The folder ${dir} is not empty. Choose the name of a new folder, or empty this one.`,
    );
  const firstMade = mkdirSync(dir, { recursive: true });
  try {
    for (const [path, text] of Object.entries(files)) writeNewFile(join(dir, path), text);
  } catch (error) {
    if (firstMade === undefined) for (const name of readdirSync(dir)) remove(join(dir, name));
    else remove(firstMade);
    throw error;
  }
}

/** Returns a function that removes the file again, with the folders that were made for it. */
export function writeNewFile(file: string, text: string): () => void {
  const firstMade = mkdirSync(dirname(file), { recursive: true });
  const undo = (): void => remove(firstMade ?? file);
  try {
    // A .env file has secrets.
    writeFileSync(file, text, { flag: 'wx', ...(basename(file) === '.env' ? { mode: 0o600 } : {}) });
  } catch (error) {
    if (firstMade !== undefined) undo();
    throw error;
  }
  return undo;
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });
