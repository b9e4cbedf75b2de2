// What people bring along in configuration files of Strapi, and what stands here instead of it.
import type { Issue } from '../check/check';
import type { Mistake } from '../errors/startup-error';
import type { MiddlewaresConfig } from './middlewares-config';
import type { ConfigName } from './read-config';

const NOT_HERE = 'leave it out, there is nothing like it here';
const REMEDIES: Partial<Record<ConfigName, Readonly<Record<string, string>>>> = {
  server: {
    app: 'leave it out, no keys are needed; users-permissions keeps its own secret',
    admin: NOT_HERE,
    cron: NOT_HERE,
    dirs: NOT_HERE,
    logger: 'see "logs"',
    transfer: NOT_HERE,
    webhooks: NOT_HERE,
  },
  database: {
    connection:
      'write client, filename, host, port, user, password, database, ssl and pool at the top, without "connection"',
    settings: NOT_HERE,
  },
  api: {
    responses: 'name what is private in options.privateAttributes of each type',
    documents: 'see "rest.strictParams"',
  },
};

/** Steps of the same name. */
const STEPS: readonly string[] = ['errors', 'logger', 'security', 'cors', 'query', 'body'];
const PREFIX = 'strapi::';

/** The message on an unknown key, where it is one of these. */
export function peerKeyMessage(name: ConfigName, { path }: Issue): string | undefined {
  const [key, below] = path;
  if (typeof key !== 'string' || below !== undefined) return undefined;
  const remedies = REMEDIES[name] ?? {};
  return Object.hasOwn(remedies, key) ? `is a key of Strapi: ${remedies[key]}` : undefined;
}

export function peerMiddlewares(list: MiddlewaresConfig, where: string): Mistake[] {
  return (list ?? []).flatMap(({ name }, index) => {
    if (!name.startsWith(PREFIX)) return [];
    const step = name.slice(PREFIX.length);
    const remedy = STEPS.includes(step) ? `write "${step}"` : NOT_HERE;
    return [{ where, at: `[${index}]`, message: `"${name}" is a middleware of Strapi: ${remedy}` }];
  });
}
