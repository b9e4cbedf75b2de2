// The conditions of the axes: which rows of each document a node reads.
//
// Query: article?fields=title
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ?

import { build } from '../../../database/sql';
import { SHORT_TEXT_COLUMN } from '../../model/compiled/column-specs';
import type { ContentType } from '../../model/compiled/content-type';
import { type BoundAxis, hasOneValue } from '../../query/ast';
import { type CompileContext, type Fragment, where } from './context';

const AXIS_INDEX = { kind: 'small' } as const;

/**
 * `parent`: the alias of the row whose axis columns a `parent` binding follows.
 * `ordered`: the rows are read in the order of their id. Then an axis with several values must not choose the index: the
 * database would sort all rows that it finds.
 */
export function axisPredicates(
  bound: readonly BoundAxis[],
  type: ContentType,
  alias: string,
  context: CompileContext,
  { parent = null, ordered = false }: { parent?: string | null; ordered?: boolean } = {},
): Fragment[] {
  return [
    ...boundPredicates(bound, type, alias, context, parent, ordered),
    ...context.dormantPredicates(type, alias),
  ];
}

const hasSeveral = (axis: BoundAxis): boolean =>
  axis.kind === 'any' || (axis.kind === 'values' && !hasOneValue(axis));

/** The read may show several rows of one document. */
export const showsSeveral = (bound: readonly BoundAxis[]): boolean => bound.some(hasSeveral);

/** The condition of the binding of one axis; null: the binding shows all rows. */
export function axisCondition(
  bound: readonly BoundAxis[],
  column: string,
  type: ContentType,
  alias: string,
  context: CompileContext,
  parent: string | null,
): Fragment | null {
  const own = bound.filter((axis) => axis.column === column);
  const parts = boundPredicates(own, type, alias, context, parent, false);
  if (parts.length === 0) return null;
  return build('(', ...parts.flatMap((part, index) => (index === 0 ? [part] : [' AND ', part])), ')');
}

function boundPredicates(
  bound: readonly BoundAxis[],
  type: ContentType,
  alias: string,
  context: CompileContext,
  parent: string | null,
  ordered: boolean,
): Fragment[] {
  const hides = ordered && bound.some((axis) => axis.kind === 'first' || hasSeveral(axis));
  return bound.flatMap((axis): Fragment[] => {
    if (axis.kind === 'any') return [];
    const plain = `${alias}.${context.id(axis.column)}`;
    const column = hides ? context.dialect.hidden(plain) : plain;
    if (axis.kind === 'parent') {
      if (!parent)
        throw new Error(`The axis column ${axis.column} follows a row that this statement does not read`);
      return [build(`${column} = ${parent}.${context.id(axis.parentColumn)}`)];
    }
    if (hasOneValue(axis))
      return [
        build(
          `${column} = `,
          context.value(axis, (values) => (values as unknown[])[0]),
        ),
      ];
    const spec = axis.values.every((value) => typeof value === 'number') ? AXIS_INDEX : SHORT_TEXT_COLUMN;
    const list = context.value(axis, (values) =>
      context.dialect.toListParam(values as (string | number)[], spec),
    );
    const listed: Fragment = { text: context.dialect.inList(column, spec), params: list.params };
    return axis.kind === 'first' ? [listed, firstOf(axis, type, alias, context)] : [listed];
  });
}

/** No row of the document, equal along the other axes, has a value that stands earlier in the list. */
function firstOf(
  axis: Extract<BoundAxis, { kind: 'first' }>,
  type: ContentType,
  alias: string,
  context: CompileContext,
): Fragment {
  const other = context.alias();
  const column = (of: string, name: string): string => `${of}.${context.id(name)}`;
  const same = ['document_id', ...type.axes.map((use) => use.axis.column)]
    .filter((name) => name !== axis.column)
    .map((name) => build(`${column(other, name)} = ${column(alias, name)}`));
  const rank = axis.values.flatMap((_, index): (string | Fragment)[] => [
    ' WHEN ',
    context.value(axis, (values) => (values as unknown[])[index]),
    ` THEN ${index}`,
  ]);
  return build(
    `${column(alias, axis.column)} = (SELECT ${column(other, axis.column)} FROM ${context.table(type.table)} ${other}`,
    where([...same, ...context.dormantPredicates(type, other)]),
    ` ORDER BY CASE ${column(other, axis.column)}`,
    ...rank,
    ` ELSE ${axis.values.length} END LIMIT 1)`,
  );
}

export const followsParent = (bound: readonly BoundAxis[]): boolean =>
  bound.some((axis) => axis.kind === 'parent');
