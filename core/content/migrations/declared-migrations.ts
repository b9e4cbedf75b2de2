// The migrations of one kernel: those of its plugins, then those of the application.
import { isAbsolute, join } from 'node:path';
import type { OwnModel } from '../../database/models/model-definition';
import { OWN_TABLES } from '../../database/module';
import type { Kernel } from '../../kernel/app/app';
import { token } from '../../kernel/registry/container';
import { type MigrationSet, readMigrations } from './migration-files';
import { APPLICATION, declareMigrationTable, type RanMigration } from './migration-table';

/** The folder of the application's migrations. */
export const FOLDER = 'migrations';

export interface RunOptions {
  /** The number of the last migration of the application that runs. */
  readonly to?: number;
  /** Runs them, and rolls all of them back. */
  readonly dryRun?: boolean;
  readonly ran?: (name: string) => void;
}

export interface DeclaredMigrations {
  readonly sets: readonly MigrationSet[];
  readonly rows: OwnModel<RanMigration>;
}

export const MIGRATIONS = token<MigrationPlaces>('migrations');

export interface MigrationPlaces {
  add(owner: string, folder: string): void;
  /** null: no plugin and no application has migrations. */
  declared: DeclaredMigrations | null;
  /** Of the command line: how the start runs them. */
  options: RunOptions;
  /** Reads the files, and declares the table. */
  declare(kernel: Kernel): void;
}

export function createMigrationPlaces(): MigrationPlaces {
  const folders: (readonly [owner: string, folder: string])[] = [];
  const places: MigrationPlaces = {
    declared: null,
    options: {},
    add(owner, folder) {
      if (typeof folder !== 'string' || !isAbsolute(folder))
        throw new Error(`app.migrations needs an absolute path, like join(__dirname, '${FOLDER}').`);
      folders.push([owner, folder]);
    },
    declare({ dir, container }) {
      const all = [...folders, [APPLICATION, join(dir, FOLDER)] as const];
      const sets = all.map(([owner, folder]) => readMigrations(owner, folder, dir));
      if (sets.every(({ files }) => files.length === 0)) return;
      places.declared = { sets, rows: declareMigrationTable(container.resolve(OWN_TABLES)) };
    },
  };
  return places;
}
