// Paths, seen from the compiled suite.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The build that contains the suite: dist/. */
export const BUILD = resolve(__dirname, '..');
/** The repository of the build: the first folder upwards with the schema files of the suite. */
export const ROOT = rootAbove(dirname(BUILD));
/** The content types of the cases. */
export const SCHEMA = join(ROOT, 'conformance', 'schema', 'src');

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'conformance', 'schema', 'src')) || folder === dirname(folder)) return folder;
  return rootAbove(dirname(folder));
}
