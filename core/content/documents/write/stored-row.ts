// A stored row as writes read it.
import { type AxisUse, axisValueFromStored } from '../../model/compiled/axis';
import type { StoredRow } from '../write-action';

/** `SELECT id, document_id, updated_at, …axes, json, …components` → a row. Its values are parsed on first access. */
export function toStoredRow(
  axes: readonly AxisUse[],
  nestedKeys: readonly string[],
  row: readonly unknown[],
): StoredRow {
  const spoken: Record<string, string> = {};
  axes.forEach(({ axis }, index) => {
    spoken[axis.name] = axisValueFromStored(axis, row[index + 3]);
  });
  const at = axes.length + 3;
  return new ReadRow(
    Number(row[0]),
    String(row[1]),
    String(row[2]),
    spoken,
    splicedJson(nestedKeys, row, at),
  );
}

/** The JSON of a row at `at`, and behind it columns that are JSON already. */
export function splicedJson(nestedKeys: readonly string[], row: readonly unknown[], at: number): string {
  let json = String(row[at]).slice(0, -1);
  for (let i = 0; i < nestedKeys.length; i++)
    json += `${json === '{' ? '' : ','}${nestedKeys[i]}${row[at + 1 + i] ?? 'null'}`;
  return `${json}}`;
}

export const nestedKey = (column: string): string => `${JSON.stringify(column)}:`;

/** A class, because a getter in an object literal gives every row a hidden class of its own. */
class ReadRow implements StoredRow {
  /** Text until the first access. */
  #values: string | StoredRow['values'];

  constructor(
    readonly id: number,
    readonly documentId: string,
    readonly updatedAt: string,
    readonly axes: StoredRow['axes'],
    values: string,
  ) {
    this.#values = values;
  }

  get values(): StoredRow['values'] {
    if (typeof this.#values === 'string') this.#values = JSON.parse(this.#values) as StoredRow['values'];
    return this.#values;
  }
}
