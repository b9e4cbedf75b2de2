// `quire create app DIR --from-strapi PROJECT`: an application beside the project. It reads the schema files from a copy, runs the code of the
// project where it is, and lists what is left to do.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ApplicationOfProject, check, type ForeignProject, StartupError } from '../../../core';
import { middlewareSettings } from './middleware-settings';
import { type PluginSettingsOfProject, pluginSettings } from './plugin-settings';
import { hiding, privateNames } from './private-names';
import { type ProjectFacts, projectFacts } from './schema-files';
import { secretLine } from './secret-line';
import { apiSettings, serverSettings } from './server-settings';
import { fileText, type LeftOut, type Setting } from './settings';

const LIST = 'MOVE.md';

export function applicationOfProject(project: ForeignProject): ApplicationOfProject {
  const facts = projectFacts(project);
  if (/^\D*[1-4](\.|$)/.test(facts.packages.get('@strapi/strapi') ?? ''))
    throw new StartupError(
      `${project.dir} is a project of Strapi ${facts.packages.get('@strapi/strapi')}. Upgrade it to Strapi 5 first: npx @strapi/upgrade major.`,
    );
  const server = serverSettings(project);
  const api = apiSettings(project);
  const plugins = pluginSettings(project, facts);
  const { steps, left } = middlewareSettings(project, plugins.fileSize);
  const source = project.shellWord(sourceOf(project));
  const importing = `npx quire import-strapi ${source}${existsSync(join(project.dir, 'public/uploads')) ? ` --files ${project.shellWord(`${project.from}/public/uploads`)}` : ''}`;
  const next = [`${importing} --dry-run`, importing, 'npm run develop'];
  const parts = [
    { file: 'config/server', settings: server.settings, left: server.left },
    { file: 'config/api', settings: api.settings, left: api.left },
    { file: 'config/plugins', settings: plugins.settings, left: plugins.left },
    { file: 'config/middlewares', settings: [], left },
  ];
  return {
    files: {
      ...hiding(facts.files, privateNames(project)),
      'config/server.js': fileText('The address of the API.', server.settings),
      'config/plugins.js': fileText('The plugins.', plugins.settings),
      ...(api.settings.length > 0 ? { 'config/api.js': fileText('The REST API.', api.settings) } : {}),
      ...(steps.length > 0
        ? {
            'config/middlewares.js': `// The steps of each request.\nmodule.exports = ({ env }) => [\n${steps.map((step) => `  ${step},`).join('\n')}\n];\n`,
          }
        : {}),
      '.env': variablesText(project, plugins),
      [LIST]: listText(project, facts, parts, next, secretLine(project, plugins)),
    },
    list: LIST,
    next,
  };
}

/** The address of the database, without its password. */
function sourceOf(project: ForeignProject): string {
  const given = project.values('database');
  const outer = check.isPlainObject(given) && check.isPlainObject(given.connection) ? given.connection : {};
  const inner = check.isPlainObject(outer.connection) ? outer.connection : {};
  const client = String(outer.client ?? 'sqlite');
  if (/sqlite/.test(client)) {
    const named = typeof inner.filename === 'string' ? inner.filename : '';
    const file = [named, join(project.dir, named), join(project.dir, '.tmp/data.db')].find(
      (path) => path !== '' && /\.\w+$/.test(path) && existsSync(path),
    );
    return `${project.from}/${relative(project.dir, file ?? join(project.dir, '.tmp/data.db'))}`;
  }
  const scheme = /mysql/.test(client) ? 'mysql' : 'postgres';
  const { host = '127.0.0.1', port, user = 'USER', database = 'strapi' } = inner;
  return `${scheme}://${user}:PASSWORD@${host}${port === undefined ? '' : `:${port}`}/${database}`;
}

/** The database of Strapi is another one, so its variables stay behind. */
function variablesText(project: ForeignProject, { jwtSecret }: PluginSettingsOfProject): string {
  const isKept = ({ name, text }: ForeignProject['variables'][number]): boolean =>
    name === null
      ? !/^\s*#\s*(export\s+)?DATABASE_/.test(text)
      : !name.startsWith('DATABASE_') && (jwtSecret === null || name !== 'JWT_SECRET');
  const own = jwtSecret === null ? [] : [`JWT_SECRET=${JSON.stringify(jwtSecret)}`];
  const kept = project.variables.filter(isKept).map(({ text }) => text);
  return `${[kept.join('\n').trimEnd(), ...own].join('\n').trim()}\n`;
}

interface PartOfList {
  readonly file: string;
  readonly settings: readonly Setting[];
  readonly left: readonly LeftOut[];
}

function listText(
  project: ForeignProject,
  { notRun }: ProjectFacts,
  parts: readonly PartOfList[],
  next: readonly string[],
  secret: string | null,
): string {
  const rows = parts.flatMap(({ file, settings }) =>
    settings.map(({ path, why }) => `| \`${file}\`: \`${path.join('.')}\` | ${why} |`),
  );
  const left = parts.flatMap((part) => part.left).map(({ where, why }) => `- \`${where}\`: ${why}`);
  const files = notRun.map((line) => `- ${line}`);
  const computed = project.computed.map(
    (path) => `- \`${path}\`: its value depends on the environment; write it with \`env\``,
  );
  const unread = project.mistakes.map((line) => `- ${line.split('\n')[0]}`);
  return `# Moving from ${project.from}

The project stays as it is. This application has a copy of its schema files, and runs its code with the plugin \`strapi\`. Copy changed
schema files again, or move \`src\` here and remove \`dir\` in \`config/plugins.js\`.

## Next

\`\`\`
npm install
${next.join('\n')}
\`\`\`

- \`.env\` is a copy of that of the project, without \`DATABASE_…\`. The database of this application is another one: \`config/database.js\`.
${secret === null ? '' : `- ${secret}\n`}- The import brings users, roles with their permissions, tokens and locales.
- \`docs/from-strapi.md\` of Quire lists what differs.
${section('Configuration that could not be read', unread)}
## Configuration

| setting | why |
| --- | --- |
${rows.join('\n')}
${section('Computed from the environment', computed)}${section('Left out of the configuration', left)}${section('Files that are not used', files)}`;
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n## ${title}\n\n${lines.join('\n')}\n`;
