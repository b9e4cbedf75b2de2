// Where the documentation explains an error code: a heading of docs/errors.md. Development logs the place with each refused request.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

/** Compiled, this file is dist/core/kernel/app/error-help.js. */
const ERRORS_PAGE = join(__dirname, '..', '..', '..', '..', 'docs', 'errors.md');

/** undefined: the page does not have the code, such as one of a plugin of the application. An image may lack the page. */
export function createErrorHelp(
  cwd = process.cwd(),
  path = ERRORS_PAGE,
): (code: string) => string | undefined {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const codes = new Set([...text.matchAll(/^### ([A-Z_]+)$/gm)].map(([, code = '']) => code));
  const near = relative(cwd, path);
  const page = near.startsWith('..') || isAbsolute(near) ? path : near;
  return (code) => (codes.has(code) ? `${page}#${code.toLowerCase()}` : undefined);
}
