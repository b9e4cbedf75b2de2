// Content types that a migration gave another uid, for the hook `schema.renamed`.
import type { Database } from '../../database/database';
import type { Schema, Uid } from '../model/compiled/content-type';
import type { MigrationStep } from './migration-step';

export interface RenamedTypes {
  /** Present uids by former ones. */
  readonly uids: ReadonlyMap<Uid, Uid>;
  /** The schema with the present uids. */
  readonly schema: Schema;
  /** Runs its statements in the transaction of the migration. */
  readonly knex: Database['knex'];
  /** The action of the present type: `api::page.page.find`. Actions of other types stay as they are. */
  actionOf(action: string): string;
  /** Writes the present uids into a column that holds uids. Returns the number of changed rows. */
  replaceIn(table: string, column: string): Promise<number>;
  /** Adds a line for the command or the log: `2 permissions of api::page.page follow its rename`. */
  report(line: string): void;
}

type Parts = Pick<RenamedTypes, 'uids' | 'schema' | 'knex' | 'report'>;

export const createRenamedTypes = ({ uids, schema, knex, report }: Parts): RenamedTypes => ({
  uids,
  schema,
  knex,
  report,
  actionOf(action) {
    const verb = action.lastIndexOf('.');
    const uid = uids.get(action.slice(0, verb) as Uid);
    return uid === undefined ? action : `${uid}${action.slice(verb)}`;
  },
  async replaceIn(table, column) {
    let changed = 0;
    for (const [former, uid] of uids)
      changed += await knex(table)
        .where(column, former)
        .update({ [column]: uid });
    return changed;
  },
});

export const renamesIn = (steps: readonly MigrationStep[]): ReadonlyMap<Uid, Uid> =>
  new Map(steps.flatMap(({ renames }) => (renames ? [renames] : [])));
