// Writes the folder of an application: its configuration, its schema files, its plugin.
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Deployment } from '../cases/case';
import { BUILD, SCHEMA } from '../paths';
import { EXTENSION_PLUGIN, extensionFile } from './own-extension';
import { type PluginSetup, pluginConfigs } from './own-plugins';

export interface OwnFilesOptions {
  /** Plugins to disable. */
  readonly without: readonly string[];
  /** More entries of config/plugins. */
  readonly added?: Readonly<Record<string, unknown>>;
  /** `sqlite`, or the address of an empty database: mysql://root@127.0.0.1/conformance. */
  readonly database: string;
  /** dist/, or another build of Quire. */
  readonly build?: string;
}

/** Replaces the files of an earlier deployment in this folder. Data stays. */
export function writeOwnFiles(dir: string, options: OwnFilesOptions, deployment: Deployment): PluginSetup {
  const build = options.build ?? BUILD;
  for (const folder of ['src', 'config']) rmSync(join(dir, folder), { recursive: true, force: true });
  writeSchema(join(dir, 'src'), deployment);
  const plugins = pluginConfigs(build, [...options.without, ...switchedOff(deployment)], join(dir, 'src'));
  const wanted = withoutPlugins(deployment, options.without);
  writeApp(dir, build, { ...options.added, ...plugins.config }, options.database, wanted);
  return plugins;
}

export const environmentOf = ({ production, development }: Deployment): string =>
  production ? 'production' : development ? 'development' : 'test';

function writeApp(
  dir: string,
  build: string,
  plugins: Readonly<Record<string, unknown>>,
  database: string,
  deployment: Deployment,
): void {
  const config: Record<string, unknown> = {
    // Production names its address in the log only.
    server: { host: '127.0.0.1', logs: { level: deployment.production ? 'info' : 'error', format: 'json' } },
    database: databaseConfig(database),
    plugins,
  };
  if (deployment.extension !== undefined) {
    config.plugins = { ...plugins, [EXTENSION_PLUGIN]: { resolve: './extension' } };
    write(join(dir, 'extension', 'index.js'), extensionFile(build, deployment.extension));
  }
  for (const [name, value] of Object.entries(deployment.config ?? {}))
    config[name] = merged(config[name], value);
  for (const [name, value] of Object.entries(config)) {
    const isCode = name.endsWith('.js');
    write(join(dir, 'config', isCode ? `env/${environmentOf(deployment)}/${name}` : `${name}.json`), value);
  }
}

/** A disabled plugin stays disabled in a deployment that sets its options. */
function withoutPlugins(deployment: Deployment, without: readonly string[]): Deployment {
  const { plugins, ...config } = deployment.config ?? {};
  if (!isObject(plugins)) return deployment;
  const left = Object.fromEntries(Object.entries(plugins).filter(([name]) => !without.includes(name)));
  return { ...deployment, config: { ...config, plugins: left } };
}

function switchedOff({ config = {} }: Deployment): string[] {
  const plugins = isObject(config.plugins) ? config.plugins : {};
  return Object.keys(plugins).filter((name) => plugins[name] === false);
}

/** A deployment that changes no schema file uses the folder of the suite, because copies take time. */
function writeSchema(src: string, { files = {} }: Deployment): void {
  if (Object.keys(files).length === 0) {
    symlinkSync(SCHEMA, src, 'junction');
    return;
  }
  cpSync(SCHEMA, src, { recursive: true });
  for (const [path, value] of Object.entries(files)) {
    if (value === null) rmSync(join(src, path), { recursive: true, force: true });
    else write(join(src, path), value);
  }
}

function databaseConfig(database: string): Record<string, unknown> {
  if (database === 'sqlite') return { client: 'sqlite', filename: 'data/conformance.db' };
  const url = new URL(database);
  const client = url.protocol.startsWith('postgres') ? 'postgres' : 'mysql';
  return {
    client,
    host: url.hostname,
    port: Number(url.port) || (client === 'postgres' ? 5432 : 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

function merged(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over;
  return {
    ...base,
    ...Object.fromEntries(Object.entries(over).map(([key, value]) => [key, merged(base[key], value)])),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
