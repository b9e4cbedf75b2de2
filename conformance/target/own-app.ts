// Starts Quire on an empty database with the content types of the suite, and stops it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../cases/case';
import { ownAbilities } from './declared';
import {
  launch,
  launchEarlier,
  needsOwnProcess,
  type OwnAppOptions,
  STARTUP_MS,
  stops,
  wantedStart,
} from './launch';
import { createOwnDatabase } from './own-databases';
import { writeOwnFiles } from './own-files';
import { SharedProcess } from './shared-process';
import type { Target } from './target';

/** The main deployment. Its process is `quire start`; separate deployments share another process if they can. */
export async function startOwnApp(options: OwnAppOptions, deployment: Deployment = {}): Promise<Target> {
  const { flags = [], env = {} } = options.runtime ?? {};
  const newProcess = (): SharedProcess => new SharedProcess(flags, env, options.patience ?? STARTUP_MS);
  const shared = { started: newProcess(), refused: newProcess() };
  stops.add(() => closeAll(shared));
  return deploy(options, deployment, { shared, drop: async () => undefined, isMain: true });
}

/** A start that must fail may end its process, so it shares none with deployments that answer. */
interface Shared {
  readonly started: SharedProcess;
  readonly refused: SharedProcess;
}

function closeAll({ started, refused }: Shared): void {
  started.close();
  refused.close();
}

/** A separate deployment may have other types, so it gets its own database on the server. */
async function deployBeside(options: OwnAppOptions, deployment: Deployment, shared: Shared): Promise<Target> {
  const { database, drop } = await createOwnDatabase(options.database);
  return deploy({ ...options, database }, deployment, { shared, drop, isMain: false });
}

interface Setting {
  readonly shared: Shared;
  readonly drop: () => Promise<void>;
  readonly isMain: boolean;
}

async function deploy(options: OwnAppOptions, deployment: Deployment, setting: Setting): Promise<Target> {
  const { shared, isMain } = setting;
  const { dir, remove } = ownFolder(setting.drop);
  const place = isMain || needsOwnProcess(deployment) ? undefined : shared.started;
  const close = async (): Promise<void> => {
    if (isMain) closeAll(shared);
    await remove();
  };
  try {
    await launchEarlier(dir, options, deployment, place);
    const { url, plugins, end } = await launch(dir, options, deployment, place);
    return {
      name: 'Quire, started by the suite',
      url,
      prefix: '/api',
      graphql: '/graphql',
      tokens: await plugins.tokens(url, options.client),
      abilities: ownAbilities(plugins.on),
      close: async () => {
        await end();
        await close();
      },
      deploy: (other) => deployBeside(options, other, shared),
      refusal: (other) => refusalBeside(options, other, shared.refused),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refusalBeside(
  options: OwnAppOptions,
  deployment: Deployment,
  refused: SharedProcess,
): Promise<string | null> {
  const { database, drop } = await createOwnDatabase(options.database);
  const own = { ...options, database };
  const { dir, remove } = ownFolder(drop);
  try {
    await launchEarlier(dir, own, deployment, undefined);
    const { env } = writeOwnFiles(dir, own, deployment);
    const { url, output, end } = await refused.start(wantedStart(dir, own, deployment, env));
    await end();
    return url === null ? output : null;
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
  const removeFiles = (): void => rmSync(dir, { recursive: true, force: true });
  stops.add(removeFiles);
  return {
    dir,
    remove: async () => {
      removeFiles();
      stops.delete(removeFiles);
      await drop();
    },
  };
}

export const buildExists = (build: string): boolean => existsSync(join(build, 'core/main.js'));
