// Filters as SQL. A relation is a semi-join, never a join with DISTINCT. Comparisons with NULL follow the rules of SQL.
//
// Query: tag?fields=name&filters[articles][rating][$gt]=3&filters[$not][name]=red
//   SELECT count(*) FROM "tag_list" t0 WHERE (EXISTS (SELECT 1 FROM "article_list_tags_lnk" t2 JOIN "article_list" t1 ON t1.id
//     = t2."source_id" WHERE t2."target" = t0."document_id" AND t1."tongue" = ? AND t1."stage" = ? AND t1."rating" > ?) AND NOT
//     (t0."name" = ?))
import type { Stored } from '../../attributes/attribute-type';
import { coreErrors } from '../../errors/core-errors';
import type { CompareFilter, EntryFilter, Filter, RelatedFilter } from '../../query/ast';
import type { RelationStorage } from '../../schema/model/content-type';
import { foldCase, type SearchDialect } from '../dialect';
import { build } from '../sql';
import { followsParent } from './axes';
import { estimated, isFoundAlone, isSearched } from './candidates';
import type { CompileContext, Fragment, Scope } from './context';
import { fieldSql, specOf, toParam, where } from './context';
import { joinRelation, needsParentRow, tieSql } from './relation-join';
import { isListed } from './selective';

/** `positive`: no NOT stands around the filter, so NULL counts as false. */
export function filterSql(filter: Filter, scope: Scope, context: CompileContext, positive = true): Fragment {
  switch (filter.kind) {
    case 'constant':
      return build(filter.value ? '1 = 1' : '1 = 0');
    case 'not':
      return build('NOT (', filterSql(filter.of, scope, context, false), ')');
    case 'and':
    case 'or': {
      const parts = filter.of.map((each) => filterSql(each, scope, context, positive));
      if (parts.length === 0) return build(filter.kind === 'and' ? '1 = 1' : '1 = 0');
      const separator = filter.kind === 'and' ? ' AND ' : ' OR ';
      return build('(', ...parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])), ')');
    }
    case 'compare':
      return compareSql(filter, scope, context);
    case 'related':
      return relatedSql(filter, scope, context, positive);
    case 'entry':
      return entrySql(filter, scope, context);
  }
}

function compareSql(filter: CompareFilter, scope: Scope, context: CompileContext): Fragment {
  const { field, operator } = filter;
  const { dialect } = context;
  const column = specOf(field);
  const kind = field.type.filter?.kind ?? 'text';
  const read = operator.takes === 'none' ? 'own' : operator.value;
  // PostgreSQL's json knows no equality; its text is what was stored.
  const isText = kind !== 'list' && (read === 'text' || column.kind === 'json');
  const stored = fieldSql(field, scope, context);
  const plain = isText ? dialect.asText(stored, column) : stored;
  const shown = read === 'number' ? dialect.asNumber(plain, column) : plain;
  const compared = { dialect, stored: shown, column, kind };
  if (operator.takes === 'none') return operator.sql(compared) as Fragment;

  const folds = operator.takes === 'one' && operator.ignoresCase === true;
  const bind =
    operator.value === 'own'
      ? toParam(field, context)
      : (value: unknown) => (folds ? foldCase(String(value)) : String(value));
  const mark = (read: (value: unknown) => unknown): Fragment => {
    const value = context.value(filter, (stored) => bind(read(stored)));
    return operator.value === 'number' ? { ...value, text: dialect.numberMark } : value;
  };
  switch (operator.takes) {
    case 'one': {
      const value = mark((value) => value);
      const compare = (stored: string) => operator.sql({ ...compared, stored, value }) as Fragment;
      if (!folds) return compare(shown);
      const indexed = indexedMatch(filter, scope, context);
      if (indexed) {
        const given = estimated(value);
        const sides = { ...compared, stored: dialect.fold(shown), value: given };
        return operator.sql({ ...sides, dialect: { ...dialect, textMatch: indexed } }) as Fragment;
      }
      const isColumn = scope.kind === 'row' && (column.kind === 'string' || column.kind === 'text');
      if (!isColumn || !dialect.foldColumn) return compare(dialect.fold(shown));
      return dialect.foldColumn(shown, value, compare);
    }
    case 'pair': {
      const [first, second] = [0, 1].map((index) => mark((values) => (values as unknown[])[index]));
      return operator.sql({ ...compared, first: first as Fragment, second: second as Fragment }) as Fragment;
    }
    case 'list': {
      // The values of the list are stored values of the column.
      const list = context.value(filter, (values) =>
        dialect.toListParam(values as readonly Stored[], column),
      );
      const isListed: Fragment = { text: dialect.inList(plain, column), params: list.params };
      return operator.sql({ ...compared, isListed }) as Fragment;
    }
  }
}

