// The package of a plugin: the versions of Quire and Node that it accepts, and a check for a second copy of Quire.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { isPlainObject } from '../check/checks';
import { PACKAGE_NAME } from '../config/load-module';
import { quireVersion } from './about';

interface Semver {
  satisfies(version: string, range: string, options: { readonly includePrerelease: true }): boolean;
  validRange(range: string): string | null;
}

/** Compiled, this file is dist/core/kernel/app/plugin-package.js. */
const ROOT = resolve(__dirname, '..', '..', '..', '..');

/** Before the plugin is loaded: code for another version fails with messages that say less. Throws the mistake. */
export function requireVersions(file: string): void {
  const found = packageOf(file);
  if (!found) return;
  const { name, manifest } = found;
  const wanted: [product: string, version: string, range: unknown, remedy: string][] = [
    [
      PACKAGE_NAME,
      quireVersion(),
      rangeIn(manifest.peerDependencies, PACKAGE_NAME),
      'another version of the plugin or of Quire',
    ],
    [
      PACKAGE_NAME,
      quireVersion(),
      rangeIn(manifest.engines, PACKAGE_NAME),
      'another version of the plugin or of Quire',
    ],
    ['Node', process.versions.node, rangeIn(manifest.engines, 'node'), 'another version of Node'],
  ];
  for (const [product, version, range, remedy] of wanted) {
    if (typeof range !== 'string') continue;
    // Loaded for packages alone: most applications start without it.
    const semver = require('semver') as Semver;
    if (semver.validRange(range) === null) continue;
    if (semver.satisfies(version, range, { includePrerelease: true })) continue;
    throw new Error(
      `${name} needs ${product} ${range}, and this is ${product} ${version}; install ${remedy}`,
    );
  }
}

/** After the plugin is loaded: classes of a second copy, such as AppError, are unknown to this one. Throws the mistake. */
export function refuseSecondCopy(file: string, loaded: Iterable<string> = Object.keys(require.cache)): void {
  const copy = copyOf(file);
  if (copy === null || copy === realpathSync(ROOT)) return;
  const code = join(copy, 'dist') + sep;
  for (const path of loaded)
    if (path.startsWith(code))
      throw new Error(
        `${file} loads a second copy of ${PACKAGE_NAME} from ${copy}. The application runs with ${ROOT}, which does not recognize the errors of the copy. Remove the copy, or install the file that "npm pack" makes of the plugin instead of its folder`,
      );
}

/** The folder of Quire for code in this file. */
function copyOf(file: string): string | null {
  try {
    return dirname(realpathSync(createRequire(file).resolve(`${PACKAGE_NAME}/package.json`)));
  } catch {
    return null;
  }
}

function packageOf(
  file: string,
): { readonly name: string; readonly manifest: Record<string, unknown> } | null {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const manifest = readManifest(path);
    return manifest && { name: typeof manifest.name === 'string' ? manifest.name : folder, manifest };
  }
  return null;
}

function readManifest(path: string): Record<string, unknown> | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isPlainObject(manifest) ? manifest : null;
  } catch {
    return null;
  }
}

const rangeIn = (record: unknown, key: string): unknown => (isPlainObject(record) ? record[key] : undefined);
