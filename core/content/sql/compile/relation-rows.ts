// The rows of a populated relation: `[parent key, JSON text, …]`, or `[parent key, count]`.
//
// Query: category?fields=name&populate[articles][fields]=title
//   SELECT t2."category_doc", json_object('id',t2."id",'documentId',t2."document_id",'title',t2."title") FROM "article_list" t2
//     WHERE t2."category_doc" IN (SELECT value FROM json_each(?)) AND t2."tongue" = ? AND t2."stage" = ? ORDER BY
//     t2."category_doc", t2."category_ord", t2.id LIMIT +?

import { build } from '../../../database/sql';
import type { ColumnSpec } from '../../../database/sql-dialect';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { RelationAttribute } from '../../model/compiled/content-type';
import type { Page, QueryNode } from '../../query/ast';
import { isUnsorted } from '../../query/order-kinds';
import { followsParent, showsSeveral } from './axes';
import { type CompileContext, type Fragment, where } from './context';
import type { Unlimited } from './finish';
import { orderBy, orderTerms } from './order';
import { onPage } from './pages';
import type { ParentRow } from './parent-row';
import { KEY_OF_ROWS } from './plan-types';
import { joinRelation, needsParentRow, tieSql } from './relation-join';
import type { RelationJoin } from './relation-join-types';
import { filterSql } from './where';

/** Where the rows come from, and what ties them to their parents. */
export interface ChildSource {
  readonly join: RelationJoin;
  readonly from: string;
  readonly key: string;
  readonly keySpec: ColumnSpec;
  /** The parent's side of the tie. */
  readonly parentKey: string;
  readonly conditions: readonly Fragment[];
}

/** A statement from its FROM items and the condition that ties its rows to the parents. */
export type RowsOf = (from: Fragment, tied: Fragment) => Unlimited;

export function childSource(
  attribute: RelationAttribute,
  node: QueryNode,
  parent: ParentRow,
  context: CompileContext,
): ChildSource {
  const { storage } = attribute;
  const needsParent =
    followsParent(node.bound) ||
    needsParentRow(attribute, parent.type, node.type, context) ||
    (storage.kind === 'column' && storage.typeColumn !== null && attribute.holdsLinks);
  const parentAlias = needsParent ? context.alias() : parent.alias;
  const join = joinRelation({
    attribute,
    type: node.type,
    bound: node.bound,
    scope: { kind: 'row', alias: parentAlias, type: parent.type },
    context,
    linksFirst: true,
  });
  if (!join.tie) throw new Error(`The relation ${attribute.name} has no key to be populated by`);
  const conditions = [
    ...(needsParent ? tieSql(join) : []),
    ...join.shown,
    ...(node.filter
      ? [filterSql(node.filter, { kind: 'row', alias: join.alias, type: node.type, few: true }, context)]
      : []),
  ];
  return needsParent
    ? {
        join,
        from: `${context.table(parent.type.table)} ${parentAlias}, ${join.from}`,
        key: `${parentAlias}.id`,
        parentKey: `${parent.alias}.id`,
        keySpec: KEY_OF_ROWS,
        conditions,
      }
    : {
        join,
        from: join.from,
        key: join.tie.rows,
        parentKey: join.tie.parent,
        keySpec: join.tie.parent === `${parent.alias}.id` ? KEY_OF_ROWS : DOCUMENT_ID_COLUMN,
        conditions,
      };
}

export const countRows =
  ({ key, conditions }: ChildSource): RowsOf =>
  (from, tied) => ({
    columns: [key, 'count(*)'],
    rest: build('FROM ', from, where([tied, ...conditions]), ` GROUP BY ${key}`),
  });

export function documentRows(
  node: QueryNode,
  source: ChildSource,
  columns: readonly string[],
  many: boolean,
  context: CompileContext,
): RowsOf {
  const order = orderOf(node, source, many || node.page !== null || showsSeveral(node.bound), context);
  return (from, tied) => {
    const rows = build('FROM ', from, where([tied, ...source.conditions]));
    return node.page
      ? pageRows(node.page, columns, rows, order, context)
      : { columns, rest: build(rows, order.text ? ' ORDER BY ' : '', order) };
  };
}

/** The sort of the request, or the order of the links. One row per parent needs no order. */
function orderOf(
  node: QueryNode,
  { join, key }: ChildSource,
  hasSeveral: boolean,
  context: CompileContext,
): Fragment {
  if (!isUnsorted(node.sort))
    return orderBy(
      orderTerms(node.sort, { kind: 'row', alias: join.alias, type: node.type }, context),
      context,
    );
  return build(hasSeveral ? [key, ...join.order].join(', ') : '');
}

/** A page for each parent: the rows of each parent are numbered from 1. */
function pageRows(
  page: Page,
  columns: readonly string[],
  rows: Fragment,
  order: Fragment,
  context: CompileContext,
): Unlimited {
  const [key] = columns;
  const names = columns.map((_, index) => (index === 0 ? 'k' : `c${index}`));
  const selected = columns.map((expr, index) => `${expr} AS ${names[index]}`).join(', ');
  const rest = build(
    `FROM (SELECT ${selected}, row_number() OVER (PARTITION BY ${key} ORDER BY `,
    order,
    ') AS n ',
    rows,
    ') w WHERE ',
    onPage('n', page, context),
    ' ORDER BY k, n',
  );
  return { columns: names, rest };
}
