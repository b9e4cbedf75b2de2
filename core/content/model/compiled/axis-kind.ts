// Everything that the kind of an axis decides. How an axis stores its values decides nothing here: that is axis.ts.
//
// A page with the parallel axis `channel` and the stages axis `phase` may have these rows. The two rows of `web` have one life and
// hold the unique value "Home" once. The rows of `print` have a life of their own.
//
//   channel  phase  title   phase_pending
//   web      shown  Home    0
//   web      work   Home 2  1
//   print    shown  Home    0
//   print    work   Home    0
import type { AxisDefinition, AxisUse, StagesAxis } from './axis';

type RowAxes = Readonly<Record<string, string>>;

interface HasAxes {
  readonly axes: readonly AxisUse[];
}

export const isParallel = ({ axis }: Pick<AxisUse, 'axis'>): boolean => axis.kind === 'parallel';

export function stagesOf({ axes }: HasAxes): StagesAxis | null {
  for (const { axis } of axes) if (axis.kind === 'stages') return axis;
  return null;
}

/** Is this a row that a read without bindings sees along stages? Only such rows must be complete and hold unique values. */
export function isShown(type: HasAxes, row: RowAxes): boolean {
  const stages = stagesOf(type);
  return !stages || row[stages.name] === stages.defaultValue();
}

/** A column of the type's table: 1 in a working row that differs from its shown row. */
export const pendingColumn = ({ column }: StagesAxis): string => `${column}_pending`;

/** The same column where the row is a working row; null for other rows. */
export function pendingColumnAt(type: HasAxes, row: RowAxes): string | null {
  const stages = stagesOf(type);
  return stages && row[stages.name] === stages.working ? pendingColumn(stages) : null;
}

/** Is `shown` the shown row of the working row `working`? */
export function isShownRowOf(type: HasAxes, shown: RowAxes, working: RowAxes): boolean {
  const stages = stagesOf(type);
  if (!stages || working[stages.name] !== stages.working || !isShown(type, shown)) return false;
  return type.axes.every(({ axis: { name } }) => name === stages.name || shown[name] === working[name]);
}

/** Why the axis cannot be attached to a type that has these axes; null: it can. */
export function axisMistake(axis: AxisDefinition, others: readonly AxisDefinition[]): string | null {
  const name = `the axis "${axis.name}"`;
  if (others.some((other) => other.name === axis.name))
    return `two plugins attach an axis named "${axis.name}"`;
  // A read of all values needs the permission of each, and values stored as text are not known.
  if (axis.permission && axis.any && axis.store.kind === 'text')
    return `${name} has permissions and is stored as text, so a read cannot ask for all values; set any: false`;
  if (axis.kind === 'parallel') return null;
  if (axis.kind !== 'stages') return `${name} has no kind; give it kind: 'parallel' or kind: 'stages'`;
  const other = others.find(({ kind }) => kind === 'stages');
  if (other) return `${name} and the axis "${other.name}" are both of kind 'stages'; a type can have one`;
  const shown = axis.defaultValue();
  if (axis.base() !== shown) return `${name} is of kind 'stages', so base() and defaultValue() must be equal`;
  const { store, working } = axis;
  const isKnown = typeof working === 'string' && (store.kind === 'text' || store.values.includes(working));
  return isKnown && working !== shown ? null : `${name} needs \`working\`: a value other than "${shown}"`;
}
