// The configuration of Quire's plugins for the suite: all built-in plugins except the disabled ones.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { valueAt } from '../wire/captures';
import type { Client } from '../wire/client';

export interface PluginSetup {
  /** The enabled plugins. */
  readonly on: readonly string[];
  /** The content of config/plugins. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  /** Creates credentials when the application answers. */
  tokens(url: string, client: Client): Promise<Readonly<Record<string, string>>>;
}

/** In the order of their dependencies. */
const PLUGINS = [
  'rest',
  'email',
  'i18n',
  'draft-and-publish',
  'users-permissions',
  'api-tokens',
  'upload',
  'graphql',
  'openapi',
];

/** `schema`: the folder of the deployment's schema files. */
export function pluginConfigs(build: string, without: readonly string[], schema: string): PluginSetup {
  const unknown = without.filter((name) => !PLUGINS.includes(name));
  if (unknown.length > 0) throw new Error(`--without ${unknown.join(',')}: there are ${PLUGINS.join(', ')}.`);
  const on = PLUGINS.filter((name) => !without.includes(name));
  const absent = on.filter((name) => !isBuilt(build, name));
  if (absent.length > 0)
    throw new Error(`${build} lacks ${absent.join(', ')}. Build it, or pass --without ${absent.join(',')}.`);
  const secrets = { full: randomBytes(32).toString('hex'), 'read-only': randomBytes(32).toString('hex') };
  const hasTokens = on.includes('api-tokens');
  const configs: Readonly<Record<string, unknown>> = {
    // In production, mail needs a provider.
    email: { provider: 'file' },
    i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] },
    // The rows about the document ask the former format, too.
    openapi: { v4: true },
    'users-permissions': {
      ratelimit: { enabled: false },
      ...(hasTokens
        ? {}
        : { register: { role: 'suite' }, roles: { suite: { actions: allActions(on, schema) } } }),
    },
    'api-tokens': {
      ratelimit: { enabled: false },
      tokens: [
        { name: 'conformance', type: 'full-access', secretFrom: 'CONFORMANCE_FULL' },
        { name: 'conformance, reading', type: 'read-only', secretFrom: 'CONFORMANCE_READ_ONLY' },
      ],
    },
  };
  return {
    on,
    config: Object.fromEntries(
      PLUGINS.filter((name) => isBuilt(build, name)).map((name) => [
        name,
        on.includes(name) && (configs[name] ? { enabled: true, config: configs[name] } : true),
      ]),
    ),
    env: {
      JWT_SECRET: randomBytes(48).toString('base64url'),
      CONFORMANCE_FULL: secrets.full,
      CONFORMANCE_READ_ONLY: secrets['read-only'],
    },
    tokens: async (url, client): Promise<Readonly<Record<string, string>>> => {
      if (hasTokens) return secrets;
      return on.includes('users-permissions') ? { full: await registered(url, client) } : {};
    },
  };
}

/** The entries of a JSON file. `resolve` starts at the file, because the application of the suite is in another folder. */
export function addedPlugins(file: string): Readonly<Record<string, unknown>> {
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, entry]) => {
      const path = valueAt(entry, 'resolve');
      const isPath = typeof path === 'string' && path.startsWith('.');
      return [name, isPath ? { ...(entry as object), resolve: resolve(dirname(file), path) } : entry];
    }),
  );
}

const isBuilt = (build: string, plugin: string): boolean =>
  existsSync(join(build, 'plugins', plugin, 'index.js'));

/** Without API tokens the role of registered users may do everything. */
async function registered(url: string, client: Client): Promise<string> {
  const { status, body, text } = await client.send({
    method: 'POST',
    url: `${url}/api/auth/local/register`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'conformance',
      email: 'suite@conformance.test',
      password: randomBytes(16).toString('hex'),
    }),
  });
  const token = valueAt(body, 'jwt');
  if (typeof token !== 'string') throw new Error(`POST /api/auth/local/register answered ${status}: ${text}`);
  return token;
}

function allActions(on: readonly string[], schema: string): string[] {
  const own = readdirSync(join(schema, 'api')).flatMap((name) => {
    const file = join(schema, 'api', name, 'content-types', name, 'schema.json');
    const type: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const isSingle = valueAt(type, 'kind') === 'singleType';
    const hasDrafts = on.includes('draft-and-publish') && valueAt(type, 'options.draftAndPublish') === true;
    const isLocalized = on.includes('i18n') && valueAt(type, 'pluginOptions.i18n.localized') === true;
    return [
      'find',
      'update',
      'delete',
      ...(isSingle ? [] : ['findOne', 'create']),
      ...(hasDrafts ? ['readDraft', 'publish', 'unpublish', 'discardDraft'] : []),
      ...(isLocalized ? ['createLocalization'] : []),
    ].map((verb) => `api::${name}.${name}.${verb}`);
  });
  const accounts = [
    ...['find', 'findOne', 'create', 'update', 'destroy', 'me', 'count'].map((verb) => `user.${verb}`),
    'permissions.getPermissions',
    ...['find', 'findOne', 'createRole', 'updateRole', 'deleteRole', 'grantAll'].map(
      (verb) => `role.${verb}`,
    ),
  ].map((action) => `plugin::users-permissions.${action}`);
  const files = ['find', 'findPage', 'findOne', 'upload', 'destroy'].map(
    (verb) => `plugin::upload.content-api.${verb}`,
  );
  const locales = ['list', 'create', 'update', 'setDefault', 'delete'].map(
    (verb) => `plugin::i18n.locales.${verb}Locale${verb === 'list' ? 's' : ''}`,
  );
  return [
    ...own,
    ...accounts,
    ...(on.includes('upload') ? files : []),
    ...(on.includes('i18n') ? locales : []),
    ...(on.includes('openapi') ? ['plugin::openapi.document.find'] : []),
  ];
}
