// `quire create app DIR --from-strapi PROJECT`: the files of an application for the project of another system.
import { appendFileSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { builtInPlugin } from '../../app/find-plugin';
import type { ApplicationOfProject, ForeignProject } from '../../app/foreign-project';
import { type Assignment, assignmentsIn, readDotenv } from '../../config/dotenv';
import { createEnv, type Env, type Variables } from '../../config/env';
import { CONFIG_NAMES, type ReadConfig, readConfig } from '../../config/read-config';
import { codeOf, combined, isEnvCall, plainOf, recordedEnv, withoutCode } from '../../config/recorded-env';
import { type Mistake, StartupError } from '../../errors/startup-error';
import { thrownMessage } from '../../errors/thrown';
import type { CommandHost } from '../command';
import { shellWord } from '../terminal';

/** The plugin that knows the other system. */
const STRAPI = 'strapi-import';

export async function filesFromStrapi(dir: string, given: string): Promise<ApplicationOfProject> {
  const project = resolve(given);
  const missing = ['src', 'config'].filter((folder) => !existsSync(join(project, folder)));
  if (missing.length > 0)
    throw new StartupError(
      `${project} is no Strapi project: it has no folder ${missing.join(', and no folder ')}. Name the folder with its package.json.`,
    );
  if (`${dir}${sep}`.startsWith(`${project}${sep}`))
    throw new StartupError(`${dir} is in the project. Choose a folder beside it, such as ${project}-quire.`);
  const plugin = builtInPlugin(STRAPI);
  if (!plugin.applicationFrom) throw new Error(`The plugin "${STRAPI}" makes no applications`);
  return plugin.applicationFrom(await readProject(project, dir));
}

async function readProject(project: string, dir: string): Promise<ForeignProject> {
  const { variables, env } = environmentOf(project);
  const without = variablesWithout(process.env);
  // First without the variables: Node keeps an ES module as it was loaded first.
  const recorded = await read(project, without, recordedEnv());
  // A file that computes with its variables: its values without an environment.
  const plain = await read(project, without, createEnv({}, []));
  const real = await read(project, env, createEnv(env, []));
  const computed: string[] = [];
  const values = Object.fromEntries(
    CONFIG_NAMES.map((name) => [
      name,
      combined(real.values[name], recorded.values[name], plain.values[name], {
        path: `config/${name}`,
        variables: env,
        computed,
      }),
    ]),
  );
  return {
    dir: project,
    from: relative(dir, project).split(sep).join('/') || '.',
    config: (name) => values[name],
    values: (name) => real.values[name],
    // The database of the project stays behind.
    computed: computed.filter((path) => !path.startsWith('config/database')),
    variables,
    mistakes: [
      ...new Set([...plain.mistakes, ...real.mistakes].map(({ where, message }) => `${where}: ${message}`)),
    ],
    code: codeOf,
    withoutCode,
    plain: plainOf,
    isEnvCall,
    shellWord,
  };
}

function environmentOf(project: string): {
  readonly variables: readonly Assignment[];
  readonly env: Variables;
} {
  const file = join(project, '.env');
  const variables = existsSync(file) ? assignmentsIn(readFileSync(file, 'utf8')) : [];
  return { variables, env: { ...readDotenv(file, []), ...process.env } };
}

/** Those that Node and its tools need. */
const variablesWithout = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => OF_THE_SYSTEM.test(name)));
const OF_THE_SYSTEM = /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|NODE_(ENV|OPTIONS|PATH|V8_COVERAGE))$/i;

/** `variables` are also `process.env` meanwhile. */
async function read(
  project: string,
  variables: Variables,
  env: Env,
): Promise<ReadConfig & { readonly mistakes: readonly Mistake[] }> {
  const mistakes: Mistake[] = [];
  const own = process.env;
  forgetModules(project);
  process.env = { ...variables };
  try {
    return { ...(await readConfig(project, 'none', env, mistakes)), mistakes };
  } finally {
    process.env = own;
  }
}

/** The next read runs the files again. */
function forgetModules(project: string): void {
  const below = realpathSync(project) + sep;
  for (const file of Object.keys(require.cache)) if (file.startsWith(below)) delete require.cache[file];
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
