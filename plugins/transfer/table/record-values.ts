// The cells of a record as the data of a write. A column `seo.title` fills a part of a component, and keeps its other values.

import { check, isTooDeep } from '../../../core';
import { listOf, plainCell } from './cells';
import { type Column, isJsonColumn } from './columns';

type Values = Readonly<Record<string, unknown>>;

export interface Cell {
  readonly header: string;
  readonly column: Column;
  /** As the file has it. */
  readonly given: unknown;
  /** null: the cell is empty. Of a relation: the texts that name its documents. */
  readonly value: unknown;
}

export const TOO_DEEP = 'is nested more than 1000 levels deep';

/** A text: why the cell cannot be read. */
export function readCell(header: string, column: Column, given: unknown, isText: boolean): Cell | string {
  const text = isText && typeof given === 'string' ? plainCell(given) : given;
  const value = text === '' && isText ? null : (text ?? null);
  const { end } = column;
  if (value === null) return { header, column, given, value };
  if (end.kind === 'link') {
    const names = namesIn(value, end.many, isText);
    return typeof names === 'string' ? names : { header, column, given, value: names };
  }
  if (!isText || !isJsonColumn(column)) return { header, column, given, value };
  if (isTooDeep(String(value))) return `the cell ${TOO_DEEP}`;
  try {
    return { header, column, given, value: JSON.parse(String(value)) };
  } catch {
    return 'it is no JSON; write texts between quotes, such as ["a","b"]';
  }
}

function namesIn(value: unknown, isMany: boolean, isText: boolean): readonly string[] | string {
  const list = isText && isMany ? listOf(String(value)) : Array.isArray(value) ? value : [value];
  if (list === null) return 'a quote is not closed; write red;"a;b"';
  if (list.some((each) => typeof each !== 'string' && typeof each !== 'number'))
    return 'a linked document is named by a text';
  if (!isMany && list.length > 1) return 'the relation takes one document';
  return list.map(String);
}

/**
 * `stored`: the row that is updated; null: a new row, whose empty cells are left out, so that defaults hold. `linked`: the documentIds of
 * the documents that a cell names.
 */
export function dataOf(
  cells: readonly Cell[],
  stored: Values | null,
  linked: (cell: Cell) => readonly string[],
): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const cell of cells) {
    const { column, value } = cell;
    const { end, steps } = column;
    const path = end.kind === 'link' ? steps.slice(0, end.depth) : steps;
    const parent = path.slice(0, -1);
    if (value === null && (stored === null || (parent.length > 0 && !componentAt(stored, parent)))) continue;
    const last = path.at(-1) ?? '';
    let at: Record<string, unknown> = data;
    for (const [depth, step] of parent.entries()) {
      const id = componentAt(stored, parent.slice(0, depth + 1))?.id;
      at[step] ??= id === undefined ? {} : { id };
      at = at[step] as Record<string, unknown>;
    }
    at[last] =
      end.kind === 'link'
        ? linksOf(end.relation.many, value === null ? [] : linked(cell))
        : emptyAs(end, value);
  }
  return data;
}

const linksOf = (isMany: boolean, ids: readonly string[]): unknown => (isMany ? ids : (ids[0] ?? null));

/** A list has no null. */
function emptyAs(end: Column['end'], value: unknown): unknown {
  if (value !== null || end.kind !== 'json') return value;
  const { attribute } = end;
  return attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.repeatable) ? [] : null;
}

function componentAt(row: Values | null, steps: readonly string[]): Values | null {
  let value: unknown = row;
  for (const step of steps) value = check.isPlainObject(value) ? value[step] : null;
  return check.isPlainObject(value) ? value : null;
}
