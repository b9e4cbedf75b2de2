// Starts Quire on an empty database with the content types of the suite, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Deployment } from '../cases/case';
import type { Client } from '../runner/client';
import { ownAbilities } from './declared';
import { createOwnDatabase } from './own-databases';
import { EXTENSION_PLUGIN, extensionFile } from './own-extension';
import { type PluginSetup, pluginConfigs } from './own-plugins';
import { BUILD, SCHEMA } from './paths';
import type { Target } from './target';

export interface OwnAppOptions {
  readonly client: Client;
  /** Plugins to disable. */
  readonly without: readonly string[];
  /** More entries of config/plugins. */
  readonly added?: Readonly<Record<string, unknown>>;
  /** `sqlite`, or the address of an empty database: mysql://root@127.0.0.1/conformance. */
  readonly database: string;
  /** dist/, or another build of Quire. */
  readonly build?: string;
  /** More flags and variables for Node. */
  readonly runtime?: {
    readonly flags: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** The longest time of a start, in milliseconds. */
  readonly patience?: number;
}

const STARTUP_MS = 60_000;

/** Functions that stop running deployments when the suite ends. */
const stops = new Set<() => void>();
process.once('exit', () => {
  for (const stop of stops) stop();
});

export const startOwnApp = (options: OwnAppOptions, deployment: Deployment = {}): Promise<Target> =>
  deploy(options, deployment, async () => undefined);

/** A separate deployment may have other types, so it gets its own database on the server. */
async function deployBeside(options: OwnAppOptions, deployment: Deployment): Promise<Target> {
  const { database, drop } = await createOwnDatabase(options.database);
  return deploy({ ...options, database }, deployment, drop);
}

async function deploy(
  options: OwnAppOptions,
  deployment: Deployment,
  drop: () => Promise<void>,
): Promise<Target> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-conformance-'));
  const remove = async (): Promise<void> => {
    rmSync(dir, { recursive: true, force: true });
    await drop();
  };
  try {
    await launchEarlier(dir, options, deployment);
    const { url, plugins, end } = await launch(dir, options, deployment);
    return {
      name: 'Quire, started by the suite',
      url,
      prefix: '/api',
      graphql: '/graphql',
      tokens: await plugins.tokens(url, options.client),
      abilities: ownAbilities(plugins.on),
      close: async () => {
        await end();
        await remove();
      },
      deploy: (other) => deployBeside(options, other),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Launched {
  readonly url: string;
  readonly plugins: PluginSetup;
  readonly end: () => Promise<void>;
}

/** Starts and stops the earlier deployments on the same database, in the order of time. */
async function launchEarlier(dir: string, options: OwnAppOptions, { before }: Deployment): Promise<void> {
  if (!before) return;
  await launchEarlier(dir, options, before);
  await (await launch(dir, options, before)).end();
}

async function launch(dir: string, options: OwnAppOptions, deployment: Deployment): Promise<Launched> {
  const build = options.build ?? BUILD;
  for (const folder of ['src', 'config']) rmSync(join(dir, folder), { recursive: true, force: true });
  writeSchema(join(dir, 'src'), deployment);
  const plugins = pluginConfigs(build, [...options.without, ...switchedOff(deployment)], join(dir, 'src'));
  const wanted = withoutPlugins(deployment, options.without);
  writeApp(dir, build, { ...options.added, ...plugins.config }, options.database, wanted);
  const port = ['--port', '0', '--anonymous', deployment.anonymous ?? 'full'];
  const command = [join(build, 'core/cli/main.js'), 'start', '--dir', dir, ...port];
  const child = spawn(process.execPath, [...(options.runtime?.flags ?? []), ...command], {
    env: {
      ...plugins.env,
      ...options.runtime?.env,
      PATH: process.env.PATH,
      HOME: dir,
      NODE_ENV: environmentOf(deployment),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  };
  stops.add(stop);
  child.once('exit', () => stops.delete(stop));
  try {
    return { url: await addressOf(child, options.patience ?? STARTUP_MS), plugins, end: () => ended(child) };
  } catch (error) {
    await ended(child);
    throw error;
  }
}

const environmentOf = ({ production, development }: Deployment): string =>
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

function addressOf(child: ChildProcess, patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(
      () => reject(new Error(`Quire did not start within ${patience} ms:\n${said}`)),
      patience,
    );
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
      const text = said.replace(/\u001b\[\d+m/g, '');
      const url = /(?:is running at |"listening".*"url":")(https?:\/\/[^\s/"]+)/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      resolve(url.replace('//localhost:', '//127.0.0.1:'));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    // At `exit`, a part of the message may still be on its way.
    child.once('close', (code) => {
      clearTimeout(late);
      reject(new Error(`Quire ended with ${code} before it served:\n${said.trim()}`));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(hard);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

export const buildExists = (build: string): boolean => existsSync(join(build, 'core/cli/main.js'));

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
