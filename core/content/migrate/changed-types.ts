// Lets plugins follow content types that a migration removes or renames, and collects their lines for people.
import type { Database } from '../../database/database';
import type { Hooks } from '../../kernel/app/hooks';
import type { Schema } from '../model/compiled/content-type';
import { createRenamedTypes } from './renamed-types';
import type { SyncOptions } from './sync-target';

export interface ChangedTypes extends Required<Pick<SyncOptions, 'dropped' | 'renamed'>> {
  /** Of the taps, for one migration. */
  readonly lines: readonly string[];
}

export function changedTypes(
  { schema: { dropped, renamed } }: Pick<Hooks, 'schema'>,
  schema: Schema,
  database: Database,
): ChangedTypes {
  // A migration that lost its lock runs again, and so do its taps.
  let [ofDropped, ofRenamed]: [string[], string[]] = [[], []];
  return {
    get lines() {
      return [...ofDropped, ...ofRenamed];
    },
    async dropped(uids) {
      const lines: string[] = [];
      await dropped.promise({ uids, schema, knex: database.knex, report: (line) => void lines.push(line) });
      ofDropped = lines;
    },
    async renamed(uids) {
      const lines: string[] = [];
      const report = (line: string): void => void lines.push(line);
      await renamed.promise(createRenamedTypes({ uids, schema, knex: database.knex, report }));
      ofRenamed = lines;
    },
  };
}
