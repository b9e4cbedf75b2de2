// `quire restore BACKUP`: puts the database and the files of a backup back. What was there is set aside, or replaced on servers.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasOtherConnections } from '../../database/adapters/open-sqlite';
import { type ResolvedConfig, resolveConfig } from '../../database/config-types';
import { connectDatabase } from '../../database/run/connect';
import type { Kernel } from '../../kernel/app/app';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { note, print } from '../../kernel/cli/terminal';
import { StartupError } from '../../kernel/errors/startup-error';
import { readBackup } from '../backup/backup-folder';
import { copyNewFiles } from '../backup/copy-files';
import { commandText, restoreTool, runTool } from '../backup/server-tools';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Puts the database and the files of a backup back. Stop the application before.',
  usage: 'quire restore BACKUP [--dir PATH] [--force]',
  example: 'quire restore /backups/backup-20260501T120000Z',
  operand: 'BACKUP',
  flags: {
    dir: DIR_FLAG,
    force: {
      type: 'boolean',
      description:
        'Also if there is a database or a file. SQLite: they stay beside, with ".replaced-…" in their names. Servers: the tables are replaced.',
    },
  },
  async run(flags, given = '', { createKernel }) {
    const backup = resolve(given);
    const facts = readBackup(backup);
    const kernel = await createKernel({
      dir: resolve(textFlag(flags, 'dir') ?? '.'),
      overrides: { server: { logs: { level: 'silent' } } },
    });
    const config = resolveConfig(kernel.config.database);
    if (config.client !== facts.client)
      throw new StartupError(
        `The backup is of the client "${facts.client}", and config/database has "${config.client}". Set the same client.`,
      );
    const folders = Object.entries(facts.folders).map(([name, files]) => {
      const part = kernel.backups.get(name);
      if (!part)
        throw new StartupError(
          `The backup has files of "${name}". Enable this plugin with files in a folder.`,
        );
      return { from: join(backup, files), to: part.folder };
    });
    const taken = folders.map(({ to }) => to).filter((to) => existsSync(to) && readdirSync(to).length > 0);
    const place = config.client === 'sqlite' ? resolve(kernel.dir, config.filename) : config.database;
    if (await hasDatabase(kernel, config, place)) taken.unshift(place);
    if (taken.length > 0 && flags.force !== true)
      throw new StartupError(
        `Nothing was changed, because there is data in ${taken.join(', ')}. Use --force.`,
      );
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const fresh = (to: string): string => `${to}.restoring-${stamp}`;
    try {
      // All is copied before a part is replaced: the disk may be full.
      for (const { from, to } of folders) await copyNewFiles(from, fresh(to));
      if (config.client === 'sqlite') await restoreSqlite(join(backup, facts.database), place, stamp);
      else {
        const tool = restoreTool(config);
        note(commandText(tool));
        await runTool(tool, { input: join(backup, facts.database) });
      }
    } catch (error) {
      for (const { to } of folders) rmSync(fresh(to), { recursive: true, force: true });
      throw error;
    }
    for (const { to } of folders) {
      if (existsSync(to)) renameSync(to, `${to}.replaced-${stamp}`);
      renameSync(fresh(to), to);
    }
    print(`Restored ${place} and ${folders.length} folders of files. "quire doctor" checks the data.`);
    return EXIT.ok;
  },
};

async function hasDatabase(
  { config: { database: given }, log, dir }: Kernel,
  config: ResolvedConfig,
  place: string,
): Promise<boolean> {
  if (config.client === 'sqlite') return existsSync(place);
  const database = await connectDatabase(given, { log, dir });
  try {
    return await database.knex.schema.hasTable('quire_meta');
  } finally {
    await database.close();
  }
}

async function restoreSqlite(from: string, to: string, stamp: string): Promise<void> {
  if (existsSync(to) && hasOtherConnections(to))
    throw new StartupError(`Another program uses ${to}. Stop the application, and restore again.`);
  await mkdir(dirname(to), { recursive: true });
  const fresh = `${to}.restoring-${stamp}`;
  try {
    copyFileSync(from, fresh);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  for (const end of ['', '-wal', '-shm'])
    if (existsSync(`${to}${end}`)) renameSync(`${to}${end}`, `${to}.replaced-${stamp}${end}`);
  renameSync(fresh, to);
}
