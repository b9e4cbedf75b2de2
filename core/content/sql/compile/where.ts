// Filters as SQL. A relation is a semi-join, never a join with DISTINCT. Comparisons with NULL follow the rules of SQL.
//
// Query: tag?fields=name&filters[articles][rating][$gt]=3&filters[$not][name]=red
//   SELECT count(*) FROM "tag_list" t0 WHERE (EXISTS (SELECT 1 FROM "article_list_tags_lnk" t2 JOIN "article_list" t1 ON t1.id
//     = t2."source_id" WHERE t2."target" = t0."document_id" AND t1."tongue" = ? AND t1."stage" = ? AND t1."rating" > ?) AND NOT
//     (t0."name" = ?))

import { build } from '../../../database/sql';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { RelationStorage } from '../../model/compiled/content-type';
import type { EntryFilter, Filter, RelatedFilter } from '../../query/ast';
import { followsParent } from './axes';
import { compareSql } from './compare';
import type { CompileContext, Fragment, Scope } from './context';
import { where } from './context';
import { joinRelation, needsParentRow, tieSql } from './relation-join';
import { isListed, readsList } from './selective';

/** Where a condition stands in the filter of a statement. */
export interface Place {
  /** No NOT stands around it, so NULL counts as false. */
  readonly positive: boolean;
  /** How many more subqueries the database may join here. null: an OR stands around the condition, so the database joins none. */
  readonly joins: { left: number } | null;
}

/** PostgreSQL plans three joined subqueries in 2 ms, eight in 250 ms, and 44 in 52 s. */
const MOST_JOINED = 3;

/** The conditions of one statement share a place. */
export const newPlace = (): Place => ({ positive: true, joins: { left: MOST_JOINED } });

export function filterSql(
  filter: Filter,
  scope: Scope,
  context: CompileContext,
  place: Place = newPlace(),
): Fragment {
  switch (filter.kind) {
    case 'constant':
      return build(filter.value ? '1 = 1' : '1 = 0');
    case 'not':
      return build('NOT (', filterSql(filter.of, scope, context, { ...place, positive: false }), ')');
    case 'and':
    case 'or': {
      const { of, kind } = filter;
      const parts = kind === 'and' ? andParts(of, scope, context, place) : orParts(of, scope, context, place);
      const separator = kind === 'and' ? ' AND ' : ' OR ';
      return build('(', ...parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])), ')');
    }
    case 'compare':
      return compareSql(filter, scope, context);
    case 'related':
      return relatedSql(filter, scope, context, place);
    case 'entry':
      return entrySql(filter, scope, context, place);
  }
}

/** The first subqueries may become joins. Those that match few documents gain most by it. */
function andParts(of: readonly Filter[], scope: Scope, context: CompileContext, place: Place): Fragment[] {
  const inOrder = [...of.entries()].sort(([, a], [, b]) => Number(readsList(b)) - Number(readsList(a)));
  const parts: Fragment[] = [];
  for (const [index, each] of inOrder) parts[index] = filterSql(each, scope, context, place);
  return parts;
}

const orParts = (of: readonly Filter[], scope: Scope, context: CompileContext, place: Place): Fragment[] =>
  of.map((each) => filterSql(each, scope, context, { ...place, joins: of.length > 1 ? null : place.joins }));

function entrySql(filter: EntryFilter, scope: Scope, context: CompileContext, place: Place): Fragment {
  const { attribute, component, where: inner } = filter;
  const { dialect } = context;
  const row = scope.kind === 'row' ? scope : scope.row;
  const stored =
    scope.kind === 'row'
      ? `${scope.alias}.${context.id(attribute.column)}`
      : dialect.entryJson(scope.object, attribute.name);
  const inside = (object: string): readonly Fragment[] =>
    inner ? [filterSql(inner, { kind: 'entry', object, row }, context, { ...place, positive: true })] : [];
  if (attribute.kind === 'component' && !inner) {
    const isEmpty = attribute.repeatable ? ` AND ${dialect.asText(stored, { kind: 'json' })} <> '[]'` : '';
    return build(`(${stored} IS NOT NULL${isEmpty})`);
  }
  if (attribute.kind === 'component' && !attribute.repeatable)
    return build(`(${stored} IS NOT NULL AND (`, ...inside(stored), ') IS TRUE)');
  const { from, entry } = dialect.eachEntry(stored, context.alias());
  const named = dialect.entryValue(entry, '__component', { kind: 'text' });
  const isOne = build(`${named} = `, context.constant(component.uid));
  const conditions = [...(attribute.kind === 'zone' ? [isOne] : []), ...inside(entry)];
  return build(`EXISTS (SELECT 1 FROM ${from}`, where(conditions), ')');
}

/** Subqueries within subqueries that run once per row multiply their costs. */
const MOST_PER_ROW = 3;
/** Databases refuse deeper statements. */
const MOST_DEEP = 16;

function relatedSql(filter: RelatedFilter, scope: Scope, context: CompileContext, place: Place): Fragment {
  const { apart } = context.dialect;
  const isApart = apart !== '' && !takesJoin(place);
  const sql = subquerySql(filter, scope, context, place, isApart);
  return isApart ? build(sql, apart) : sql;
}

/** Conditions under OR take no join. */
function takesJoin({ joins }: Place): boolean {
  if (joins === null) return true;
  joins.left -= 1;
  return joins.left >= 0;
}

