// The files of a Strapi project that Quire does not read, each with its remedy. Files that config/plugins or config/middlewares
// name with `resolve` are used.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { Config } from '../config/load-config';
import { MODULE_EXTENSIONS } from '../config/load-module';
import { resolveModule } from '../config/resolve-module';
import type { Logger } from '../log/logger';

export interface UnusedFile {
  /** A file or a folder, relative to the application. */
  readonly file: string;
  readonly remedy: string;
}

interface Rule {
  readonly path: RegExp;
  readonly remedy: string;
  /** Other programs have such files too: only those that mention Strapi count. */
  readonly isShared?: boolean;
}

const API = '^src/api/[^/]+';

const RULES: readonly Rule[] = [
  { path: /^src\/index\.\w+$/, remedy: 'move register and bootstrap to a plugin', isShared: true },
  { path: RegExp(`${API}/controllers/`), remedy: 'add its routes in a plugin (docs/plugins/routes.md)' },
  { path: RegExp(`${API}/routes/`), remedy: 'write rest.types in config/api, or add the routes in a plugin' },
  { path: RegExp(`${API}/services/`), remedy: 'register it in a plugin, or tap the hooks documents.*' },
  { path: RegExp(`${API}/policies/`), remedy: 'add it in a plugin with app.policies.add' },
  { path: RegExp(`${API}/middlewares/`), remedy: 'add it in a plugin with app.middlewares.add' },
  {
    path: RegExp(`${API}/content-types/[^/]+/lifecycles\\.`),
    remedy: 'tap the hooks documents.* in a plugin; documents.writing sets values',
  },
  { path: /^src\/policies\//, remedy: 'add it in a plugin with app.policies.add', isShared: true },
  {
    path: /^src\/middlewares\//,
    remedy: 'export (config, { kernel }) => koa middleware, and name it in config/middlewares with resolve',
    isShared: true,
  },
  {
    path: /^src\/extensions\/.*\/schema\.json$/,
    remedy:
      'users-permissions reads the attributes of users; add others in a plugin, with extendContentType in the hook schema.collect',
  },
  { path: /^src\/extensions\//, remedy: 'move the changes to a plugin' },
  { path: /^src\/plugins\/.*\/?strapi-server\.\w+$/, remedy: 'write it as a plugin of Quire' },
  { path: /^database\/migrations\//, remedy: 'Quire has tables of its own; see quire migrate' },
  { path: /^config\/features\.\w+$/, remedy: 'remove it; Quire has no features behind flags' },
  { path: /^config\/cron-tasks\.\w+$/, remedy: 'enable the plugins strapi and jobs, which run these tasks' },
  { path: /^config\/admin\.\w+$/, remedy: 'remove it; Quire has no counterpart' },
];

const SOURCES = ['src', 'database/migrations', 'config'];
const SKIPPED = /^(src\/(admin|components)|config\/(env|content-types|components))$/;
/** `factories.createCoreController('api::article.article')`, without a second argument. */
const DEFAULT_OF_STRAPI = /createCore(?:Controller|Router|Service)\(\s*['"`][^'"`]+['"`]\s*\)/;
const DEFAULTS = 'contain the defaults of Strapi; remove them, the plugin rest does the same';

/** `isRead`: a plugin reads the file. */
export function unusedFiles(
  dir: string,
  config: Config,
  isRead: (file: string) => boolean = () => false,
): readonly UnusedFile[] {
  const isUsed = usedBy(dir, config);
  const unused: UnusedFile[] = [];
  const defaults: string[] = [];
  for (const file of SOURCES.flatMap((folder) => filesIn(dir, folder))) {
    const rule = RULES.find(({ path }) => path.test(file));
    if (!rule || isUsed(file) || isRead(file)) continue;
    const text = readFileSync(join(dir, file), 'utf8');
    if (rule.isShared && !/strapi/i.test(text)) continue;
    if (file.startsWith('src/api/') && DEFAULT_OF_STRAPI.test(text)) defaults.push(file);
    else unused.push({ file, remedy: rule.remedy });
  }
  if (defaults.length > 0) unused.push({ file: defaults.join(', '), remedy: DEFAULTS });
  if (existsSync(join(dir, 'src/admin')))
    unused.push({ file: 'src/admin', remedy: 'remove it; the admin of Quire does not read it' });
  return unused;
}

export function reportUnusedFiles(unused: readonly UnusedFile[], log: Logger): void {
  if (unused.length === 0) return;
  const lines = unused.map(({ file, remedy }) => `  ${file}: ${remedy}`);
  log.warn(['Quire does not use these files of a Strapi project:', ...lines].join('\n'));
}

/** A plugin with an index may use every file of its folder. */
function usedBy(dir: string, { plugins, middlewares }: Config): (file: string) => boolean {
  const used = [...Object.values(plugins), ...(middlewares ?? [])].flatMap(({ resolve }) => {
    try {
      const file = relative(dir, resolveModule(resolve ?? '', dir))
        .split(sep)
        .join('/');
      return basename(file, extname(file)) === 'index' ? [file, `${dirname(file)}/`] : [file];
    } catch {
      return [];
    }
  });
  return (file) => used.some((path) => file === path || (path.endsWith('/') && file.startsWith(path)));
}

function filesIn(dir: string, folder: string): string[] {
  if (SKIPPED.test(folder) || !existsSync(join(dir, folder))) return [];
  return readdirSync(join(dir, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesIn(dir, path);
      const isCode = MODULE_EXTENSIONS.some((extension) => entry.name.endsWith(extension));
      return entry.isFile() && isCode && !entry.name.endsWith('.d.ts') ? [path] : [];
    });
}