/** Writes a comparison of a root row with the expression of its search index. undefined: the index does not serve the comparison. */
function indexedMatch(
  filter: CompareFilter,
  scope: Scope,
  context: CompileContext,
): SearchDialect['textMatch'] {
  const { search } = context.dialect;
  if (!search || scope.kind !== 'row' || scope.inside || !isFoundAlone(filter, search)) return undefined;
  const index = context.searchIndex(scope.type.table);
  return index && isSearched(filter, index) ? search.textMatch : undefined;
}

function entrySql(filter: EntryFilter, scope: Scope, context: CompileContext): Fragment {
  const { attribute } = filter;
  const { dialect } = context;
  const row = scope.kind === 'row' ? scope : scope.row;
  const stored =
    scope.kind === 'row'
      ? `${scope.alias}.${context.id(attribute.column)}`
      : dialect.entryJson(scope.object, attribute.name);
  if (!filter.where) {
    const isEmpty = attribute.repeatable ? ` AND ${dialect.asText(stored, { kind: 'json' })} <> '[]'` : '';
    return build(`(${stored} IS NOT NULL${isEmpty})`);
  }
  if (!attribute.repeatable) {
    const inside = filterSql(filter.where, { kind: 'entry', object: stored, row }, context);
    return build(`(${stored} IS NOT NULL AND (`, inside, ') IS TRUE)');
  }
  const each = dialect.eachEntry(stored, context.alias());
  const inside = filterSql(filter.where, { kind: 'entry', object: each.entry, row }, context);
  return build(`EXISTS (SELECT 1 FROM ${each.from} WHERE `, inside, ')');
}

/** Subqueries within subqueries that run once per row multiply their costs. */
const MOST_PER_ROW = 3;
/** Databases refuse deeper statements. */
const MOST_DEEP = 16;

/**
 * A selective condition (selective.ts) is cheaper as `key IN (subquery)`, another one as a correlated EXISTS. Behind another relation
 * the list is always cheaper, because it is made once. EXISTS within EXISTS costs the product of all links.
 */
function relatedSql(
  filter: RelatedFilter,
  scope: Scope,
  context: CompileContext,
  positive: boolean,
): Fragment {
  const { attribute, type } = filter;
  const row = scope.kind === 'row' ? scope : scope.row;
  const depth = (row.inside?.depth ?? 0) + 1;
  if (depth > MOST_DEEP) throw tooDeep(filter, MOST_DEEP);
  const pinned =
    attribute.storage.kind === 'entry' ||
    needsParentRow(attribute, row.type, type, context) ||
    isTypedColumn(attribute.storage) ||
    readsAbove(filter.where);
  if (scope.kind === 'row' && !pinned) {
    const isPlain = positive && !followsParent(filter.bound) && isListed(filter.where, scope.few ?? false);
    const list =
      isPlain || row.inside !== undefined ? listSql(filter, scope, depth, context, positive) : null;
    if (list) return list;
  }
  const perRow = (row.inside?.perRow ?? 0) + 1;
  if (perRow > MOST_PER_ROW) throw tooDeep(filter, MOST_PER_ROW);
  const to = joinRelation({ attribute, type, bound: filter.bound, scope, context });
  const inner: Scope = { kind: 'row', alias: to.alias, type, above: row.alias, inside: { depth, perRow } };
  const conditions = [
    ...tieSql(to),
    ...to.shown,
    ...(filter.where ? [filterSql(filter.where, inner, context)] : []),
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
  const inner: Scope = { kind: 'row', alias: to.alias, type: filter.type, inside: { depth, perRow: 0 } };
  const conditions = [
    ...to.shown,
    // Under NOT, NULL in the list would hide every row.
    ...(positive ? [] : [build(`${to.tie.rows} IS NOT NULL`)]),
    ...(filter.where ? [filterSql(filter.where, inner, context)] : []),
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
