// The recorded Strapi of the tests: its database as a SQLite file, and an application with the same types.

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchFile } from '../../../core';
import { createTestApp, type TestApp, type TestDatabase } from '../../../core/testing';
import { temporary } from '../../../core/testing/temporary';

const ROOT = join(__dirname, '..', '..', '..', '..');
export const RECORDED = join(ROOT, 'plugins', 'strapi-import', 'tests', 'recorded');

/** `change`: statements that run after the recorded ones. */
export function strapiDatabase(change = ''): string {
  const file = join(temporary(), 'data.db');
  const scratch = createScratchFile(file);
  scratch.run(readFileSync(join(RECORDED, 'source.sql'), 'utf8'));
  if (change !== '') scratch.run(change);
  scratch.close();
  return file;
}

/** 2026-01-02T03:04:05Z */
const TIMES = '1767323045000, 1767323045000, 1767323045000, NULL';
/** Statements: a folder in a folder, with one of the files. */
export const NESTED_FOLDERS = `
  INSERT INTO upload_folders VALUES (11, 'ponds', 'Ponds', 2, '/2', ${TIMES}), (12, 'small', 'Small', 3, '/2/3', ${TIMES});
  INSERT INTO upload_folders_parent_lnk VALUES (1, 12, 11, 1);
  UPDATE files_folder_lnk SET folder_id = 12 WHERE file_id = 3;
`;

/** The names of the folders that each file is in, from the inner one. */
export async function foldersOfFiles(app: TestApp): Promise<readonly string[]> {
  const populate = { folder: { populate: { parent: true } } };
  const files = await app.documents('plugin::upload.file').findMany({ populate, sort: 'id' });
  return files.map(({ folder }) => {
    const { name, parent } = Object(folder);
    return parent ? `${name} in ${parent.name}` : String(name);
  });
}
export const NESTED_NAMES = ['API Uploads', 'API Uploads', 'Small in Ponds'];

/** The archive that `strapi export` made of the same database. */
export const RECORDED_ARCHIVE = join(RECORDED, 'export.tar.gz');

/** What Strapi answered to `GET /api/…`: the query, and `data`. */
export const recordedAnswers = (): readonly (readonly [query: string, data: unknown])[] =>
  JSON.parse(readFileSync(join(RECORDED, 'answers.json'), 'utf8'));

/** Types that the recorded Strapi did not have. */
const LATER = [join('api', 'pointer'), join('api', 'sample'), join('shared', 'pin.json')];

export async function targetApp(
  database: TestDatabase = 'sqlite',
  plugins: Readonly<Record<string, unknown>> = {},
  change: (folder: string) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<TestApp> {
  const folder = temporary();
  cpSync(join(ROOT, 'conformance', 'schema', 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !LATER.some((name) => path.endsWith(name)),
  });
  change(folder);
  return createTestApp({
    application: folder,
    database,
    env: { JWT_SECRET: 'Zk3vQ9mT1xYb7LhW5nRc8DfG2sJpA4uE', ...env },
    config: {
      plugins: {
        rest: true,
        i18n: true,
        'draft-and-publish': true,
        'users-permissions': true,
        'api-tokens': true,
        upload: true,
        'strapi-import': true,
        ...plugins,
      },
    },
  });
}

export interface CommandResult {
  readonly code: number;
  readonly lines: readonly string[];
}

/** `--only a,b` is a flag with a value, `--strict` one without. */
export async function run(
  app: TestApp,
  name: string,
  given: readonly string[],
  ask: (question: string) => Promise<string> = async () => '',
): Promise<CommandResult> {
  const command = app.kernel.commands.get(name);
  if (!command) throw new Error(`There is no command ${name}`);
  const words: string[] = [];
  const flags: Record<string, string | boolean> = {};
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    if (!word.startsWith('--')) words.push(word);
    else if (command.flags?.[word.slice(2)]?.type === 'boolean') flags[word.slice(2)] = true;
    else flags[word.slice(2)] = given[++at] ?? '';
  }
  const lines: string[] = [];
  const code = await command.run({
    words,
    flags,
    print: (line) => void lines.push(line),
    ask,
  });
  return { code, lines };
}

export const importInto = (app: TestApp, ...words: readonly string[]): Promise<CommandResult> =>
  run(app, 'import-strapi', words);

/** The header of a new API token that may do everything. */
export async function fullAccess(app: TestApp): Promise<string> {
  const { lines } = await run(app, 'token', ['create', '--name', 'test', '--type', 'full-access']);
  return `Bearer ${/[0-9a-f]{64}/.exec(lines.join('\n'))?.[0]}`;
}
