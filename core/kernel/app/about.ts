// The facts of the application for `GET /`, the startup message and the OpenAPI document: name, version, addresses. `GET /` of production
// shows none of them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '../check/checks';
import { readJsonText } from '../check/json-text';
import type { Kernel } from './app';

/** Compiled, this file is dist/core/kernel/app/about.js. */
const MANIFEST = '../../../../package.json';

export function quireVersion(): string {
  const { version } = require(MANIFEST) as { readonly version: string };
  return version;
}

/** Of the package.json in its folder. */
export function applicationName(dir: string): string {
  const file = join(dir, 'package.json');
  const read = existsSync(file) ? readJsonText(readFileSync(file, 'utf8')) : null;
  const name = read && 'value' in read && isPlainObject(read.value) ? read.value.name : null;
  return typeof name === 'string' && name !== '' ? name : 'Quire';
}

/** Of the port that is open; `server.url` is the address behind a proxy. */
export const openAddressOf = ({ server }: Kernel): string =>
  server.url.replace('//0.0.0.0:', '//localhost:').replace('//127.0.0.1:', '//localhost:');

/** Paths by name: the routes with a `link`. Production has none. */
export function linksOf({ routes, isProduction }: Kernel): Readonly<Record<string, string>> {
  if (isProduction) return {};
  return Object.fromEntries(
    routes.flatMap(({ definition: { link, path } }) =>
      link === undefined ? [] : [[link, path.replace(/\/\*\w+$/, '')]],
    ),
  );
}

export function aboutApplication(kernel: Kernel): Readonly<Record<string, unknown>> {
  if (kernel.isProduction) return { message: 'The server runs. This path has no content.' };
  return {
    name: 'Quire',
    version: quireVersion(),
    environment: kernel.environment,
    api: kernel.config.api.rest.prefix,
    links: linksOf(kernel),
  };
}
