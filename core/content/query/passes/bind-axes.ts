// Decides which rows of a document each part of the query reads. The first of these decides: the part's own value, the nearest parent row
// with the axis, the request, the default of the axis.
//   articles of one tongue, with their category:           both in this tongue
//   articles of several tongues, with their category:      the category of each row in the tongue of this row
// A parent with several possible values is followed row by row. A statement can follow only its direct parent: if the nearest row with the
// axis is further up and has several values, the value of the request counts.
import {
  ANY,
  type AxisBinding,
  type AxisDefinition,
  axisValueToStored,
  only,
} from '../../model/compiled/axis';
import type { RelationAttribute } from '../../model/compiled/content-type';
import { type BoundAxis, type Filter, hasOneValue, type QueryNode } from '../ast';
import type { QueryContext } from '../query-context';
import { type Above, type RowSource, walk } from '../walk';

export function bindAxes(root: QueryNode, context: QueryContext): void {
  const bind = (row: RowSource, above: Above | null, attribute: RelationAttribute | null): void => {
    row.bound =
      row.type.axes.length === 0
        ? NONE
        : row.type.axes.map(({ axis }) => bindAxis(axis, row, above, context, attribute));
  };
  walk(root, {
    node: (node, above, via) => bind(node, above, via?.attribute ?? null),
    related: (filter, above) => bind(filter, above, filter.attribute),
    step: (step, above) => bind(step, above, step.attribute),
  });
}

const NONE: readonly BoundAxis[] = [];

/** A condition on an axis' own key chooses the rows itself: the axis no longer restricts the root. */
export function releaseFilteredAxes(root: QueryNode): void {
  if (!root.filter || root.type.axes.length === 0) return;
  for (const condition of conjunction(root.filter)) {
    if (condition.kind !== 'compare' || condition.field.axis === undefined) continue;
    const name = condition.field.axis;
    if (root.type.axes.some(({ axis }) => axis.name === name && axis.any))
      root.axes = { ...root.axes, [name]: ANY };
  }
}

const conjunction = (filter: Filter): readonly Filter[] => (filter.kind === 'and' ? filter.of : [filter]);

function bindAxis(
  axis: AxisDefinition,
  row: RowSource,
  above: Above | null,
  context: QueryContext,
  attribute: RelationAttribute | null,
): BoundAxis {
  const own = row.axes[axis.name];
  if (own) return toBound(axis, own);
  if (attribute?.storage.kind === 'siblings' && attribute.storage.other === axis.name)
    return { kind: 'any', column: axis.column };
  for (let at = above; at; at = at.above) {
    const index = at.row.type.axes.findIndex((use) => use.axis.name === axis.name);
    const bound = at.row.bound[index];
    if (!bound) continue;
    // The other rows of a document follow the row that is shown.
    if (bound.kind === 'first' && at === above && attribute?.storage.kind === 'siblings')
      return { kind: 'parent', column: axis.column, parentColumn: bound.column };
    if (bound.kind === 'values' && at === above && mayBePinned(axis, at))
      return { kind: 'parent', column: axis.column, parentColumn: bound.column };
    if (bound.kind === 'first' || hasOneValue(bound)) return { ...bound };
    if (at === above) return { kind: 'parent', column: axis.column, parentColumn: bound.column };
    break;
  }
  return toBound(axis, context.axes[axis.name] ?? axis.defaultBinding?.() ?? only(axis.defaultValue()));
}

/** A pinned link names the axis value, so the row may have another value than the request names. */
const mayBePinned = (axis: AxisDefinition, { above, via }: Above): boolean =>
  axis.pin === 'select' &&
  via?.holdsLinks === true &&
  !above?.row.type.axes.some((use) => use.axis.name === axis.name);

function toBound(axis: AxisDefinition, binding: AxisBinding): BoundAxis {
  const { column } = axis;
  if (binding.kind === 'any') return { kind: 'any', column };
  return {
    kind: binding.kind,
    column,
    values: binding.values.map((value) => axisValueToStored(axis, value)),
  };
}
