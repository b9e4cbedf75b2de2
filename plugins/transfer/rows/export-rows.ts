// Writes the rows of plugins' own tables, page by page in the order of their keys.

import { type App, type BulkReader, fromDatabase, type ModelColumn, type Row } from '../../../core';
import { rowsName } from '../archive/format';
import type { ArchiveWriter } from '../archive/write-archive';
import { conditionOf, type RowTable } from './archived-rows';

const PAGE = 500;

/** Returns the number of rows. */
export async function exportRows(
  app: App,
  table: RowTable,
  reader: BulkReader,
  out: ArchiveWriter,
): Promise<number> {
  const { id } = app.database.dialect;
  const names = Object.keys(table.columns);
  const key = table.key.map(id);
  const first = conditionOf(app, table);
  const next = conditionOf(app, table, [`(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`]);
  const select = (condition: string): string =>
    `SELECT ${[...names, ...table.key].map(id).join(', ')} FROM ${id(table.table)}${condition} ORDER BY ${key.join(', ')} LIMIT ${PAGE}`;
  let count = 0;
  let last: Row | null = null;
  for (let number = 1; ; number += 1) {
    const rows: readonly Row[] = last
      ? await reader.rows(select(next.text), [...next.params, ...last.slice(names.length)])
      : await reader.rows(select(first.text), first.params);
    if (rows.length === 0) return count;
    await out.member(
      rowsName(table.table, number),
      Buffer.from(rows.map((row) => lineOf(row, table)).join('')),
    );
    count += rows.length;
    if (rows.length < PAGE) return count;
    last = rows.at(-1) ?? null;
  }
}

const lineOf = (row: Row, { columns }: RowTable): string => {
  const values = Object.entries(columns).flatMap(([name, column], at) => {
    const value = row[at];
    return value === null || value === undefined ? [] : [[name, shown(fromDatabase(value, column), column)]];
  });
  return `${JSON.stringify(Object.fromEntries(values))}\n`;
};

const shown = (value: unknown, { kind }: ModelColumn): unknown => (kind === 'bigint' ? String(value) : value);
