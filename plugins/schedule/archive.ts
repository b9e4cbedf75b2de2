// What an import does with planned changes: jobs of this application run them, with the rights of those who asked for them.
import { type App, type ArchivedTables, type ImportedContent, OWN_TABLES } from '../../core';
import type { Planning } from './planning';
import type { Person } from './types';

/** The kind of a principal → the content type of its documents. */
const TYPES: Readonly<Record<string, string>> = {
  user: 'plugin::users-permissions.user',
  'api-tokens': 'plugin::api-tokens.token',
};
/** No row has this id. */
const UNUSED_ID = '0';

const TABLES = ['schedule_plans', 'schedule_changes'];

export function archivedPlans(app: App, planning: Planning): ArchivedTables {
  const rowsOf = (table: string) => app.container.resolve(OWN_TABLES).get(table).query();

  /** A row here may have the id of a user or token that was not imported. Such changes fail at their time. */
  async function removeStrangers({ types }: ImportedContent): Promise<readonly string[]> {
    let count = 0;
    for (const table of TABLES)
      for (const { id, by } of await rowsOf(table).select('id', 'by')) {
        const person = by as Person;
        if (person.kind === 'code' || person.principal === null) continue;
        const { kind } = person.principal;
        if (types.has(TYPES[kind] ?? '')) continue;
        const principal = { ...person.principal, id: UNUSED_ID };
        await rowsOf(table)
          .where({ id: Number(id) })
          .patch({ by: { ...person, principal } });
        count += 1;
      }
    return count === 0
      ? []
      : [
          `schedule: ${count} rows name users or tokens that were not imported; their changes fail at their time. Schedule them again, or import users and tokens with them`,
        ];
  }

  return {
    name: 'schedule',
    tables: { schedule_plans: { omits: ['job'] }, schedule_changes: {} },
    async clear() {
      for (const { job } of await rowsOf('schedule_plans').select('job').whereNotNull('job'))
        await app.jobs.cancel(Number(job));
    },
    async finish(imported) {
      const notes = await removeStrangers(imported);
      await planning.enqueueAll();
      return notes;
    },
  };
}
