// `strapi.config`: the files in `config` of the project, each loaded when code asks for it. They have the form of Strapi, and Quire itself
// does not read them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type App, check, createEnv } from '../../../core';

export interface ProjectConfig {
  /** `server.port`, `plugin::upload.sizeLimit`, `my-file.key` */
  get(path: string, otherwise?: unknown): unknown;
  has(path: string): boolean;
  set(path: string, value: unknown): void;
}

export interface ConfigOptions {
  readonly app: Pick<App, 'variables' | 'environment' | 'config' | 'database'>;
  readonly dir: string;
  /** The default export of a file of the project. */
  load(file: string): unknown;
}

export function createProjectConfig({ app, dir, load }: ConfigOptions): ProjectConfig {
  const files = new Map<string, Record<string, unknown>>();

  function fileOf(name: string): Record<string, unknown> {
    const known = files.get(name);
    if (known) return known;
    const folders = ['config', `config/env/${app.environment}`];
    const made = folders.map((folder) => fileValue(join(dir, folder, name))).reduce(merged, ownValues(name));
    files.set(name, made);
    return made;
  }

  function fileValue(path: string): Record<string, unknown> {
    const file = ['.ts', '.js', '.mjs', '.cjs', '.json'].map((one) => path + one).find(existsSync);
    if (file === undefined) return {};
    const exported = load(file);
    const value: unknown = typeof exported === 'function' ? exported({ env: envOf(app) }) : exported;
    return check.isPlainObject(value) ? value : {};
  }

  /** Facts of this application that code asks Strapi for. */
  function ownValues(name: string): Record<string, unknown> {
    if (name === 'environment') return {};
    if (name === 'info') return packageValues();
    const { host, port, url } = app.config.server;
    if (name === 'server') return { host, port, url };
    if (name === 'api') return { rest: { ...app.config.api.rest } };
    return {};
  }

  /** `strapi` is the version of Strapi, as in Strapi. */
  function packageValues(): Record<string, unknown> {
    const file = join(dir, 'package.json');
    const found: unknown = existsSync(file) ? load(file) : {};
    if (!check.isPlainObject(found)) return {};
    return { ...found, strapi: inside(found, ['dependencies', '@strapi/strapi']) };
  }

  function valueAt(path: string): unknown {
    if (path === 'environment') return app.environment;
    if (path === 'database.connection.client') return app.database.dialect.name;
    const plugin = /^plugin(?:::|s?\.)([\w-]+)(?:\.(.*))?$/.exec(path);
    if (plugin) {
      const entry = fileOf('plugins')[plugin[1] ?? ''];
      const config = check.isPlainObject(entry) ? entry.config : undefined;
      return plugin[2] === undefined ? config : inside(config, plugin[2].split('.'));
    }
    const [name = '', ...keys] = path.split('.');
    const values = fileOf(name);
    return keys.length === 0 && Object.keys(values).length === 0 ? undefined : inside(values, keys);
  }

  const config: ProjectConfig = {
    get: (path, otherwise) => valueAt(path) ?? otherwise,
    has: (path) => valueAt(path) !== undefined,
    set(path, value) {
      const [name = '', ...keys] = path.split('.');
      const last = keys.pop();
      if (last === undefined) {
        files.set(name, check.isPlainObject(value) ? value : {});
        return;
      }
      let target = fileOf(name);
      for (const key of keys) {
        const next = target[key];
        const inner = check.isPlainObject(next) ? next : {};
        target[key] = inner;
        target = inner;
      }
      target[last] = value;
    },
  };
  // `strapi.config.environment`, `strapi.config.server.url`
  return new Proxy(config, {
    get: (target, key) =>
      typeof key !== 'string' || key in target ? Reflect.get(target, key) : valueAt(key),
  });
}

function inside(value: unknown, keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** `env('NAME', otherwise)` with the readers of Strapi. A text that is no number counts as absent. */
function envOf({ variables }: ConfigOptions['app']): unknown {
  const env = createEnv(variables, []);
  const oneOf = (name: string, allowed: readonly string[], otherwise?: string) => {
    const value = env(name);
    return value !== undefined && allowed.includes(value) ? value : otherwise;
  };
  return Object.assign((name: string, otherwise?: unknown) => env(name, otherwise), env, { oneOf });
}

function merged(one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> {
  const made: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = made[key];
    made[key] = check.isPlainObject(known) && check.isPlainObject(value) ? merged(known, value) : value;
  }
  return made;
}
