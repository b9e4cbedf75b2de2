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
import { type UndoStep, undoAll } from '../definitions/write-whole';

interface Copy {
  readonly path: string;
  /** The path that it replaces, with each of the ends. */
  readonly to: string;
  readonly ends: readonly string[];
}

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
    const database = join(backup, facts.database);
    const undo: UndoStep[] = [];
    /** The path of the copy. */
    const fresh = (to: string): string => {
      const path = `${to}.restoring-${stamp}`;
      undo.push({ path, work: () => rmSync(path, { recursive: true, force: true }) });
      return path;
    };
    const move = (from: string, to: string): void => {
      renameSync(from, to);
      undo.push({ path: from, work: () => renameSync(to, from) });
    };
    try {
      if (config.client === 'sqlite') mustBeUnused(place);
      // All is copied before a part is replaced: the disk may be full.
      const copies: Copy[] = [];
      for (const { from, to } of folders) {
        const path = fresh(to);
        await copyNewFiles(from, path);
        copies.push({ path, to, ends: [''] });
      }
      if (config.client === 'sqlite') {
        await mkdir(dirname(place), { recursive: true });
        const path = fresh(place);
        copyFileSync(database, path);
        copies.push({ path, to: place, ends: ['', '-wal', '-shm'] });
        mustBeUnused(place);
      }
      for (const { path, to, ends } of copies) {
        for (const end of ends)
          if (existsSync(`${to}${end}`)) move(`${to}${end}`, `${to}.replaced-${stamp}${end}`);
        move(path, to);
      }
      // No step back undoes the work of the tool, so it is the last step.
      if (config.client !== 'sqlite') {
        const tool = restoreTool(config);
        note(commandText(tool));
        await runTool(tool, { input: database });
      }
    } catch (error) {
      const left = undoAll(undo);
      if (left.length > 0) note(`These could not be put back or removed: ${left.join(', ')}.`);
      throw error;
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

function mustBeUnused(file: string): void {
  if (existsSync(file) && hasOtherConnections(file))
    throw new StartupError(`Another program uses ${file}. Stop the application, and restore again.`);
}
