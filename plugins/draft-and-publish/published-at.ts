// The field `publishedAt` of every document. A published row has the time of its last publishing; a row written while the plugin was
// disabled has `updatedAt`. A draft has null; a type without drafts has `updatedAt`.
import {
  pendingColumn,
  type ScalarAttribute,
  type Schema,
  type TableColumn,
  type TableSpec,
  type TypeBuilder,
} from '../../core';
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

/** The field is an expression, so the plugin adds the column itself. */
export function addColumns(tables: TableSpec[], schema: Schema): void {
  for (const type of schema.types.values()) {
    const index = tables.findIndex(({ name }) => name === type.table);
    const table = tables[index];
    const field = type.scalars.get('publishedAt');
    if (!hasStatus(type) || !table || !field) continue;
    const column = { name: PUBLISHED_AT, spec: field.type.column(field.options) };
    const isPending = ({ name }: TableColumn): boolean => name === pendingColumn(STATUS_AXIS);
    const pending = table.columns.filter(isPending).map((each) => ({ ...each, fill: pendingBefore }));
    const others = table.columns.filter((each) => !isPending(each));
    tables[index] = { ...table, columns: [...others, column, ...pending] };
  }
}

/** Databases older than the column: a draft without pending changes had one time in `published_at` and `updated_at`. */
const pendingBefore: NonNullable<TableColumn['fill']> = (id) =>
  `CASE WHEN ${id(STATUS_AXIS.column)} = 0 AND COALESCE(${id(PUBLISHED_AT)}, '') <> ${id('updated_at')} THEN 1 ELSE 0 END`;
