// From what a configuration names (`./src/audit`, `/opt/x`, `@own/package`) to the file, seen from the application folder.
// Throws an error whose message is the mistake.
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { MODULE_EXTENSIONS } from './load-module';

export function resolveModule(wanted: string, dir: string): string {
  if (!isPath(wanted)) return resolvePackage(wanted, dir);
  const path = resolve(dir, wanted);
  const file = candidates(path).find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
  if (file) return file;
  throw new Error(`there is no file ${path} (or with .ts, .js, .mjs, .cjs, or a folder with an index)`);
}

function resolvePackage(name: string, dir: string): string {
  try {
    return createRequire(join(dir, 'package.json')).resolve(name);
  } catch {
    throw new Error(`no package "${name}" is installed for ${dir}; a path starts with ./`);
  }
}

const isPath = (wanted: string): boolean => /^\.{1,2}(\/|$)/.test(wanted) || isAbsolute(wanted);

const candidates = (path: string): string[] => {
  const extensions = MODULE_EXTENSIONS.filter((extension) => extension !== '.json');
  return [path, ...extensions.map((e) => path + e), ...extensions.map((e) => join(path, `index${e}`))];
};
