// Which rows of a document a request means: one value per axis of the type.
import type { AxisBinding, AxisBindings } from '../../model/compiled/axis';
import { isParallel, stagesOf } from '../../model/compiled/axis-kind';
import type { ContentType } from '../../model/compiled/content-type';
import type { StoredRow } from '../write-action';

export type RowAxes = Readonly<Record<string, string>>;

export function targetOf(type: ContentType, axes: AxisBindings): Record<string, string> {
  const target: Record<string, string> = {};
  for (const { axis } of type.axes) target[axis.name] = boundValue(axes[axis.name]) ?? axis.defaultValue();
  return target;
}

/** The one value that a binding names; undefined for a binding of several values or none. */
export const boundValue = (binding: AxisBinding | undefined): string | undefined =>
  binding?.kind === 'values' ? binding.values[0] : undefined;

export const sameRow = (a: RowAxes, b: RowAxes): boolean =>
  Object.keys(b).every((name) => a[name] === b[name]);

/**
 * The axis values of an action without a body; it means all stages. Of a parallel axis one value, or all where the request asks
 * for any. `DELETE …?channel=print&phase=work` is about the rows print/work and print/shown.
 */
export function placeAsked(type: ContentType, axes: AxisBindings): RowAxes {
  const wanted = targetOf(type, axes);
  for (const use of type.axes)
    if (!isParallel(use) || axes[use.axis.name]?.kind === 'any') delete wanted[use.axis.name];
  return wanted;
}

export function rowsAsked(
  type: ContentType,
  axes: AxisBindings,
  rows: readonly StoredRow[],
): readonly StoredRow[] {
  const wanted = placeAsked(type, axes);
  return rows.filter((row) => sameRow(row.axes, wanted));
}

/** The working rows among these; all rows where the type has no stages. */
export function workingOf(type: ContentType, rows: readonly StoredRow[]): readonly StoredRow[] {
  const stages = stagesOf(type);
  return stages ? rows.filter(({ axes }) => axes[stages.name] === stages.working) : rows;
}
