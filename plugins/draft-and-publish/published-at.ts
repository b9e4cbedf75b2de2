// `publishedAt`, on every document while the plugin is on. Of a published row: when it was published, or last written where
// that happened while the plugin was off. Null on a draft; `updatedAt` on types without drafts.
//
// A draft's own `published_at` is never shown: equal to its `updated_at` it says that the draft is settled, that nothing was
// written to it since it and the published row were made equal.
import type { ScalarAttribute, Schema, TableSpec, TypeBuilder } from '../../core';
import { hasStatus, PUBLISHED_AT, STATUS_AXIS } from './status';

type Expression = NonNullable<ScalarAttribute['expression']>;

const ofVersions: Expression = (columnOf) =>
  `CASE WHEN ${columnOf(STATUS_AXIS.column)} = 1 THEN COALESCE(${columnOf(PUBLISHED_AT)}, ${columnOf('updated_at')}) END`;

const ofOthers: Expression = (columnOf) => columnOf('updated_at');

export function addPublishedAt(type: TypeBuilder, withStatus: boolean): void {
  type.addTailField({
    name: 'publishedAt',
    type: 'datetime',
    expression: withStatus ? ofVersions : ofOthers,
  });
}

/** The field is an expression, so its column is ours to make. */
export function addColumns(tables: TableSpec[], schema: Schema): void {
  for (const type of schema.types.values()) {
    const index = tables.findIndex(({ name }) => name === type.table);
    const table = tables[index];
    const field = type.scalars.get('publishedAt');
    if (!hasStatus(type) || !table || !field) continue;
    const column = { name: PUBLISHED_AT, spec: field.type.column(field.options) };
    tables[index] = { ...table, columns: [...table.columns, column] };
  }
}