/**
 * A selective condition (selective.ts) is cheaper as `key IN (subquery)`, another one as a correlated EXISTS. Behind another relation
 * the list is always cheaper, because it is made once. EXISTS within EXISTS costs the product of all links. A condition that is apart is
 * an EXISTS too, because PostgreSQL might search a long list from its start for each row.
 */
function subquerySql(
  filter: RelatedFilter,
  scope: Scope,
  context: CompileContext,
  { positive, joins }: Place,
  isApart: boolean,
): Fragment {
  const { attribute, type } = filter;
  // A subquery apart has its own joins; the database plans it by itself.
  const inner: Place = isApart || joins === null ? newPlace() : { positive: true, joins };
  const row = scope.kind === 'row' ? scope : scope.row;
  const depth = (row.inside?.depth ?? 0) + 1;
  if (depth > MOST_DEEP) throw tooDeep(filter, MOST_DEEP);
  const pinned =
    attribute.storage.kind === 'entry' ||
    needsParentRow(attribute, row.type, type, context) ||
    isTypedColumn(attribute.storage) ||
    readsAbove(filter.where);
  if (scope.kind === 'row' && !pinned) {
    const isPlain =
      !isApart && positive && !followsParent(filter.bound) && isListed(filter.where, scope.few ?? false);
    const list =
      isPlain || row.inside !== undefined ? listSql(filter, scope, depth, context, positive, inner) : null;
    if (list) return list;
  }
  const perRow = (row.inside?.perRow ?? 0) + 1;
  if (perRow > MOST_PER_ROW) throw tooDeep(filter, MOST_PER_ROW);
  const to = joinRelation({ attribute, type, bound: filter.bound, scope, context });
  const target: Scope = { kind: 'row', alias: to.alias, type, above: row.alias, inside: { depth, perRow } };
  const conditions = [
    ...tieSql(to),
    ...to.shown,
    ...(filter.where ? [filterSql(filter.where, target, context, inner)] : []),
  ];
  return build(`EXISTS (SELECT 1 FROM ${to.from}`, where(conditions), ')');
}

const tooDeep = ({ attribute, origin }: RelatedFilter, most: number) =>
  coreErrors.QUERY_TOO_COSTLY(
    [origin?.path, origin?.key ?? attribute.name].filter(Boolean).join('.'),
    'relations within relations',
    most,
  );

/** `key IN (keys of matching documents)`; the key includes the axes that follow the parent. */
function listSql(
  filter: RelatedFilter,
  row: Extract<Scope, { kind: 'row' }>,
  depth: number,
  context: CompileContext,
  positive: boolean,
  inner: Place,
): Fragment | null {
  const free = filter.bound.filter(({ kind }) => kind !== 'parent');
  const to = joinRelation({
    attribute: filter.attribute,
    type: filter.type,
    bound: free,
    scope: row,
    context,
  });
  if (!to.tie) return null;
  const follows = filter.bound.flatMap((axis) => (axis.kind === 'parent' ? [axis] : []));
  const parents = follows.map(({ parentColumn }) => `${row.alias}.${context.id(parentColumn)}`);
  const own = follows.map(({ column }) => `${to.alias}.${context.id(column)}`);
  const target: Scope = { kind: 'row', alias: to.alias, type: filter.type, inside: { depth, perRow: 0 } };
  const conditions = [
    ...to.shown,
    // Under NOT, NULL in the list would hide every row.
    ...(positive ? [] : [build(`${to.tie.rows} IS NOT NULL`)]),
    ...(filter.where ? [filterSql(filter.where, target, context, inner)] : []),
  ];
  const key = parents.length > 0 ? `(${[to.tie.parent, ...parents].join(', ')})` : to.tie.parent;
  const keys = [to.tie.rows, ...own];
  const list =
    depth === 1
      ? build(`${key} IN (SELECT ${keys.join(', ')} FROM ${to.from}`, where(conditions), ')')
      : madeOnce(key, keys, to.from, where(conditions), context);
  return positive ? list : build(`(${to.tie.parent} IS NOT NULL AND `, list, ')');
}

/** DISTINCT keeps MariaDB from turning the list into a join. */
function madeOnce(
  key: string,
  keys: readonly string[],
  from: string,
  condition: Fragment,
  context: CompileContext,
): Fragment {
  const list = context.alias();
  const named = keys.map((each, index) => `${each} AS k${index}`).join(', ');
  const columns = keys.map((_, index) => `${list}.k${index}`).join(', ');
  return build(
    `${key} IN (SELECT ${columns} FROM (SELECT DISTINCT ${named} FROM ${from}`,
    condition,
    `) ${list})`,
  );
}

/** A field of the filter reads the row above, which a list made once does not know. */
function readsAbove(filter: Filter | null): boolean {
  switch (filter?.kind) {
    case 'and':
    case 'or':
      return filter.of.some(readsAbove);
    case 'not':
      return readsAbove(filter.of);
    case 'compare': {
      let reads = false;
      filter.field.expression?.(
        (column) => column,
        (column) => {
          reads = true;
          return column;
        },
      );
      return reads;
    }
    default:
      return false;
  }
}

/** A polymorphic to-one: the key needs the type column next to it. */
const isTypedColumn = (storage: RelationStorage): boolean =>
  storage.kind === 'column' && storage.typeColumn !== null;
