// The `locale` of a delete while its locale is removed. The delete names the rows of every other axis, also those that another plugin
// hides and those of disabled plugins. Rows that a plugin copies during the delete, to keep them, are removed too.
import type { AxisBinding, WriteAction } from '../../core';
import { LOCALE } from './locale-axis';

/** A list of one code. No request can send it. */
export class RemovedLocale extends Array<string> {}

/** The removed locale that the binding names. */
export const removedBy = (binding: AxisBinding | undefined): string | undefined =>
  binding?.kind === 'values' && binding.values instanceof RemovedLocale ? binding.values[0] : undefined;

/** Before the transaction of a write. */
export function purgeRemoved(action: WriteAction): void {
  if (removedBy(action.axes[LOCALE]) !== undefined) action.purges = true;
}
