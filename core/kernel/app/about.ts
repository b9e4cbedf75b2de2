// The facts of the application for `GET /` and the startup message: name, version, addresses. Production shows none of them.
import type { Kernel } from './app';

/** Compiled, this file is dist/core/kernel/app/about.js. */
const MANIFEST = '../../../../package.json';

export function quireVersion(): string {
  const { version } = require(MANIFEST) as { readonly version: string };
  return version;
}

/** Paths by name: the routes with a `link`. Production has none. */
export function linksOf({ routes, isProduction }: Kernel): Readonly<Record<string, string>> {
  if (isProduction) return {};
  return Object.fromEntries(
    routes.flatMap(({ definition: { link, path } }) => (link === undefined ? [] : [[link, path]])),
  );
}

export function aboutApplication(kernel: Kernel): Readonly<Record<string, unknown>> {
  if (kernel.isProduction) return { message: 'The server runs. This path has no content.' };
  return {
    name: 'Quire',
    version: quireVersion(),
    environment: kernel.environment,
    links: { api: kernel.config.api.rest.prefix, ...linksOf(kernel) },
  };
}
