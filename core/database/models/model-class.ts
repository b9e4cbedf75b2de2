// A class of objection for an own table. No JSON schema: the kinds of the columns check what is written.
import { Model, type ModelClass, type Pojo } from 'objection';
import type { Database } from '../database';
import { fromDatabase, type RowOf, toDatabase } from './column-kinds';
import type { Columns, ModelDefinition } from './model-definition';

export function createModelClass<const C extends Columns>(
  { table, columns, primaryKey, relations }: ModelDefinition<C>,
  database: Database,
): ModelClass<Model & RowOf<C>> {
  class OwnRow extends Model {
    static override readonly tableName = table;
    static override readonly idColumn = primaryKey ? [...primaryKey] : 'id';

    static override get relationMappings() {
      return relations?.(Model) ?? {};
    }

    /** Known without a statement. */
    static override tableMetadata() {
      return { columns: Object.keys(columns) };
    }

    override $formatDatabaseJson(json: Pojo): Pojo {
      const row = super.$formatDatabaseJson(json);
      for (const [name, value] of Object.entries(row)) {
        const column = columns[name];
        if (!column) throw new Error(`The table "${table}" has no column "${name}".`);
        if (value !== undefined && !isExpression(value))
          row[name] = toDatabase(value, column, `The column "${name}" of the table "${table}"`);
      }
      return row;
    }

    override $parseDatabaseJson(row: Pojo): Pojo {
      const json = super.$parseDatabaseJson(row);
      for (const name of Object.keys(json)) {
        const column = columns[name];
        if (column) json[name] = fromDatabase(json[name], column);
      }
      return json;
    }

    /** JSON has no 64-bit integers: a string of digits, as in answers of REST. */
    override $formatJson(json: Pojo): Pojo {
      const made = super.$formatJson(json);
      for (const [name, value] of Object.entries(made))
        if (typeof value === 'bigint') made[name] = String(value);
      return made;
    }
  }
  // objection's own would begin a second transaction on the connection.
  Object.assign(OwnRow, { transaction: refuseTransaction, startTransaction: refuseTransaction });
  return OwnRow.bindKnex(database.modelKnex) as unknown as ModelClass<Model & RowOf<C>>;
}

function refuseTransaction(): never {
  throw new Error('Use app.documents.transaction(work): queries of models inside it belong to it.');
}

/** `raw()`, `ref()`, or a query in place of a value; of objection or of knex. */
const isExpression = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('toKnexRaw' in value || 'toKnexQuery' in value || 'toSQL' in value);
