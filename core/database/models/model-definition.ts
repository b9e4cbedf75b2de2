// What declares an own table, and its model.
import type { Model, ModelClass, QueryBuilder, RelationMappings } from 'objection';
import type { ModelColumn } from './column-kinds';

declare module 'objection' {
  interface WhereMethod<QB extends import('objection').AnyQueryBuilder> {
    (column: string, value: bigint): QB;
    (column: string, operator: string, value: bigint): QB;
  }
}

export type Columns = Readonly<Record<string, ModelColumn>>;

export interface ModelDefinition<C extends Columns> {
  /** The name of the table: lower-case letters, digits and `_`. Begin it with the name of the plugin. */
  readonly table: string;
  readonly columns: C;
  /** Absent: the column of the kind `id`. */
  readonly primaryKey?: readonly (keyof C & string)[];
  readonly indexes?: readonly {
    readonly columns: readonly (keyof C & string)[];
    readonly unique?: boolean;
    /** Rows without a value in the first column are left out of the index, where the database can. A write of such a row then costs less. */
    readonly filled?: boolean;
  }[];
  /** The relations to other own tables, as objection's `relationMappings`. Called at the first query. */
  relations?(model: typeof Model): RelationMappings;
}

export interface OwnModel<R extends object> {
  readonly table: string;
  /** A query of objection. Inside a transaction it belongs to the transaction. From `boot.before` on. */
  query(): QueryBuilder<Model & R>;
  /** The class of objection: for relations, and for what `query()` does not offer. From `boot.before` on. */
  readonly Model: ModelClass<Model & R>;
}
