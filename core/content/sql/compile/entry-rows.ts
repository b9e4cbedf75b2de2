// Rows of documents that the entries of components and zones point at.
//
// Query: article?fields=title&populate[zone][on][shared.ref][populate][target][fields]=name
//   SELECT t2."document_id", json_object('id',t2."id",'documentId',t2."document_id",'name',t2."name") FROM "tag_list" t2 WHERE
//     t2."document_id" IN (SELECT value FROM json_each(?)) LIMIT +?

import { build } from '../../../database/sql';
import type { AxisUse } from '../../model/compiled/axis';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { QueryNode } from '../../query/ast';
import { isUnsorted } from '../../query/order-kinds';
import { axisCondition, axisPredicates, showsSeveral } from './axes';
import { type CompileContext, type Fragment, type Scope, where } from './context';
import type { Unlimited } from './finish';
import { orderBy, orderTerms } from './order';
import type { ExtraColumns, ParentRow } from './parent-row';
import type { EntryBranch, EntryPin } from './plan-types';
import { rowJson } from './row-json';
import { filterSql } from './where';

/** The documents of one type that entries point at, before the columns of their own populated nodes are known. */
export interface EntryTargets {
  readonly alias: string;
  readonly extras: ExtraColumns;
  readonly axes: EntryBranch['axes'];
  readonly pinned: readonly AxisUse[];
  /** Places of the pinned axes' values in a row. */
  readonly pinAt: readonly number[];
}

export function entryTargets(
  node: QueryNode,
  parent: ParentRow,
  extras: ExtraColumns,
  context: CompileContext,
): EntryTargets {
  const alias = context.alias();
  const axes = node.bound.flatMap((axis) =>
    axis.kind === 'parent'
      ? [
          {
            parentAt: parent.extras.add(`${parent.alias}.${context.id(axis.parentColumn)}`),
            childAt: extras.add(`${alias}.${context.id(axis.column)}`),
          },
        ]
      : [],
  );
  const pinned = node.type.axes.filter(
    ({ axis }) => !parent.type.axes.some((own) => own.axis.name === axis.name),
  );
  const pinAt = pinned.map(({ axis }) => extras.add(`${alias}.${context.id(axis.column)}`));
  return { alias, extras, axes, pinned, pinAt };
}

/** Rows of `[documentId, JSON text, …]`, for a list of documentIds. */
export function entryTargetRows(
  node: QueryNode,
  { alias, extras, pinned, pinAt }: EntryTargets,
  context: CompileContext,
): { readonly rows: Unlimited; readonly pins: readonly EntryPin[] } {
  const scope: Scope = { kind: 'row', alias, type: node.type };
  // A link may select another value than the one read, so the rows of all values are read. A column marks the shown rows.
  const selecting = pinned.filter(({ axis }) => axis.pin === 'select');
  const shown = selecting.map(({ axis }) => shownColumn(node, axis.column, alias, context));
  const first = 2 + extras.columns.length;
  const pins = pinned.map((use, index): EntryPin => {
    const { name, store } = use.axis;
    const at = selecting.indexOf(use);
    return {
      axis: name,
      words: store.kind === 'enum' ? store.values : null,
      childAt: pinAt[index] ?? 0,
      shownAt: at < 0 ? null : first + at,
    };
  });
  const key = `${alias}.${context.id('document_id')}`;
  const conditions = [
    context.keys(key, DOCUMENT_ID_COLUMN),
    ...axisPredicates(
      node.bound.filter(
        (axis) => axis.kind !== 'parent' && !selecting.some((use) => use.axis.column === axis.column),
      ),
      node.type,
      alias,
      context,
    ),
    ...(node.filter ? [filterSql(node.filter, scope, context)] : []),
  ];
  const isOrdered = !isUnsorted(node.sort) || showsSeveral(node.bound);
  const order = isOrdered ? orderBy(orderTerms(node.sort, scope, context), context) : null;
  const rest = build(
    `FROM ${context.table(node.type.table)} ${alias}`,
    where(conditions),
    ...(order ? [' ORDER BY ', order] : []),
  );
  const json = rowJson(node.fields ?? [], scope, context);
  return { rows: { columns: [key, json, ...extras.columns, ...shown], rest }, pins };
}

/** `CASE WHEN … THEN 1 ELSE 0 END`: 1 for a row that the read shows along the axis. */
function shownColumn(node: QueryNode, column: string, alias: string, context: CompileContext): Fragment {
  const free = node.bound.filter((axis) => axis.kind !== 'parent');
  const read = axisCondition(free, column, node.type, alias, context, null);
  return read ? build('CASE WHEN ', read, ' THEN 1 ELSE 0 END') : build('1');
}
