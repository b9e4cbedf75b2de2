// `quire migrate new NAME`: writes an empty migration with the next number.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { print } from '../../kernel/cli/terminal';
import { StartupError } from '../../kernel/errors/startup-error';
import { FOLDER } from '../migrations/declared-migrations';
import { readMigrations } from '../migrations/migration-files';
import { APPLICATION } from '../migrations/migration-table';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const BODY = `defineMigration(async ({ documents, knex, log }) => {
  // await knex('articles').where({ … }).update({ … });
});
`;
const NOTE =
  '// Runs once, at the next start, in one transaction. Do not change this file after it has run.\n';
const IMPORT = `${NOTE}import { defineMigration } from 'quire-cms';\n\nexport default ${BODY}`;
const REQUIRE = `${NOTE}const { defineMigration } = require('quire-cms');\n\nmodule.exports = ${BODY}`;

export const migrateNewCommand: Command = {
  name: 'migrate new',
  summary: 'Writes an empty migration of your own with the next number.',
  usage: 'quire migrate new NAME [--dir PATH] [--folder PATH]',
  example: 'quire migrate new split-names',
  operand: 'NAME',
  flags: {
    dir: DIR_FLAG,
    folder: {
      type: 'string',
      value: 'PATH',
      description: `The folder of the migrations, for plugins. Default: ${FOLDER}.`,
    },
  },
  async run(flags, name = '') {
    const dir = resolve(textFlag(flags, 'dir') ?? '.');
    const folder = resolve(dir, textFlag(flags, 'folder') ?? FOLDER);
    if (!NAME.test(name) || name.length > 80)
      throw new StartupError(
        `"${name}" cannot be the name of a migration. Use lower-case words joined by dashes, like split-names.`,
      );
    const { files } = readMigrations(APPLICATION, folder, dir);
    const number = String((files.at(-1)?.number ?? 0) + 1).padStart(4, '0');
    const isTypeScript = existsSync(join(dir, 'tsconfig.json'));
    const file = join(folder, `${number}-${name}.${isTypeScript ? 'ts' : 'js'}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, isTypeScript || isEsm(dir) ? IMPORT : REQUIRE, { flag: 'wx' });
    print(
      `Wrote ${relative(process.cwd(), file)}. The next start runs it; "quire migrate status" lists all.`,
    );
    return EXIT.ok;
  },
};

function isEsm(dir: string): boolean {
  const file = join(dir, 'package.json');
  try {
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).type === 'module';
  } catch {
    return false;
  }
}
