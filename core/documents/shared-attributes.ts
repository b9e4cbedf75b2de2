// Attributes that have one value along an axis: a new row takes them from a row beside it, a written row gives them to its
// siblings. Which rows are siblings depends on the attribute: they differ along the axes it is shared on, and nowhere else.

import { copyLinks } from './links';
import type { StoredRow } from './operations';
import { takeColumns } from './rows';
import type { WriteSession } from './session';
import type { StoredValues } from './stored-value';
import type { RowAxes } from './target';
import type { ShareGroup, WritePlan } from './write-plan';

export interface Inherited {
  readonly names: ReadonlySet<string>;
  readonly values: StoredValues | null;
  readonly from: readonly { readonly group: ShareGroup; readonly row: StoredRow }[];
}

/** What a row that is about to be made has already, by the rows beside it. */
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

/** Fills a new row with what it inherits and the body did not say. */
export async function takeInherited(
  session: WriteSession,
  plan: WritePlan,
  { from }: Inherited,
  row: StoredRow,
  isGiven: (column: string) => boolean,
  isLinkGiven: (attribute: string) => boolean,
): Promise<void> {
  for (const { group, row: source } of from) {
    const columns = group.columns.filter((column) => !isGiven(column));
    if (columns.length > 0) await takeColumns(session, plan, source, row, columns);
    const links = group.links.filter(({ name }) => !isLinkGiven(name));
    if (links.length > 0) await copyLinks(session, plan, source.id, row.id, links);
  }
}

/** Gives what the row has now to its siblings; those that have it already are left alone. */
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
      const relinked =
        group.links.length > 0 && (await copyLinks(session, plan, own.id, sibling.id, group.links));
      if (relinked || differing.length > 0) await takeColumns(session, plan, own, sibling, differing);
    }
}

/** Two rows that differ along the axes the group is one value on, and nowhere else. */
export const isSibling = ({ along }: ShareGroup, other: RowAxes, axes: RowAxes): boolean =>
  Object.keys(axes).every((name) => along.has(name) || other[name] === axes[name]) &&
  Object.keys(axes).some((name) => other[name] !== axes[name]);
