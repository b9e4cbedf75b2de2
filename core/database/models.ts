// Objection models of the system tables. No request comes through here: they serve start, migrations and the command line.
import type { Knex } from 'knex';
import { Model } from 'objection';

export class MetaModel extends Model {
  static override tableName = 'quire_meta';
  static override idColumn = 'name';
  name!: string;
  value!: string | null;
}

export class SchemaModel extends Model {
  static override tableName = 'quire_schema';
  static override idColumn = 'uid';
  uid!: string;
  /** StoredModel as JSON. */
  model!: string;
}

export class AxisModel extends Model {
  static override tableName = 'quire_axes';
  static override idColumn = ['uid', 'axis'];
  uid!: string;
  axis!: string;
  /** LedgerEntry as JSON. */
  entry!: string;
}

export const systemModels = (knex: Knex) => ({
  Meta: MetaModel.bindKnex(knex),
  StoredSchema: SchemaModel.bindKnex(knex),
  Axis: AxisModel.bindKnex(knex),
});
