// Which row of a document a request means: one value per axis of the type.
import type { AxisBinding, AxisBindings, AxisUse } from '../schema/axis';
import type { ContentType } from '../schema/content-type';

export type RowAxes = Readonly<Record<string, string>>;

export function targetOf(type: ContentType, axes: AxisBindings): Record<string, string> {
  const target: Record<string, string> = {};
  for (const { axis } of type.axes) target[axis.name] = boundValue(axes[axis.name]) ?? axis.defaultValue();
  return target;
}

/** The one value a binding names; undefined when it names none or leaves it open. */
export const boundValue = (binding: AxisBinding | undefined): string | undefined =>
  binding?.kind === 'values' ? binding.values[0] : undefined;

export const sameRow = (a: RowAxes, b: RowAxes): boolean =>
  Object.keys(b).every((name) => a[name] === b[name]);

export const isText = ({ axis }: AxisUse): boolean => axis.store.kind === 'text';

/** Has a row for each step of its life, of which only some need to be complete? */
export const hasVersions = (type: ContentType): boolean => type.axes.some((use) => !isText(use));

/** Is this the row that a read sees when nothing is said about versions? The one that has to be complete. */
export const isShown = (type: ContentType, axes: RowAxes): boolean =>
  type.axes.every((use) => isText(use) || axes[use.axis.name] === use.axis.defaultValue());

/** Where a row that stands beside a shown one says whether it is settled; null for other rows. */
export function settledColumn(type: ContentType, axes: RowAxes): string | null {
  for (const { axis } of type.axes)
    if (axis.settledColumn && axis.companions?.includes(axes[axis.name] ?? '')) return axis.settledColumn;
  return null;
}
