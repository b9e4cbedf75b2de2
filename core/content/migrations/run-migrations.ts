// Runs pending migrations in order, each once. A migration and the row that says so are one transaction. The start lock is held, so one
// process at a time runs them.
import { relative } from 'node:path';
import { OWN_TABLES } from '../../database/module';
import type { Kernel } from '../../kernel/app/app';
import { StartupError } from '../../kernel/errors/startup-error';
import { thrownMessage } from '../../kernel/errors/thrown';
import { underSyncLock } from '../migrate/sync-lock';
import type { DeclaredMigrations, RunOptions } from './declared-migrations';
import type { MigrationTools } from './define-migration';
import { loadMigration, type MigrationFile } from './migration-files';
import { type MigrationStatus, refuseStates, statusOf } from './migration-state';
import { APPLICATION, type RanMigration } from './migration-table';

export async function runMigrations(
  kernel: Kernel,
  declared: DeclaredMigrations,
  options: RunOptions,
): Promise<void> {
  const { dir, log } = kernel;
  await kernel.database.exclusively(async () => {
    const states = await readStates(declared);
    refuseStates(states, dir);
    for (const { state, name } of states)
      if (state === 'missing') log.warn('a migration has run, and its file is gone', { migration: name });
    const pending = states.filter((status) => isWanted(status, options));
    if (options.dryRun) return rehearse(kernel, pending, options);
    for (const { owner, name, file } of pending) {
      if (!file) continue;
      await runOne(kernel, file, async () => {
        await declared.rows.query().insert({ owner, name, hash: file.hash, ran_at: Date.now() });
        const details = { name, owner };
        await kernel.hooks.record.promise({ event: 'migration.ran', details, request: null });
      });
      log.info('a migration has run', {
        migration: name,
        ...(owner === APPLICATION ? {} : { plugin: owner }),
      });
      options.ran?.(name);
    }
  });
}

export async function readStates({ sets, rows }: DeclaredMigrations): Promise<MigrationStatus[]> {
  const ran = (await rows.query().select('owner', 'name', 'hash', 'ran_at')) as unknown as RanMigration[];
  return sets.flatMap((set) => statusOf(set, ran));
}

const isWanted = ({ owner, state, file }: MigrationStatus, { to = Number.MAX_SAFE_INTEGER }: RunOptions) =>
  state === 'pending' && (owner !== APPLICATION || (file?.number ?? 0) <= to);

async function runOne(
  kernel: Kernel,
  file: MigrationFile,
  record: () => PromiseLike<unknown>,
): Promise<void> {
  const migration = await loadMigration(file, kernel.dir);
  const isWhole = migration.transaction !== false;
  try {
    if (isWhole)
      await underSyncLock(kernel.database, async () => {
        await migration.up(toolsOf(kernel, file));
        await record();
      });
    else {
      await migration.up(toolsOf(kernel, file));
      await kernel.database.transaction(async () => {
        await record();
      });
    }
  } catch (error) {
    throw failed(kernel, file, isWhole, error);
  }
}

/** Thrown to roll back. */
class Rehearsed extends Error {}

async function rehearse(
  kernel: Kernel,
  pending: readonly MigrationStatus[],
  { ran }: RunOptions,
): Promise<void> {
  const isListed = kernel.database.dialect.name === 'mysql';
  const work = async (): Promise<void> => {
    for (const { file, name } of pending) {
      const migration = file && (await loadMigration(file, kernel.dir));
      if (!isListed && migration && migration.transaction !== false)
        try {
          await migration.up(toolsOf(kernel, file));
        } catch (error) {
          throw failed(kernel, file, true, error);
        }
      ran?.(name);
    }
  };
  // MariaDB would store each change of a table.
  if (isListed) return work();
  try {
    await underSyncLock(kernel.database, async () => {
      await work();
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

const toolsOf = (kernel: Kernel, { name }: MigrationFile): MigrationTools => ({
  documents: kernel.documents,
  knex: kernel.database.knex,
  model: (table) => kernel.container.resolve(OWN_TABLES).get(table),
  schema: kernel.schema,
  log: kernel.log.child({ migration: name }),
});

function failed({ dir, database }: Kernel, file: MigrationFile, isWhole: boolean, error: unknown): Error {
  const kept = !isWhole
    ? 'It has no transaction, so what it has stored stays.'
    : database.dialect.name === 'mysql'
      ? 'Nothing of it is stored, except after a change of a table, which MariaDB and MySQL store at once.'
      : 'Nothing of it is stored.';
  return new StartupError(
    `A migration failed. ${kept} Correct the file and start again; migrations before it have run.`,
    [{ where: relative(dir, file.path), message: thrownMessage(error) }],
  );
}
