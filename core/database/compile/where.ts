// Filters as SQL. Relations are semi-joins, never joins with DISTINCT; three-valued logic is the database's own.
import type { FilterOperator, Stored } from '../../attributes/attribute-type';
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
  if (!filter.where) return build(`(${stored} IS NOT NULL)`);
  if (!attribute.repeatable) {
    const inside = filterSql(filter.where, { kind: 'entry', object: stored, row }, context);
    return build(`(${stored} IS NOT NULL AND (`, inside, ') IS TRUE)');
  }
  const each = dialect.eachEntry(stored, context.alias());
  const inside = filterSql(filter.where, { kind: 'entry', object: each.entry, row }, context);
  return build(`EXISTS (SELECT 1 FROM ${each.from} WHERE `, inside, ')');
}

/**
 * A selective condition is cheaper as `key IN (subquery)`, an unselective one as a correlated EXISTS; what decides is
 * whether the condition is an equality on something that identifies.
 */
function relatedSql(
  filter: RelatedFilter,
  scope: Scope,
  context: CompileContext,
  positive: boolean,
): Fragment {
  const { attribute, type } = filter;
  const pinned =
    attribute.storage.kind === 'entry' ||
    needsParentRow(attribute, scope.kind === 'row' ? scope.type : scope.row.type, context) ||
    isTypedColumn(attribute.storage);
  if (
    positive &&
    scope.kind === 'row' &&
    !pinned &&
    !followsParent(filter.bound) &&
    isSelective(filter.where)
  ) {
    const selective = selectiveSql(filter, scope, context);
    if (selective) return selective;
  }
  const to = reach(attribute, type, filter.bound, scope, context);
  const above = scope.kind === 'row' ? scope.alias : scope.row.alias;
  const inner: Scope = { kind: 'row', alias: to.alias, type, above };
  const conditions = [
    ...tieSql(to),
    ...to.shown,
    ...(filter.where ? [filterSql(filter.where, inner, context)] : []),
  ];
  return build(`EXISTS (SELECT 1 FROM ${to.from}`, where(conditions), ')');
}

/** The parent's key is in the list of keys that matching documents are tied to. */
function selectiveSql(
  filter: RelatedFilter,
  row: Extract<Scope, { kind: 'row' }>,
  context: CompileContext,
): Fragment | null {
  const to = reach(filter.attribute, filter.type, filter.bound, row, context);
  if (!to.tie) return null;
  const inner: Scope = { kind: 'row', alias: to.alias, type: filter.type };
  const conditions = [...to.shown, ...(filter.where ? [filterSql(filter.where, inner, context)] : [])];
  return build(`${to.tie.parent} IN (SELECT ${to.tie.rows} FROM ${to.from}`, where(conditions), ')');
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
