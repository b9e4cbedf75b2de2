// Which rows of an archive are taken: tables with `ofType` have content of documents, and some types may not be chosen.

import type { RowFilter, RowTable } from './archived-rows';

/** Asked for each row, in the order of the archive. */
export type RowChoice = (table: RowTable, row: Readonly<Record<string, unknown>>) => boolean;

export function createRowChoice(filter: RowFilter | null): RowChoice {
  if (!filter) return () => true;
  const types = new Set<unknown>(filter.types);
  /** Table → the keys of its rows that are taken. */
  const taken = new Map<string, Set<unknown>>();
  return ({ table, key: [key = ''], ofType }, row) => {
    if (!ofType) return true;
    const value = row[ofType.column];
    if (ofType.table !== undefined) return taken.get(ofType.table)?.has(value) === true;
    if (types.has(value) !== filter.only) return false;
    const keys = taken.get(table) ?? new Set();
    taken.set(table, keys.add(row[key]));
    return true;
  };
}
