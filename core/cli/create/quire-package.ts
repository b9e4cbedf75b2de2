// The version of this copy of Quire, and how a new package.json names it.
import { relative, resolve, sep } from 'node:path';
import { PACKAGE_NAME } from '../../config/load-module';

const ROOT = resolve(__dirname, '..', '..', '..', '..');

export const quireVersion = (): string =>
  (require('quire-cms/package.json') as { readonly version: string }).version;

/** A range of versions, or `file:` and a path when this copy is a clone. */
export function quireSpec(dir: string): string {
  const isInstalled = ROOT.split(sep).includes('node_modules');
  return isInstalled ? `^${quireVersion()}` : `file:${relative(dir, ROOT).split(sep).join('/')}`;
}

/** A name that npm accepts for a package that installs Quire. */
export const isPackageName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,200}$/.test(name) && name !== 'node_modules' && name !== PACKAGE_NAME;
