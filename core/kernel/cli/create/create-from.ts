// `quire create app DIR --from-strapi PROJECT`: the files of an application for the project of another system.
import { appendFileSync, existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { builtInPlugin } from '../../app/find-plugin';
import type { ApplicationOfProject, ForeignProject } from '../../app/foreign-project';
import { readDotenv } from '../../config/dotenv';
import { createEnv, type Env } from '../../config/env';
import { type ReadConfig, readConfig } from '../../config/read-config';
import { type Mistake, StartupError } from '../../errors/startup-error';
import { thrownMessage } from '../../errors/thrown';
import type { CommandHost } from '../command';
import { codeOf, combined, isEnvCall, plainOf, recordedEnv } from './recorded-env';

/** The plugin that knows the other system. */
const STRAPI = 'strapi-import';

export async function filesFromStrapi(dir: string, given: string): Promise<ApplicationOfProject> {
  const project = resolve(given);
  if (!existsSync(join(project, 'src')) || !existsSync(join(project, 'config')))
    throw new StartupError(
      `${project} is no Strapi project: it has no folders src and config. Name the folder with its package.json.`,
    );
  const plugin = builtInPlugin(STRAPI);
  if (!plugin.applicationFrom) throw new Error(`The plugin "${STRAPI}" makes no applications`);
  return plugin.applicationFrom(await readProject(project, dir));
}

async function readProject(project: string, dir: string): Promise<ForeignProject> {
  const recorded = await read(project, recordedEnv());
  // A file that computes with its variables: its values without an environment.
  const plain = await read(project, createEnv({}, []));
  const variables = readDotenv(join(project, '.env'), []);
  const real = await read(project, createEnv({ ...variables, ...process.env }, []));
  return {
    dir: project,
    from: relative(dir, project).split(sep).join('/') || '.',
    config: (name) => combined(real.values[name], recorded.values[name], plain.values[name]),
    values: (name) => real.values[name],
    mistakes: plain.mistakes.map(({ where, message }) => `${where}: ${message}`),
    code: codeOf,
    plain: plainOf,
    isEnvCall,
  };
}

async function read(
  project: string,
  env: Env,
): Promise<ReadConfig & { readonly mistakes: readonly Mistake[] }> {
  const mistakes: Mistake[] = [];
  return { ...(await readConfig(project, 'none', env, mistakes)), mistakes };
}

/** Adds to the list what startup refuses. */
export async function completeList(
  dir: string,
  list: string,
  { createKernel }: CommandHost,
): Promise<boolean> {
  const env = { ...process.env, NODE_ENV: 'development' };
  try {
    const kernel = await createKernel({ dir, env, overrides: { server: { logs: { level: 'silent' } } } });
    await kernel.stop();
    return true;
  } catch (error) {
    appendFileSync(join(dir, list), `\n## Startup stops\n\n\`\`\`\n${thrownMessage(error)}\n\`\`\`\n`);
    return false;
  }
}
