// Writes the rows of plugins' own tables, page by page in the order of their keys.

import { type App, type BulkReader, fromDatabase, type ModelColumn, type Row } from '../../../core';
import { PART, rowsName } from '../archive/format';
import type { ArchiveWriter } from '../archive/write-archive';
import { conditionOf, type RowFilter, type RowTable } from './archived-rows';

/** Rows of a member, and of a page. Pages of large rows are shorter: a page is in memory as a whole. */
const ROWS = 500;
const PAGES = [ROWS, 100, 20, 4, 1];

/** Returns the number of rows. */
export async function exportRows(
  app: App,
  table: RowTable,
  filter: RowFilter | null,
  reader: BulkReader,
  out: ArchiveWriter,
): Promise<number> {
  const { id } = app.database.dialect;
  const names = Object.keys(table.columns);
  const key = table.key.map(id);
  const first = conditionOf(app, table, filter);
  const next = conditionOf(app, table, filter, [`(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`]);
  const select = (condition: string): string =>
    `SELECT ${[...names, ...table.key].map(id).join(', ')} FROM ${id(table.table)}${condition} ORDER BY ${key.join(', ')} LIMIT `;
  let [count, members, length, page] = [0, 0, 0, ROWS];
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    members += 1;
    await out.member(rowsName(table.table, members), Buffer.from(lines.join('')));
    lines = [];
    length = 0;
  };
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = last
      ? await reader.rows(select(next.text) + page, [...next.params, ...last.slice(names.length)])
      : await reader.rows(select(first.text) + page, first.params);
    let read = 0;
    for (const row of rows) {
      const line = lineOf(row, table);
      lines.push(line);
      length += line.length;
      read += line.length;
      if (lines.length === ROWS || length > PART) await flush();
    }
    count += rows.length;
    if (rows.length < page) break;
    last = rows.at(-1) ?? null;
    page = PAGES.find((each) => each * read <= PART * rows.length) ?? 1;
  }
  await flush();
  return count;
}

const lineOf = (row: Row, { columns }: RowTable): string => {
  const values = Object.entries(columns).flatMap(([name, column], at) => {
    const value = row[at];
    return value === null || value === undefined ? [] : [[name, shown(fromDatabase(value, column), column)]];
  });
  return `${JSON.stringify(Object.fromEntries(values))}\n`;
};

const shown = (value: unknown, { kind }: ModelColumn): unknown => (kind === 'bigint' ? String(value) : value);
