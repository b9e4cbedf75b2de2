// A migration of the application or of a plugin: a file that changes stored data once. docs/migrations.md explains them.
import type { Database } from '../../database/database';
import type { OwnModel } from '../../database/models/model-definition';
import type { Logger } from '../../kernel/log/logger';
import type { ContentDocuments } from '../application';
import type { Schema } from '../model/compiled/content-type';

export interface MigrationTools {
  /** The document service, without permissions. */
  readonly documents: ContentDocuments;
  /** Statements of your own, in the transaction of the migration. */
  readonly knex: Database['knex'];
  /** The model of a table that a plugin declares with `app.model`. */
  model(table: string): OwnModel<Record<string, unknown>>;
  readonly schema: Schema;
  readonly log: Logger;
}

export interface Migration {
  /** false: without a transaction, for work that would hold locks for too long. What it has stored stays after an error. */
  readonly transaction?: boolean;
  up(tools: MigrationTools): Promise<unknown> | unknown;
}

/** `export default defineMigration(async ({ documents }) => { … })` */
export const defineMigration = (migration: Migration | Migration['up']): Migration =>
  typeof migration === 'function' ? { up: migration } : migration;
