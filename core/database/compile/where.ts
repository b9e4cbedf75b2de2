// Filters as SQL. Relations are semi-joins, never joins with DISTINCT; three-valued logic is the database's own.
import type { FilterOperator, Stored } from '../../attributes/attribute-type';
import { coreErrors } from '../../errors/core-errors';
import type { CompareFilter, EntryFilter, Filter, RelatedFilter } from '../../query/ast';
import type { RelationStorage } from '../../schema/content-type';
import { foldCase } from '../dialects/fold-case';
import { followsParent } from './axes';
import type { CompileContext, Fragment, Scope } from './context';
import { build, fieldSql, specOf, toParam, where } from './context';
import { needsParentRow, reach, tieSql } from './reach';

/** `positive`: an unknown here counts as false, so forms that answer "unknown" for "none" may be used. */
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

const COMPARISONS: Partial<Record<FilterOperator, string>> = {
  $eq: '=',
  $ne: '<>',
  $lt: '<',
  $lte: '<=',
  $gt: '>',
  $gte: '>=',
};

const TEXT_MATCHES: Partial<
  Record<FilterOperator, { kind: 'contains' | 'starts' | 'ends'; folds: boolean; negated: boolean }>
> = {
  $contains: { kind: 'contains', folds: false, negated: false },
  $notContains: { kind: 'contains', folds: false, negated: true },
  $containsi: { kind: 'contains', folds: true, negated: false },
  $notContainsi: { kind: 'contains', folds: true, negated: true },
  $startsWith: { kind: 'starts', folds: false, negated: false },
  $startsWithi: { kind: 'starts', folds: true, negated: false },
  $endsWith: { kind: 'ends', folds: false, negated: false },
  $endsWithi: { kind: 'ends', folds: true, negated: false },
};

function compareSql(filter: CompareFilter, scope: Scope, context: CompileContext): Fragment {
  const { field, operator } = filter;
  const { dialect } = context;
  const spec = specOf(field);
  const plain = fieldSql(field, scope, context);
  // PostgreSQL's json knows no equality; its text is what was stored.
  const expr = filter.asText || spec.kind === 'json' ? dialect.asText(plain, spec) : plain;
  const bindOne = filter.asText ? (value: unknown) => String(value) : toParam(field, context);
  const bindFolded = (value: unknown): unknown => foldCase(String(value));

  if (operator === '$null') return build(`${expr} IS NULL`);
  if (operator === '$notNull') return build(`${expr} IS NOT NULL`);

  const comparison = COMPARISONS[operator];
  if (comparison) return build(`${expr} ${comparison} `, context.value(filter, bindOne));
  if (operator === '$eqi' || operator === '$nei')
    return build(
      `${dialect.fold(expr)} ${operator === '$eqi' ? '=' : '<>'} `,
      context.value(filter, bindFolded),
    );

  if (operator === '$between') {
    const end = (index: number): Fragment =>
      context.value(filter, (value) => bindOne((value as unknown[])[index]));
    return build(`(${expr} >= `, end(0), ` AND ${expr} <= `, end(1), ')');
  }
  if (operator === '$in' || operator === '$notIn') {
    const mark = context.value(filter, (value) => dialect.toListParam(value as readonly Stored[], spec));
    const list = { text: dialect.inList(expr, spec), params: mark.params };
    return operator === '$in' ? list : build('NOT (', list, ')');
  }

  const match = TEXT_MATCHES[operator];
  if (!match) throw new Error(`The operator ${operator} has no SQL`);
  if (field.type.filter?.elements) return hasElement(filter, plain, match.negated, context);
  const form = dialect.textMatch(match.kind, match.folds ? dialect.fold(expr) : expr);
  const mark = context.value(filter, match.folds ? bindFolded : (value) => String(value));
  const condition: Fragment = {
    text: form.text,
    params: Array.from({ length: form.marks }, () => mark.params).flat(),
  };
  return match.negated ? build('NOT (', condition, ')') : condition;
}

/** `$contains` on a list of scalars: it has the element. */
function hasElement(
  filter: CompareFilter,
  list: string,
  negated: boolean,
  context: CompileContext,
): Fragment {
  const each = context.dialect.eachEntry(list, context.alias());
  const mark = context.value(filter, (value) => String(value));
  const some = build(`EXISTS (SELECT 1 FROM ${each.from} WHERE ${each.entry} = `, mark, ')');
  return negated ? build(`(${list} IS NOT NULL AND NOT `, some, ')') : some;
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

/** Subqueries within subqueries that each run once per row: their cost is a product, so there are few of them. */
const MOST_PER_ROW = 3;
/** Relations behind relations: databases take no deeper statements. */
const MOST_DEEP = 16;

/**
 * A selective condition is cheaper as `key IN (subquery)`, an unselective one as a correlated EXISTS; what decides is
 * whether the condition is an equality on something that identifies. Behind another relation it is always the list, which
 * is made once: EXISTS within EXISTS costs the product of all links on the way.
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
    isTypedColumn(attribute.storage);
  if (scope.kind === 'row' && !pinned) {
    const isPlain = positive && !followsParent(filter.bound) && isSelective(filter.where);
    const list =
      isPlain || row.inside !== undefined ? listSql(filter, scope, depth, context, positive) : null;
    if (list) return list;
  }
  const perRow = (row.inside?.perRow ?? 0) + 1;
  if (perRow > MOST_PER_ROW) throw tooDeep(filter, MOST_PER_ROW);
  const to = reach({ attribute, type, bound: filter.bound, scope, context });
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

/** The parent's key, with the axes that follow the parent, is in the list of those that matching documents are tied to. */
function listSql(
  filter: RelatedFilter,
  row: Extract<Scope, { kind: 'row' }>,
  depth: number,
  context: CompileContext,
  positive: boolean,
): Fragment | null {
  const free = filter.bound.filter(({ kind }) => kind !== 'parent');
  const to = reach({ attribute: filter.attribute, type: filter.type, bound: free, scope: row, context });
  if (!to.tie) return null;
  const follows = filter.bound.flatMap((axis) => (axis.kind === 'parent' ? [axis] : []));
  const parents = follows.map(({ parentColumn }) => `${row.alias}.${context.id(parentColumn)}`);
  const own = follows.map(({ column }) => `${to.alias}.${context.id(column)}`);
  const inner: Scope = { kind: 'row', alias: to.alias, type: filter.type, inside: { depth, perRow: 0 } };
  const conditions = [
    ...to.shown,
    // Where something negates it, "unknown" would not be "none".
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

/** DISTINCT keeps MariaDB from turning the list into a join again, whose cost would be that product. */
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

/** A polymorphic to-one: its type stands beside the parent's key, so the key alone does not tie. */
const isTypedColumn = (storage: RelationStorage): boolean =>
  storage.kind === 'column' && storage.typeColumn !== null;

function isSelective(filter: Filter | null): boolean {
  if (!filter) return false;
  if (filter.kind === 'and') return filter.of.some(isSelective);
  if (filter.kind !== 'compare') return filter.kind === 'related' && isSelective(filter.where);
  const identifies = filter.field.unique || filter.field.name === 'id' || filter.field.name === 'documentId';
  return identifies && (filter.operator === '$eq' || filter.operator === '$in');
}
