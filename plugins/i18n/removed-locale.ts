// The `locale` of a delete while its locale is removed. The delete names the rows of every other axis, also those that another plugin
// hides. Rows that a plugin copies during the delete, to keep them, are removed too.
import type { AxisBinding, WriteContext } from '../../core';
import { LOCALE } from './locale-axis';

/** A list of one code. No request can send it. */
export class RemovedLocale extends Array<string> {}

/** The removed locale that the binding names. */
export const removedBy = (binding: AxisBinding | undefined): string | undefined =>
  binding?.kind === 'values' && binding.values instanceof RemovedLocale ? binding.values[0] : undefined;

/** Called before the rows of a write change. */
export function removeCopies({ action }: WriteContext): void {
  const { axes, type, documentId } = action;
  const code = removedBy(axes[LOCALE]);
  if (code === undefined) return;
  action.followUps.push({
    name: 'remove the locale',
    run: async ({ variants }) => void (await variants.remove(type, documentId, { [LOCALE]: code })),
  });
}
