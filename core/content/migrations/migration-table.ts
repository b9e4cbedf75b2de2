// The table `quire_migrations`: which migrations have run. It exists in applications with migrations only.
import type { OwnModel } from '../../database/models/model-definition';
import type { OwnTables } from '../../database/models/own-tables';

export interface RanMigration {
  /** '' is no value of every database, so the application is `-`. */
  readonly owner: string;
  readonly name: string;
  readonly hash: string;
  readonly ran_at: number;
}

export const MIGRATIONS_TABLE = 'quire_migrations';
export const APPLICATION = '-';

export const declareMigrationTable = (tables: OwnTables): OwnModel<RanMigration> =>
  tables.define('core', {
    table: MIGRATIONS_TABLE,
    columns: {
      owner: { kind: 'string', length: 120, notNull: true },
      name: { kind: 'string', length: 120, notNull: true },
      hash: { kind: 'string', length: 64, notNull: true },
      ran_at: { kind: 'integer', notNull: true },
    },
    primaryKey: ['owner', 'name'],
    indexes: [],
  }) as OwnModel<RanMigration>;
