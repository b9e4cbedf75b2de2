// The schema files of a Strapi project, and the plugins that they need.
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type ForeignProject } from '../../../core';

export interface ProjectFacts {
  /** Path → text: the schema files, which the new application reads. */
  readonly files: Readonly<Record<string, string>>;
  readonly hasLocales: boolean;
  readonly hasFiles: boolean;
  readonly usesFiles: boolean;
  readonly usesEmail: boolean;
  readonly hasCron: boolean;
  /** Name → range of versions, as package.json has them. */
  readonly packages: ReadonlyMap<string, string>;
  /** Folders and files of which nothing runs. */
  readonly notRun: readonly string[];
}

const SCHEMA =
  /^src\/(api\/[^/]+\/content-types\/[^/]+\/schema\.json|components\/[^/]+\/[^/]+\.json|extensions\/users-permissions\/content-types\/user\/schema\.json)$/;
/** The plugin strapi runs its extension. */
const EXTENDED = 'users-permissions';
const CODE = /\.[mc]?[jt]s$/;

export function projectFacts(project: ForeignProject): ProjectFacts {
  const { dir } = project;
  const paths = filesIn(dir, 'src');
  const files: Record<string, string> = {};
  let code = '';
  for (const path of paths) {
    if (SCHEMA.test(path)) files[path] = readFileSync(join(dir, path), 'utf8');
    else if (CODE.test(path)) code += readFileSync(join(dir, path), 'utf8');
  }
  const schemas = Object.values(files);
  const has = (pattern: RegExp): boolean => schemas.some((text) => pattern.test(text));
  return {
    files,
    hasLocales: has(/"localized"\s*:\s*true/),
    hasFiles: has(/"type"\s*:\s*"media"/),
    usesFiles: /['"]upload['"]|plugins\.upload|plugin::upload/.test(code),
    usesEmail: /['"]email['"]\)\s*\.?\s*service|plugins\.email|plugins\[['"]email['"]\]/.test(code),
    hasCron: /strapi\.cron\b/.test(code) || hasTasks(project),
    packages: packagesOf(dir),
    notRun: [
      ...(existsSync(join(dir, 'src/admin')) ? ['src/admin: the admin of Quire is another one'] : []),
      ...foldersIn(join(dir, 'src/plugins')).map(
        (name) => `src/plugins/${name}: write it as a plugin of Quire`,
      ),
      ...foldersIn(join(dir, 'src/extensions'))
        .filter(
          (name) =>
            name !== EXTENDED && filesIn(dir, `src/extensions/${name}`).some((path) => CODE.test(path)),
        )
        .map((name) => `src/extensions/${name}: move the changes to a plugin of Quire`),
      ...filesIn(dir, 'src', (entry) => entry.isSymbolicLink())
        .filter((path) => !CODE.test(path))
        .map((path) => `${path}: a symbolic link; copy what it names`),
      ...filesIn(dir, 'database/migrations').map((path) => `${path}: Quire has tables of its own`),
      ...foldersIn(join(dir, 'config/env')).map((name) => `config/env/${name}: take over what differs there`),
    ],
  };
}

/** Strapi runs the tasks of config/server only. */
function hasTasks({ config, plain }: ForeignProject): boolean {
  const server = config('server');
  const cron = check.isPlainObject(server) ? server.cron : undefined;
  return (
    check.isPlainObject(cron) &&
    plain(cron.enabled) !== false &&
    check.isPlainObject(cron.tasks) &&
    Object.keys(cron.tasks).length > 0
  );
}

function packagesOf(dir: string): ReadonlyMap<string, string> {
  try {
    const made: unknown = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
    const packages =
      check.isPlainObject(made) && check.isPlainObject(made.dependencies) ? made.dependencies : {};
    return new Map(Object.entries(packages).map(([name, range]) => [name, String(range)]));
  } catch {
    return new Map();
  }
}

function filesIn(
  dir: string,
  folder: string,
  isWanted: (entry: Dirent) => boolean = (entry) => entry.isFile(),
): string[] {
  if (!existsSync(join(dir, folder))) return [];
  return readdirSync(join(dir, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return path === 'src/admin' || path === 'src/plugins' ? [] : filesIn(dir, path, isWanted);
      return isWanted(entry) ? [path] : [];
    });
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : [];
