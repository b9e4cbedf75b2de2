// Texts of rows, handed out by the key that the row above holds.

import type { Row } from '../../../database/database';
import { coreErrors } from '../../../kernel/errors/core-errors';

/** By the key in the first column: all texts of the key with commas between them, or only the first. */
export function textsByKey(
  rows: readonly Row[],
  texts: readonly string[],
  many: boolean,
): Map<unknown, string> {
  const byKey = new Map<unknown, string>();
  for (let i = 0; i < rows.length; i++) {
    const key = rows[i]?.[0];
    const text = texts[i] as string;
    const before = byKey.get(key);
    if (before === undefined) byKey.set(key, text);
    else if (many) byKey.set(key, `${before},${text}`);
  }
  return byKey;
}

/** The values of one column, each once, without null. */
export function distinct(rows: readonly Row[], at: number): unknown[] {
  if (rows.length === 1) {
    const only = rows[0]?.[at];
    return only === null || only === undefined ? [] : [only];
  }
  const keys = new Set<unknown>();
  for (const row of rows) if (row[at] !== null && row[at] !== undefined) keys.add(row[at]);
  return [...keys];
}

export type Ordered = readonly [order: number, text: string];

/** Targets of several types in one list: their order is known once every type has been read. */
export function collectOrdered(
  into: Map<unknown, Ordered[]>,
  rows: readonly Row[],
  texts: readonly string[],
  orderAt: number,
): void {
  rows.forEach((row, index) => {
    const list = into.get(row[0]);
    const entry: Ordered = [Number(row[orderAt]), texts[index] as string];
    if (list) list.push(entry);
    else into.set(row[0], [entry]);
  });
}

export const joinOrdered = (lists: Map<unknown, Ordered[]>, answerBytes: number): Map<unknown, string> =>
  new Map(
    [...lists].map(([key, list]) => [
      key,
      joinTexts(
        list.sort((a, b) => a[0] - b[0]).map(([, text]) => text),
        answerBytes,
      ),
    ]),
  );

/** Throws before it makes a text that no answer can contain. */
export function joinTexts(texts: readonly string[], answerBytes: number): string {
  let length = 0;
  for (const text of texts) length += text.length;
  if (length > answerBytes) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
  return texts.join(',');
}
