// The version of this copy of Quire, and how a new package.json names it.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { PACKAGE_NAME } from '../../config/load-module';

const ROOT = resolve(__dirname, '..', '..', '..', '..', '..');

export const quireVersion = (): string =>
  (require('quire-cms/package.json') as { readonly version: string }).version;

/** A range of versions. Where this copy is a clone, or was installed from a file or an address, that one. */
export function quireSpec(dir: string): string {
  const packages = dirname(ROOT);
  if (basename(packages) !== 'node_modules') return fileSpec(dir, ROOT);
  const used = specIn(dirname(packages));
  if (used.startsWith('file:')) return fileSpec(dir, resolve(dirname(packages), used.slice('file:'.length)));
  return used.includes(':') ? used : `^${quireVersion()}`;
}

const fileSpec = (dir: string, path: string): string => `file:${relative(dir, path).split(sep).join('/')}`;

/** The entry of Quire in the package.json of the folder; empty without one, as under npx. */
function specIn(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return '';
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  return String(dependencies?.[PACKAGE_NAME] ?? devDependencies?.[PACKAGE_NAME] ?? '');
}

/** A name that npm accepts for a package that installs Quire. */
export const isPackageName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,200}$/.test(name) && name !== 'node_modules' && name !== PACKAGE_NAME;
