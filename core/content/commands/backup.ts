// `quire backup DIR`: the database and the files of plugins in one folder, verified, also while the application runs.
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { copySqlite } from '../../database/adapters/open-sqlite';
import { type ResolvedConfig, resolveConfig } from '../../database/config-types';
import { connectDatabase } from '../../database/run/connect';
import type { Kernel } from '../../kernel/app/app';
import { type Command, DIR_FLAG, EXIT, textFlag } from '../../kernel/cli/command';
import { note, print } from '../../kernel/cli/terminal';
import { StartupError } from '../../kernel/errors/startup-error';
import { openBackup, rotate } from '../backup/backup-folder';
import { copyNewFiles } from '../backup/copy-files';
import { commandText, dumpFile, dumpTool, runTool } from '../backup/server-tools';
import { diagnose } from '../doctor/diagnose';
import { ownTablesOf } from '../migrate/own-tables-of';

const SQLITE_FILE = 'quire.db';

const COUNT = /^[1-9]\d{0,5}$/;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copies the database and uploaded files to a new folder in DIR, also while the application runs.',
  usage: 'quire backup DIR [--dir PATH] [--keep NUMBER] [--keep-days NUMBER]',
  example: 'quire backup /backups --keep 14',
  operand: 'DIR',
  flags: {
    dir: DIR_FLAG,
    keep: {
      type: 'string',
      value: 'NUMBER',
      description: 'Keeps so many backups in DIR, and removes older ones.',
    },
    'keep-days': {
      type: 'string',
      value: 'NUMBER',
      description: 'Removes backups that are older than so many days.',
    },
  },
  check: (flags) =>
    ['keep', 'keep-days']
      .filter((name) => flags[name] !== undefined && !COUNT.test(String(flags[name])))
      .map((name) => `--${name} needs a number of at least 1`),
  notes:
    'A name with an ending, such as backup.db, is a file: a copy of the SQLite database alone.\nThe newest backup always stays. Exits with 1 if the doctor finds faults; then nothing is removed.',
  async run(flags, given = '', { createKernel }) {
    const kernel = await createKernel({
      dir: resolve(textFlag(flags, 'dir') ?? '.'),
      overrides: { server: { logs: { level: 'silent' } } },
    });
    const config = resolveConfig(kernel.config.database);
    if (extname(given) !== '') return copyDatabase(kernel, config, resolve(given));
    const dir = resolve(given);
    const backup = openBackup(dir);
    const folders = [...kernel.backups.values()];
    const target = ({ name }: { readonly name: string }): string => `files-${name}`;
    // A file that a row of the copy names existed before the copy: the first pass or the second one finds it.
    const copyFolders = async (): Promise<number> => {
      let copied = 0;
      for (const each of folders) copied += await copyNewFiles(each.folder, join(backup.path, target(each)));
      return copied;
    };
    try {
      let files = await copyFolders();
      const database = config.client === 'sqlite' ? SQLITE_FILE : dumpFile(config.client);
      const isHealthy = await copyVerified(kernel, config, join(backup.path, database));
      files += await copyFolders();
      const path = backup.finish({
        format: 1,
        client: config.client,
        database,
        folders: Object.fromEntries(folders.map((each) => [each.name, target(each)])),
      });
      print(`Wrote ${path}: the database and ${files} files.`);
      if (!isHealthy) {
        note('The database has faults. "quire doctor" lists them.');
        return EXIT.failed;
      }
      const [keep, days] = ['keep', 'keep-days'].map((name) => Number(flags[name] ?? 0) || null);
      for (const name of rotate(dir, { keep: keep ?? null, days: days ?? null })) print(`Removed ${name}.`);
      return EXIT.ok;
    } catch (error) {
      backup.discard();
      throw error;
    }
  },
};

async function copyDatabase({ dir }: Kernel, config: ResolvedConfig, to: string): Promise<number> {
  if (config.client !== 'sqlite')
    throw new StartupError(
      `A file takes a copy of a SQLite database only. Name a folder: ${commandText(dumpTool(config))} then writes into it.`,
    );
  const from = existing(resolve(dir, config.filename));
  if (existsSync(to)) throw new StartupError(`${to} exists. Choose the name of a new file.`);
  const pages = await copySqlite(from, to);
  print(`Copied ${pages} pages of ${from} to ${to}.`);
  return EXIT.ok;
}

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new StartupError(
    `There is no database ${file} yet. Start the application once, or select another with --dir PATH.`,
  );
}

/** false: the copy is readable, and its data has faults. */
async function copyVerified(kernel: Kernel, config: ResolvedConfig, to: string): Promise<boolean> {
  if (config.client === 'sqlite') {
    await copySqlite(existing(resolve(kernel.dir, config.filename)), to);
    return examine(kernel, to);
  }
  const tool = dumpTool(config);
  note(commandText(tool));
  await runTool(tool, { output: to });
  if (config.client === 'postgres')
    await runTool({ program: 'pg_restore', args: ['--list', to], env: {} }, {});
  else if (!/-- Dump completed\s*$/.test(endOf(to)))
    throw new StartupError('The dump is not whole. Start the backup again.');
  return true;
}

/** The last bytes: a dump may be larger than the memory. */
function endOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const end = Buffer.alloc(200);
    const read = readSync(handle, end, 0, end.length, Math.max(0, fstatSync(handle).size - end.length));
    return end.toString('utf8', 0, read);
  } finally {
    closeSync(handle);
  }
}

async function examine(kernel: Kernel, file: string): Promise<boolean> {
  const { config, dir, log, schema } = kernel;
  const settings = { ...config.database, client: 'sqlite', filename: file, statementTimeout: 0 } as const;
  const database = await connectDatabase(settings, { log, dir });
  try {
    const extend = ownTablesOf(kernel);
    return (await diagnose(database, schema, { log, extend })).healthy;
  } finally {
    await database.close();
    for (const end of ['-wal', '-shm', '-lock']) rmSync(`${file}${end}`, { force: true });
  }
}
