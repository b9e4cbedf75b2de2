// Resolves a path or package of the configuration (`./src/audit`, `/opt/x`, `@own/package`) from the application folder to a
// file. The message of the thrown error is the mistake.
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { MODULE_EXTENSIONS } from './load-module';

export function resolveModule(wanted: string, dir: string): string {
  if (!isPath(wanted)) return resolvePackage(wanted, dir);
  const path = resolve(dir, wanted);
  const file = candidates(path).find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
  if (file) return file;
  throw new Error(
    `the file ${path} does not exist (also not with .ts, .js, .mjs, .cjs, nor as a folder with an index)`,
  );
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
