// Compares the files with the migrations that have run. Pure.
import { relative } from 'node:path';
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';
import type { MigrationFile, MigrationSet } from './migration-files';
import type { RanMigration } from './migration-table';

/** `late`: a migration with a higher number has run. `missing`: it has run, and its file is gone. */
export type MigrationState = 'done' | 'pending' | 'changed' | 'late' | 'missing';

export interface MigrationStatus {
  readonly owner: string;
  readonly name: string;
  readonly state: MigrationState;
  readonly ranAt: number | null;
  /** null: missing. */
  readonly file: MigrationFile | null;
}

export function statusOf({ owner, files }: MigrationSet, all: readonly RanMigration[]): MigrationStatus[] {
  const ran = new Map(all.filter((each) => each.owner === owner).map((each) => [each.name, each]));
  const last = Math.max(0, ...files.filter(({ name }) => ran.has(name)).map(({ number }) => number));
  const known = files.map((file): MigrationStatus => {
    const { name, number, hash } = file;
    const done = ran.get(name);
    ran.delete(name);
    const state = !done ? (number < last ? 'late' : 'pending') : done.hash === hash ? 'done' : 'changed';
    return { owner, name, state, ranAt: done ? Number(done.ran_at) : null, file };
  });
  const missing = [...ran.values()].map(
    ({ name, ran_at }): MigrationStatus => ({
      owner,
      name,
      state: 'missing',
      ranAt: Number(ran_at),
      file: null,
    }),
  );
  return [...missing, ...known];
}

/** Throws a StartupError. Files of an installed package may be compiled anew, so their changes are not refused. */
export function refuseStates(states: readonly MigrationStatus[], dir: string): void {
  const mistakes = states.flatMap(({ state, file, name }): Mistake[] => {
    if (!file || file.path.includes('node_modules')) return [];
    const where = relative(dir, file.path);
    if (state === 'changed')
      return [{ where, message: 'it has changed since it ran; restore it, and write a new migration' }];
    if (state === 'late')
      return [{ where, message: `a migration with a higher number has run; give ${name} a higher number` }];
    return [];
  });
  if (mistakes.length > 0)
    throw new StartupError('Migrations do not match those that have run, so nothing was changed:', mistakes);
}
