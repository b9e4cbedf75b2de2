// Starts an application of the suite: in a process of its own, as `quire start` does, or in a process that it shares.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Deployment } from '../cases/case';
import { BUILD } from '../paths';
import type { Client } from '../wire/client';
import { environmentOf, type OwnFilesOptions, writeOwnFiles } from './own-files';
import type { PluginSetup } from './own-plugins';
import type { SharedProcess } from './shared-process';
import type { WantedStart } from './shared-start';

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
export const STARTUP_MS = 180_000;

/** Functions that stop running deployments when the suite ends. */
export const stops = new Set<() => void>();
process.once('exit', () => {
  for (const stop of stops) stop();
});

interface Launched {
  readonly url: string;
  readonly plugins: PluginSetup;
  readonly end: () => Promise<void>;
}

/** Starts and stops the earlier deployments on the same database, in the order of time. */
export async function launchEarlier(
  dir: string,
  options: OwnAppOptions,
  { before }: Deployment,
  shared: SharedProcess | undefined,
): Promise<void> {
  if (!before) return;
  await launchEarlier(dir, options, before, shared);
  await (await launch(dir, options, before, shared)).end();
}

export async function launch(
  dir: string,
  options: OwnAppOptions,
  deployment: Deployment,
  shared: SharedProcess | undefined,
): Promise<Launched> {
  const plugins = writeOwnFiles(dir, options, deployment);
  if (shared === undefined) return launchAlone(dir, options, deployment, plugins);
  const { url, output, end } = await shared.start(wantedStart(dir, options, deployment, plugins.env));
  if (url === null) throw new Error(`Quire did not start:\n${output}`);
  return { url: onThisHost(url), plugins, end };
}

/** Whether a deployment or an earlier one differs in more than its files and variables. */
export function needsOwnProcess(deployment: Deployment): boolean {
  const all: Deployment[] = [];
  for (let one: Deployment | undefined = deployment; one; one = one.before) all.push(one);
  return (
    all.some((one) => one.alone) ||
    // Packages read NODE_ENV when they are loaded.
    all.some((one) => environmentOf(one) !== 'test') ||
    // All have one folder, and a process loads a file once.
    (all.length > 1 && all.some(hasCode))
  );
}

const hasCode = ({ extension, files = {}, config = {} }: Deployment): boolean =>
  extension !== undefined ||
  [...Object.keys(files), ...Object.keys(config)].some((name) => name.endsWith('.js'));

export const wantedStart = (
  dir: string,
  options: OwnAppOptions,
  deployment: Deployment,
  plugins: Readonly<Record<string, string>>,
): WantedStart => ({
  core: join(options.build ?? BUILD, 'core'),
  flags: { dir, ...flagsOf(deployment) },
  env: environment(dir, options, deployment, plugins),
});

async function launchAlone(
  dir: string,
  options: OwnAppOptions,
  deployment: Deployment,
  plugins: PluginSetup,
): Promise<Launched> {
  const main = join(options.build ?? BUILD, 'core/main.js');
  const flags = Object.entries(flagsOf(deployment)).flatMap(([name, value]) => [`--${name}`, value]);
  const command = [main, 'start', '--dir', dir, ...flags];
  const child = spawn(process.execPath, [...(options.runtime?.flags ?? []), ...command], {
    env: environment(dir, options, deployment, plugins.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGKILL');
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
      resolve(onThisHost(url));
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

const onThisHost = (url: string): string => url.replace('//localhost:', '//127.0.0.1:');
