// Where things are, seen from the compiled suite.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The build that the suite is part of: dist/. */
export const BUILD = resolve(__dirname, '..', '..');
/** The repository it was built from: the first folder upwards that has the suite's schema files. */
export const ROOT = rootAbove(dirname(BUILD));
/** The content types that the suite's cases speak of. */
export const SCHEMA = join(ROOT, 'conformance', 'schema', 'src');

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'conformance', 'schema', 'src')) || folder === dirname(folder)) return folder;
  return rootAbove(dirname(folder));
}
