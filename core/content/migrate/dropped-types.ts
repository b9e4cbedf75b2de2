// Content types whose tables a migration removed, for the hook `schema.dropped`.
import type { Database } from '../../database/database';
import type { Schema, Uid } from '../model/compiled/content-type';

export interface DroppedTypes {
  readonly uids: readonly Uid[];
  /** The schema without these types. */
  readonly schema: Schema;
  /** Runs its statements in the transaction of the migration. */
  readonly knex: Database['knex'];
  /** Adds a line to the output of the command: `removed 2 permissions of api::page.page`. */
  report(line: string): void;
}
