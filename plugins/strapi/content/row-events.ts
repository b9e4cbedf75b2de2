// Which rows a write makes, changes and removes: the events of lifecycles, in their order.
import type { StoredRow, WriteAction, WriteResult } from '../../../core';

export type Kind = 'Create' | 'Update' | 'Delete';

export interface RowEvent {
  readonly kind: Kind;
  /** Of the row. */
  readonly axes: Readonly<Record<string, string>>;
}

/** Known before the transaction: the row that the request writes. null: an operation on versions. */
export function firstEvent({ operation, target }: WriteAction): RowEvent | null {
  if (operation === 'create' || operation === 'clone') return { kind: 'Create', axes: target };
  if (operation === 'update') return { kind: 'Update', axes: target };
  return null;
}

const KINDS = { created: 'Create', updated: 'Update', deleted: 'Delete' } as const;

/**
 * Known inside the transaction, after the write. Strapi replaces a published row, and the draft of a discard: the row is deleted and
 * created.
 */
export function laterEvents({ operation, rows, action }: WriteResult): readonly RowEvent[] {
  const wasWritten = firstEvent(action) !== null;
  return rows.flatMap(({ axes, became }): RowEvent[] => {
    const kind: Kind = KINDS[became];
    const replaces =
      became === 'updated' &&
      (operation === 'discard' || axes.status === 'published') &&
      axes.status !== undefined;
    if (replaces)
      return [
        { kind: 'Delete', axes },
        { kind: 'Create', axes },
      ];
    // The draft of an update: its event before the write has run.
    if (wasWritten && axes.status !== 'published') return [];
    return [{ kind, axes }];
  });
}

/** Inside the transaction, before the write: the rows that a request removes. */
export function rowsToRemove({ operation, rows, axes }: WriteAction): readonly StoredRow[] {
  if (operation !== 'delete' && operation !== 'unpublish') return [];
  return rows.filter((row) =>
    Object.entries(row.axes).every(([name, value]) => {
      if (name === 'status') return operation === 'delete' || value === 'published';
      const asked = axes[name];
      return asked === undefined || asked.kind === 'any' || asked.values[0] === value;
    }),
  );
}

/** Rows that the write replaces, of which events show the former values. */
export function rowsToReplace({ operation, rows, goesLive }: WriteAction): readonly StoredRow[] {
  const status = operation === 'discard' ? 'draft' : operation === 'publish' || goesLive ? 'published' : null;
  return status === null ? [] : rows.filter(({ axes }) => axes.status === status);
}
