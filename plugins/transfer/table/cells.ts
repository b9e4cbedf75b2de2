// Values as cells of CSV, and cells as values. A text that a spreadsheet would run as a formula gets an apostrophe in front.

const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;
const NUMBER = /^[-+]?\d+(\.\d+)?$/;
/** Between the documents of one cell. */
export const SEPARATOR = ';';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A row, with its line break. A row that is empty would be no row for readers. */
export function csvRow(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? quoted(cell) : cell));
  return `${written.join(',') || '""'}\r\n`;
}

export function cellOf(value: unknown): string {
  const text = textOf(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A text is JSON, too: `"red"`. */
export const jsonCell = (value: unknown): string =>
  value === null || value === undefined ? '' : cellOf(JSON.stringify(value));

export const plainCell = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The values of a relation to many: `red;"a;b"`. Programs that divide cells at `;` see no formula. */
export const listCell = (values: readonly unknown[]): string =>
  values
    .map(cellOf)
    .map((text) => (/[;"\r\n]|^\s|\s$/.test(text) ? quoted(text) : text))
    .join(SEPARATOR);

/** null: a quote is not closed. */
export function listOf(cell: string): readonly string[] | null {
  const { parse }: typeof import('csv-parse/sync') = require('csv-parse/sync');
  try {
    const rows: string[][] = parse(cell, { delimiter: SEPARATOR, trim: true, relax_column_count: true });
    return rows
      .flat()
      .filter((each) => each !== '')
      .map(plainCell);
  } catch {
    return null;
  }
}
