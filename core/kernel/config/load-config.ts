// Files and environment → checked configuration, with every mistake in them.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Check, pathToText, runCheck } from '../check/check';
import { isPlainObject } from '../check/checks';
import { type Mistake, StartupError } from '../errors/startup-error';
import { type ApiConfig, apiConfig, DEFAULT_LIMIT } from './api-config';
import { type DatabaseConfig, databaseConfig } from './database-config';
import { readDotenv } from './dotenv';
import { createEnv, type Env, type Variables } from './env';
import { type MiddlewaresConfig, middlewaresConfig } from './middlewares-config';
import { peerKeyMessage, peerMiddlewares } from './peer-keys';
import { type PluginsConfig, pluginsConfig } from './plugins-config';
import { withQueryStep } from './query-step-alias';
import { CONFIG_NAMES, type ConfigName, merge, readConfig } from './read-config';
import { type ServerConfig, serverConfig } from './server-config';

export interface Config {
  readonly server: ServerConfig;
  readonly database: DatabaseConfig;
  readonly api: ApiConfig;
  readonly middlewares: MiddlewaresConfig;
  readonly plugins: PluginsConfig;
}

export type ConfigOverrides = { readonly [K in ConfigName]?: unknown };

export interface LoadedConfig {
  /** The application folder, absolute. */
  readonly dir: string;
  /** NODE_ENV, or `development`. */
  readonly environment: string;
  readonly config: Config;
  readonly files: Partial<Record<ConfigName, readonly string[]>>;
  /** The environment, including `.env`. */
  readonly variables: Variables;
  /** With a mistake, the configuration is incomplete and must not be used. */
  readonly mistakes: readonly Mistake[];
  /** Deprecated keys. */
  readonly warnings: readonly string[];
  /** The files with mistakes. */
  readonly broken: ReadonlySet<ConfigName>;
}

export interface LoadConfigOptions {
  readonly dir: string;
  /** Replaces the environment of the process. */
  readonly env?: Variables;
  /** Merged over the files, then checked: the command line, tests. */
  readonly overrides?: ConfigOverrides;
}

/** The checks by file name. The JSON Schemas and the tables of docs/configuration.md come from them. */
export const CONFIG_CHECKS = {
  server: serverConfig,
  database: databaseConfig,
  api: apiConfig,
  middlewares: middlewaresConfig,
  plugins: pluginsConfig,
} as const;

export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const dir = resolve(options.dir);
  requireFolder(dir);
  const mistakes: Mistake[] = [];
  const variables = readVariables(dir, options.env, mistakes);
  const environment = environmentOf(variables);
  const env = createEnv(variables, mistakes);
  const read = await readConfig(dir, environment, env, mistakes);
  const defaults: ConfigOverrides = { server: portIn(read.values.server, env) };

  const fileOf = (name: ConfigName) => read.files[name]?.join(' + ') ?? `config/${name}`;
  const broken = new Set<ConfigName>();
  const check = <T>(name: ConfigName, rule: Check<T>): T => {
    const input = merge(merge(defaults[name], read.values[name]), options.overrides?.[name]);
    if (input === undefined && rule.absent) return rule.absent.value;
    const { value, issues } = runCheck(rule, input ?? {});
    if (issues.length > 0) broken.add(name);
    for (const issue of issues)
      mistakes.push({
        where: fileOf(name),
        at: pathToText(issue.path),
        message: peerKeyMessage(name, issue) ?? issue.message,
      });
    return value;
  };
  const config: Config = {
    server: check('server', serverConfig),
    database: check('database', databaseConfig),
    api: check('api', apiConfig),
    middlewares: check('middlewares', middlewaresConfig),
    plugins: check('plugins', pluginsConfig),
  };
  mistakes.push(...peerMiddlewares(config.middlewares, fileOf('middlewares')));
  if (mistakes.length === 0) mistakes.push(...contradictions(config, fileOf));
  const { api, warnings } = withQueryStep(config.api, config.middlewares);
  return {
    dir,
    environment,
    config: { ...config, api },
    files: read.files,
    variables,
    mistakes,
    warnings,
    broken,
  };
}

const readVariables = (dir: string, env: Variables = process.env, mistakes: Mistake[] = []): Variables => ({
  ...readDotenv(join(dir, '.env'), mistakes),
  ...env,
});

const environmentOf = ({ NODE_ENV }: Variables): string => NODE_ENV || 'development';

/** The port of the environment counts where config/server names none. */
function portIn(server: unknown, env: Env): object | undefined {
  if (isPlainObject(server) && 'port' in server) return undefined;
  const port = env.int('PORT');
  return port === undefined ? undefined : { port };
}

/** Known also when the configuration has mistakes. */
export const isProductionIn = (dir: string): boolean => environmentOf(readVariables(dir)) === 'production';

/** Rules between keys. */
function contradictions({ server, api, database }: Config, where: (name: ConfigName) => string): Mistake[] {
  const found: Mistake[] = [];
  const { headers, request } = server.timeouts;
  if (request > 0 && headers > request)
    found.push({
      where: where('server'),
      at: 'timeouts.request',
      message: `${request} ms is less than timeouts.headers, which is ${headers} ms; raise it or lower timeouts.headers`,
    });
  // A maxLimit below the default of defaultLimit is the default limit too.
  if (api.rest.defaultLimit > api.rest.maxLimit && api.rest.defaultLimit !== DEFAULT_LIMIT)
    found.push({
      where: where('api'),
      at: 'rest.defaultLimit',
      message: `${api.rest.defaultLimit} is above rest.maxLimit, which is ${api.rest.maxLimit}; lower it or raise rest.maxLimit`,
    });
  if (database.pool.min > database.pool.max)
    found.push({
      where: where('database'),
      at: 'pool.min',
      message: `${database.pool.min} is above pool.max, which is ${database.pool.max}; lower it or raise pool.max`,
    });
  return found;
}

function requireFolder(dir: string): void {
  if (!existsSync(dir))
    throw new StartupError(`The folder ${dir} does not exist. Create it, or select another with --dir PATH.`);
  if (!statSync(dir).isDirectory())
    throw new StartupError(`${dir} is not a folder. Select the application folder with --dir PATH.`);
}

export { CONFIG_NAMES };
