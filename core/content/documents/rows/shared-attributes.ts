// Attributes that have one value along an axis. A new row copies them from a sibling row; a written row copies them to its siblings.
// Siblings of a row differ from it along the axes that share the attribute, and along no other axis.

import { copyTableLinks } from '../links/row-links';
import type { StoredValues } from '../write/stored-value';
import type { RowAxes } from '../write/target';
import type { ShareGroup, WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';
import { takeColumns } from './write-row';

export interface Inherited {
  readonly names: ReadonlySet<string>;
  readonly values: StoredValues | null;
  readonly from: readonly { readonly group: ShareGroup; readonly row: StoredRow }[];
}

/** The values that a new row copies from sibling rows. */
export function inheritedBy(plan: WritePlan, rows: readonly StoredRow[], axes: RowAxes): Inherited {
  const from = plan.sharing.flatMap((group) => {
    const row = rows.find((other) => isSibling(group, other.axes, axes));
    return row ? [{ group, row }] : [];
  });
  if (from.length === 0) return { names: new Set(), values: null, from };
  const values: Record<string, unknown> = {};
  for (const { group, row } of from) for (const column of group.columns) values[column] = row.values[column];
  return { names: new Set(from.flatMap(({ group }) => [...group.names])), values, from };
}

/** Copies the shared values and links that the body leaves out to a new row. */
export async function takeInherited(
  session: WriteSession,
  plan: WritePlan,
  { from }: Inherited,
  row: StoredRow,
  isGiven: (column: string) => boolean,
): Promise<void> {
  for (const { group, row: source } of from) {
    const columns = group.columns.filter((column) => !isGiven(column));
    if (columns.length > 0) await takeColumns(session, plan, source, row, columns);
    await copyTableLinks(session, plan, source, row, group.links);
  }
}

/** Copies the shared values of a row to those siblings that differ. */
export async function propagate(
  session: WriteSession,
  plan: WritePlan,
  documentId: string,
  axes: RowAxes,
): Promise<void> {
  const known = await session.known(plan.type, documentId);
  if (!plan.sharing.some((group) => known.some((row) => isSibling(group, row.axes, axes)))) return;
  const rows = await session.fresh(plan.type, documentId);
  const own = rows.find((row) => plan.type.axes.every(({ axis }) => row.axes[axis.name] === axes[axis.name]));
  if (!own) return;
  for (const group of plan.sharing)
    for (const sibling of rows) {
      if (!isSibling(group, sibling.axes, axes)) continue;
      const differing = group.columns.filter(
        (column) => JSON.stringify(own.values[column]) !== JSON.stringify(sibling.values[column]),
      );
      const relinked = await copyTableLinks(session, plan, own, sibling, group.links);
      if (relinked || differing.length > 0) await takeColumns(session, plan, own, sibling, differing);
    }
}

/** Do two rows differ along axes that share the group, and along no other axis? */
export const isSibling = ({ along }: ShareGroup, other: RowAxes, axes: RowAxes): boolean =>
  Object.keys(axes).every((name) => along.has(name) || other[name] === axes[name]) &&
  Object.keys(axes).some((name) => other[name] !== axes[name]);
