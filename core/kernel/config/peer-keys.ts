// Keys of Strapi's configuration files, and their counterparts in Quire.
import type { Issue } from '../check/check';
import type { Mistake } from '../errors/startup-error';
import type { MiddlewaresConfig } from './middlewares-config';
import type { ConfigName } from './read-config';

const NOT_HERE = 'remove it; Quire has no counterpart';
const REMEDIES: Partial<Record<ConfigName, Readonly<Record<string, string>>>> = {
  server: {
    app: 'remove it; users-permissions has its own secret',
    admin: NOT_HERE,
    cron: 'export the tasks from config/cron-tasks, which the plugin strapi runs with the plugin jobs',
    dirs: NOT_HERE,
    logger: 'use "logs"',
    transfer: NOT_HERE,
    webhooks: NOT_HERE,
  },
  database: {
    connection: 'move client, filename, host, port, user, password, database, ssl and pool to the top level',
    settings: NOT_HERE,
  },
  api: {
    responses: 'remove it, and list the private attributes in options.privateAttributes of each schema file',
    documents: 'use "rest.strictParams"',
  },
};

/** Steps that have the same name in Quire. */
const STEPS: readonly string[] = ['errors', 'logger', 'security', 'cors', 'query', 'body'];

/** Plugins that Quire does not have; other names may be packages. */
const PLUGINS: Readonly<Record<string, string>> = {
  documentation: 'remove it; the plugin openapi documents the API',
  cloud: NOT_HERE,
  'color-picker': 'remove it; Quire reads its fields as text',
  'content-manager': NOT_HERE,
  'content-releases': 'use the plugin schedule, which has releases',
  'content-type-builder': NOT_HERE,
  'review-workflows': NOT_HERE,
  sentry: 'remove it; a plugin may tap request.error',
  seo: NOT_HERE,
};

/** The message for an unknown key that Strapi knows. */
export function peerKeyMessage(name: ConfigName, { path, message }: Issue): string | undefined {
  const [key, below] = path;
  if (name === 'server' && key === 'proxy') return `${message}; Strapi's { koa: true } is 1 behind one proxy`;
  if (typeof key !== 'string' || below !== undefined) return undefined;
  const remedies = REMEDIES[name] ?? {};
  return Object.hasOwn(remedies, key) ? `is a key of Strapi: ${remedies[key]}` : undefined;
}

export const peerPluginMessage = (name: string): string | undefined =>
  Object.hasOwn(PLUGINS, name) ? `"${name}" is a plugin of Strapi: ${PLUGINS[name]}` : undefined;

export function peerMiddlewares(list: MiddlewaresConfig, where: string): Mistake[] {
  return (list ?? []).flatMap(({ name, resolve }, index) => {
    if (resolve !== undefined || !name.includes('::')) return [];
    return [{ where, at: `[${index}]`, message: `"${name}" is a middleware of Strapi: ${remedyOf(name)}` }];
  });
}

function remedyOf(middleware: string): string {
  const [scope, name = ''] = middleware.split('::');
  if (scope === 'strapi') return STEPS.includes(name) ? `write "${name}"` : NOT_HERE;
  const file = scope === 'global' ? `src/middlewares/${name}` : 'src/NAME';
  return `write { "resolve": "./${file}" }; the file exports (config, { kernel, koa }) => koa middleware${scope === 'global' ? `; with the plugin strapi, write { "resolve": "${middleware}" }` : ''}`;
}
