// The command line of the suite.
import { parseArgs } from 'node:util';
import type { TestDatabase } from '../../core/testing/databases';
import type { Kind } from './attack';
import { KINDS } from './kinds/all-kinds';
import type { RemoteSite } from './open-target';

export interface AttackOptions {
  /** null: the suite starts an application on each database. */
  readonly remote: RemoteSite | null;
  readonly databases: readonly TestDatabase[];
  readonly without: readonly string[];
  readonly kinds: readonly Kind[];
  readonly seed: number;
  readonly isShort: boolean;
  readonly insecure: boolean;
}

const DATABASES: readonly TestDatabase[] = ['sqlite', 'mysql', 'postgres'];

export const HELP = `npm run attack -- [options]

Attacks a deployment over HTTP and raw sockets. It creates roles, users and documents, and removes them.
Attack only deployments that you own: some attacks send load, and a weak deployment may stop.

  --url URL         the deployment; without it, the suite starts an application
  --token TOKEN     a token with full access; or ATTACK_TOKEN
  --schema URL      its OpenAPI document (default: /openapi.json below the prefix)
  --prefix PATH     the prefix of API paths (default /api)
  --graphql PATH    the GraphQL endpoint (default /graphql)
  --hidden NAMES    private attributes that no answer may show: articles.note,users.pin
  --unique NAMES    attributes with unique values: articles.code
  --jwt-secret KEY  the secret that signs tokens, to forge expired ones; or ATTACK_JWT_SECRET
  --declare NAMES   capabilities, missing ones with a dash: graphql,aggregates,-upload
  --insecure        accept self-signed certificates
  --db NAMES        without --url: sqlite (default), mysql, postgres; several with commas
  --without NAMES   without --url: plugins to disable
  --only KINDS      these kinds of attacks; several with commas
  --seed N          the seed of random choices (default 1)
  --short           fewer combinations, and no attack that waits for a timeout
  --help            this text

${KINDS.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`).join('\n')}

Exit codes: 0 no finding, 1 findings, 2 wrong usage.`;

export class WrongUsage extends Error {}

export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): AttackOptions | 'help' {
  const values = parsed(args);
  if (values.help) return 'help';
  const { url } = values;
  if (url !== undefined && !/^https?:\/\/[^\s/]/.test(url))
    throw new WrongUsage(`--url takes an address such as https://example.com, not "${url}".`);
  const notHere = (url === undefined ? REMOTE_ONLY : OWN_ONLY).filter((name) => values[name] !== undefined);
  if (notHere.length > 0)
    throw new WrongUsage(`--${notHere.join(', --')}: only ${url === undefined ? 'with' : 'without'} --url.`);
  return {
    remote:
      url === undefined
        ? null
        : {
            url,
            prefix: values.prefix ?? '/api',
            graphql: values.graphql ?? '/graphql',
            token: values.token ?? env.ATTACK_TOKEN,
            schema: values.schema,
            hidden: listOf(values.hidden),
            unique: listOf(values.unique),
            jwtSecret: values['jwt-secret'] ?? env.ATTACK_JWT_SECRET,
            declared: listOf(values.declare),
          },
    databases: chosen('db', listOf(values.db ?? 'sqlite'), DATABASES, String),
    without: listOf(values.without),
    kinds: values.only === undefined ? KINDS : chosen('only', listOf(values.only), KINDS, ({ name }) => name),
    seed: seedOf(values.seed ?? '1'),
    isShort: values.short === true,
    insecure: values.insecure === true,
  };
}

const REMOTE_ONLY = [
  'token',
  'schema',
  'prefix',
  'graphql',
  'hidden',
  'unique',
  'jwt-secret',
  'declare',
] as const;
const OWN_ONLY = ['db', 'without'] as const;

function parsed(args: readonly string[]) {
  const option = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: option,
        token: option,
        schema: option,
        prefix: option,
        graphql: option,
        hidden: option,
        unique: option,
        'jwt-secret': option,
        declare: option,
        insecure: flag,
        db: option,
        without: option,
        only: option,
        seed: option,
        short: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

const listOf = (text = ''): string[] => text.split(',').filter((word) => word !== '');

function chosen<T>(
  option: string,
  names: readonly string[],
  all: readonly T[],
  nameOf: (one: T) => string,
): T[] {
  const unknown = names.filter((name) => !all.some((one) => nameOf(one) === name));
  if (unknown.length > 0)
    throw new WrongUsage(`--${option} takes ${all.map(nameOf).join(', ')}; not "${unknown.join(',')}".`);
  return all.filter((one) => names.includes(nameOf(one)));
}

function seedOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new WrongUsage(`--seed takes a whole number, not "${text}".`);
  return Number(text);
}
