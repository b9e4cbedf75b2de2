// Resolves a path or package of the configuration (`./src/audit`, `/opt/x`, `@own/package`) from the application folder to a
// file. The message of the thrown error is the mistake.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { isPlainObject } from '../check/checks';
import { readJsonText } from '../check/json-text';
import { MODULE_EXTENSIONS } from './load-module';

export function resolveModule(wanted: string, dir: string): string {
  if (!isPath(wanted)) return resolvePackage(wanted, dir);
  const path = resolve(dir, wanted);
  const main = mainOf(path);
  if (main !== null) return main;
  const file = candidates(path).find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
  if (file) return file;
  throw new Error(
    `the file ${path} does not exist (also not with .ts, .js, .mjs, .cjs, nor as a folder with an index or a package.json)`,
  );
}

/** The file that the package.json of a folder names; null: it names none. */
function mainOf(folder: string): string | null {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return null;
  const { name, main, exports } = readManifest(manifest);
  if (exports === undefined && main === undefined) return null;
  if (exports !== undefined && typeof name !== 'string')
    throw new Error(`the package.json in ${folder} has "exports" and no "name"; add a "name"`);
  const from = createRequire(manifest);
  try {
    // A package may import itself by its name, with its `exports`.
    return exports === undefined ? from.resolve(folder) : from.resolve(String(name));
  } catch {
    const named = JSON.stringify(exports ?? main);
    throw new Error(
      `the package.json in ${folder} names ${named}, which cannot be found; build the package, or correct "${exports === undefined ? 'main' : 'exports'}"`,
    );
  }
}

interface Manifest {
  readonly name?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}

function readManifest(file: string): Manifest {
  const read = readJsonText(readFileSync(file, 'utf8'));
  if ('value' in read && isPlainObject(read.value)) return read.value;
  throw new Error(`${file} is not a JSON object; correct it`);
}

function resolvePackage(name: string, dir: string): string {
  try {
    return createRequire(join(dir, 'package.json')).resolve(name);
  } catch {
    throw new Error(`the package "${name}" is not installed in ${dir}; write ./ before a path`);
  }
}

const isPath = (wanted: string): boolean => /^\.{1,2}(\/|$)/.test(wanted) || isAbsolute(wanted);

const candidates = (path: string): string[] => {
  const extensions = MODULE_EXTENSIONS.filter((extension) => extension !== '.json');
  return [path, ...extensions.map((e) => path + e), ...extensions.map((e) => join(path, `index${e}`))];
};
