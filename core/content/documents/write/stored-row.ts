// A stored row as writes read it.
import { type AxisUse, axisValueFromStored } from '../../model/compiled/axis';
import type { StoredRow } from '../write-action';

/** Where the cells of a row stand: `SELECT id, document_id, updated_at, …axes, json, …columns that are JSON already`. */
export interface RowLayout {
  readonly axes: readonly AxisUse[];
  readonly jsonKeys: readonly string[];
  /** The cell of a column that is JSON already. */
  readonly cells: ReadonlyMap<string, number>;
}

export function rowLayout(axes: readonly AxisUse[], jsonColumns: readonly string[]): RowLayout {
  const first = axes.length + HEAD + 1;
  return {
    axes,
    jsonKeys: jsonColumns.map(jsonKey),
    cells: new Map(jsonColumns.map((column, index) => [column, first + index])),
  };
}

/** The id, the document and the time. */
const HEAD = 3;

/** The values are parsed on first access. */
export function toStoredRow(layout: RowLayout, row: readonly unknown[]): StoredRow {
  const spoken: Record<string, string> = {};
  layout.axes.forEach(({ axis }, index) => {
    spoken[axis.name] = axisValueFromStored(axis, row[index + HEAD]);
  });
  return new ReadRow(Number(row[0]), String(row[1]), String(row[2]), spoken, layout, row);
}

/** The JSON of a row at `at`, and behind it columns that are JSON already. */
export function splicedJson(jsonKeys: readonly string[], row: readonly unknown[], at: number): string {
  let json = String(row[at]).slice(0, -1);
  for (let i = 0; i < jsonKeys.length; i++)
    json += `${json === '{' ? '' : ','}${jsonKeys[i]}${row[at + 1 + i] ?? 'null'}`;
  return `${json}}`;
}

export const jsonKey = (column: string): string => `${JSON.stringify(column)}:`;

/** Is this the stored text of a column that is JSON already? false: unknown, or another text. Equal values may have different texts. */
export const hasJsonText = (row: StoredRow, column: string, text: string): boolean =>
  row instanceof ReadRow && row.jsonText(column) === text;

/** A class, because a getter in an object literal gives every row a hidden class of its own. */
class ReadRow implements StoredRow {
  readonly #layout: RowLayout;
  readonly #row: readonly unknown[];
  #values: StoredRow['values'] | null = null;

  constructor(
    readonly id: number,
    readonly documentId: string,
    readonly updatedAt: string,
    readonly axes: StoredRow['axes'],
    layout: RowLayout,
    row: readonly unknown[],
  ) {
    this.#layout = layout;
    this.#row = row;
  }

  get values(): StoredRow['values'] {
    const { axes, jsonKeys } = this.#layout;
    this.#values ??= JSON.parse(splicedJson(jsonKeys, this.#row, axes.length + HEAD)) as StoredRow['values'];
    return this.#values;
  }

  jsonText(column: string): unknown {
    const cell = this.#layout.cells.get(column);
    return cell === undefined ? undefined : this.#row[cell];
  }
}
