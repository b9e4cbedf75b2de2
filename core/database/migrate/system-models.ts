// Objection models of the system tables, in the current transaction. The one statement of an ordinary start (memory.ts), and those
// of every write (unique.ts, entry-ids.ts), do not use them: decision 0016.
import type { Knex } from 'knex';
import type { ModelClass, Model as Row } from 'objection';

/** Loaded late: a start that changes nothing needs no objection, which takes about 90 ms to load. */
export function systemModels(knex: Knex) {
  const { Model }: typeof import('objection') = require('objection');
  const modelOf = <Columns>(table: string, idColumn: string | string[]) =>
    class extends Model {
      static override tableName = table;
      static override idColumn = idColumn;
    }.bindKnex(knex) as unknown as ModelClass<Row & Columns>;
  return {
    Meta: modelOf<{ name: string; value: string | null }>('quire_meta', 'name'),
    /** `model`: a StoredModel as JSON. */
    StoredSchema: modelOf<{ uid: string; model: string }>('quire_schema', 'uid'),
    /** `entry`: a LedgerEntry as JSON. */
    Axis: modelOf<{ uid: string; axis: string; entry: string }>('quire_axes', ['uid', 'axis']),
    Counter: modelOf<{ name: string; value: number }>('quire_counters', 'name'),
  };
}
