// Starts Quire on an empty database with the content types of the suite, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../cases/case';
import { BUILD } from '../paths';
import type { Client } from '../wire/client';
import { ownAbilities } from './declared';
import { createOwnDatabase } from './own-databases';
import { environmentOf, type OwnFilesOptions, writeOwnFiles } from './own-files';
import type { PluginSetup } from './own-plugins';
import { RefusedStarts } from './refused-starts';
import type { Target } from './target';

export interface OwnAppOptions extends OwnFilesOptions {
  readonly client: Client;
  /** More flags and variables for Node. */
  readonly runtime?: {
    readonly flags: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** The longest time of a start, in milliseconds. */
  readonly patience?: number;
}

/** Long enough for a machine that runs other work. */
const STARTUP_MS = 180_000;

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
  const { dir, remove } = ownFolder(drop);
  try {
    await launchEarlier(dir, options, deployment);
    const { url, plugins, end } = await launch(dir, options, deployment);
    const { flags = [], env = {} } = options.runtime ?? {};
    const refused = new RefusedStarts(flags, env, options.patience ?? STARTUP_MS);
    return {
      name: 'Quire, started by the suite',
      url,
      prefix: '/api',
      graphql: '/graphql',
      tokens: await plugins.tokens(url, options.client),
      abilities: ownAbilities(plugins.on),
      close: async () => {
        refused.close();
        await end();
        await remove();
      },
      deploy: (other) => deployBeside(options, other),
      refusal: (other) => refusalBeside(options, other, refused),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function refusalBeside(
  options: OwnAppOptions,
  deployment: Deployment,
  refused: RefusedStarts,
): Promise<string | null> {
  const { database, drop } = await createOwnDatabase(options.database);
  const own = { ...options, database };
  const { dir, remove } = ownFolder(drop);
  try {
    await launchEarlier(dir, own, deployment);
    const { env } = writeOwnFiles(dir, own, deployment);
    return await refused.outputOf({
      core: join(options.build ?? BUILD, 'core'),
      flags: { dir, ...flagsOf(deployment) },
      env: environment(dir, options, deployment, env),
    });
  } finally {
    await remove();
  }
}

interface OwnFolder {
  readonly dir: string;
  readonly remove: () => Promise<void>;
}

function ownFolder(drop: () => Promise<void>): OwnFolder {
  const dir = mkdtempSync(join(tmpdir(), 'quire-conformance-'));
  return {
    dir,
    remove: async () => {
      rmSync(dir, { recursive: true, force: true });
      await drop();
    },
  };
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
  const plugins = writeOwnFiles(dir, options, deployment);
  const main = join(options.build ?? BUILD, 'core/main.js');
  const flags = Object.entries(flagsOf(deployment)).flatMap(([name, value]) => [`--${name}`, value]);
  const command = [main, 'start', '--dir', dir, ...flags];
  const child = spawn(process.execPath, [...(options.runtime?.flags ?? []), ...command], {
    env: environment(dir, options, deployment, plugins.env),
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

const flagsOf = ({ anonymous = 'full' }: Deployment): Readonly<Record<string, string>> => ({
  port: '0',
  anonymous,
});

const environment = (
  dir: string,
  { runtime }: OwnAppOptions,
  deployment: Deployment,
  plugins: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({
  ...plugins,
  ...runtime?.env,
  PATH: process.env.PATH,
  HOME: dir,
  NODE_ENV: environmentOf(deployment),
});

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

export const buildExists = (build: string): boolean => existsSync(join(build, 'core/main.js'));
