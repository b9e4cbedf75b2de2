// `quire backup FILE`: a consistent copy of a SQLite database, also while the application runs. Servers have programs of their own.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { copySqlite } from '../../database/adapters/open-sqlite';
import { resolveConfig } from '../../database/config-types';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { print } from '../../kernel/cli/terminal';
import { StartupError } from '../../kernel/errors/startup-error';

const PROGRAMS = {
  mysql: 'mariadb-dump --single-transaction DATABASE > backup.sql',
  postgres: 'pg_dump --format=custom DATABASE > backup.dump',
} as const;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copies the SQLite database to a new file, also while the application runs.',
  usage: 'quire backup FILE [--dir PATH]',
  example: 'quire backup backup.db',
  operand: 'FILE',
  flags: { dir: DIR_FLAG },
  notes: 'Uploaded files are not part of the database: copy public/uploads too.',
  async run(flags, given = '', { createKernel }) {
    const dir = resolve(textFlag(flags, 'dir') ?? '.');
    const { config } = await createKernel({ dir, overrides: { server: { logs: { level: 'silent' } } } });
    const { client, filename } = resolveConfig(config.database);
    if (client !== 'sqlite')
      throw new StartupError(
        `quire backup copies SQLite databases only. For this one, use: ${PROGRAMS[client]}`,
      );
    const from = resolve(dir, filename);
    const to = resolve(given);
    if (!existsSync(from))
      throw new StartupError(
        `There is no database ${from} yet. Start the application once, or select another with --dir PATH.`,
      );
    if (existsSync(to)) throw new StartupError(`${to} exists. Choose the name of a new file.`);
    const pages = await copySqlite(from, to);
    print(`Copied ${pages} pages of ${from} to ${to}.`);
    return EXIT.ok;
  },
};
