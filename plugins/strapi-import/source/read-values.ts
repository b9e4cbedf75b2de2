// Values of columns as the driver gives them → numbers and texts of one form.

import type { SourceRow } from './source';

export const numberOf = (value: unknown): number => Number(value ?? 0);

export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

/** Rows by the number in a column. */
export function groupBy(rows: readonly SourceRow[], column: string): Map<number, SourceRow[]> {
  const groups = new Map<number, SourceRow[]>();
  for (const row of rows) {
    const key = numberOf(row[column]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Rows without a place come first, as in Strapi. */
export const byPlace =
  (column: string) =>
  (a: SourceRow, b: SourceRow): number =>
    (placeOf(a[column]) ?? -1) - (placeOf(b[column]) ?? -1) || numberOf(a.id) - numberOf(b.id);

export const placeOf = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
