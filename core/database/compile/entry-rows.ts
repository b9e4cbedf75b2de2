// Rows for components and zones: entries that a request filters or sorts, and the documents that entries point at.
//
// Query: article?fields=title&populate[links][filters][label]=x&populate[zone][on][shared.ref][populate][target][fields]=name
//   SELECT t2.id, … FROM "article_list" t2, json_each(t2."links") t3 WHERE t2.id IN (SELECT value FROM json_each(?)) AND ((…)
//     ->> '$."label"') = ? ORDER BY t2.id, t3.key LIMIT +?
//   SELECT t4."document_id", json_object('id',t4."id",'documentId',t4."document_id",'name',t4."name") FROM "tag_list" t4 WHERE
//     t4."document_id" IN (SELECT value FROM json_each(?)) LIMIT +?
import type { PopulateComponent, QueryNode } from '../../query/ast';
import type { AxisUse } from '../../schema/model/axis';
import { DOCUMENT_ID_COLUMN } from '../../schema/model/column-specs';
import { build } from '../sql';
import { axisCondition, axisPredicates } from './axes';
import { type CompileContext, type Fragment, type Scope, where } from './context';
import type { Unlimited } from './finish';
import { isUnsorted, orderBy, orderTerms } from './order';
import type { ExtraColumns, ParentRow } from './parent-row';
import { type EntryBranch, type EntryPin, KEY_OF_ROWS } from './plan-types';
import { rowJson } from './row-json';
import { filterSql } from './where';

/** Rows of `[row key, entry]`. null: the request neither filters nor sorts the entries, so the stored list is read. */
export function filteredEntryRows(
  populate: PopulateComponent,
  parent: ParentRow,
  context: CompileContext,
): Unlimited | null {
  const { repeatable } = populate.attribute;
  if (!populate.filter && (!repeatable || isUnsorted(populate.sort))) return null;
  const alias = context.alias();
  if (!repeatable) return filteredEntry(populate, parent, alias, context);
  const each = context.dialect.eachEntry(
    `${alias}.${context.id(populate.attribute.column)}`,
    context.alias(),
  );
  const scope: Scope = { kind: 'entry', object: each.entry, row: { alias, type: parent.type } };
  const sort = isUnsorted(populate.sort) ? [] : populate.sort.filter((key) => key.origin);
  const order = orderBy(orderTerms(sort, scope, context), context);
  const rest = build(
    `FROM ${context.table(parent.type.table)} ${alias}, ${each.from}`,
    where([
      context.keys(`${alias}.id`, KEY_OF_ROWS),
      ...(populate.filter ? [filterSql(populate.filter, scope, context)] : []),
    ]),
    ` ORDER BY ${alias}.id`,
    ...(order.text ? [', ', order] : []),
    `, ${each.position}`,
  );
  return { columns: [`${alias}.id`, each.entry], rest };
}

/** The entry of a component that is not repeatable: an entry that does not match is absent. */
function filteredEntry(
  { attribute, filter }: PopulateComponent,
  parent: ParentRow,
  alias: string,
  context: CompileContext,
): Unlimited {
  const object = `${alias}.${context.id(attribute.column)}`;
  const scope: Scope = { kind: 'entry', object, row: { alias, type: parent.type } };
  const conditions = [
    context.keys(`${alias}.id`, KEY_OF_ROWS),
    build(`${object} IS NOT NULL`),
    ...(filter ? [filterSql(filter, scope, context)] : []),
  ];
  const rest = build(`FROM ${context.table(parent.type.table)} ${alias}`, where(conditions));
  return { columns: [`${alias}.id`, object], rest };
}

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
  const order = isUnsorted(node.sort) ? null : orderBy(orderTerms(node.sort, scope, context), context);
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
