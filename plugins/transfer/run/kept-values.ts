// What a replaced document keeps: the values, links and entries of attributes that the archive does not list, such as passwords.

import {
  type AnyModel,
  type Attribute,
  type BulkRow,
  type ContentType,
  type HeldDocument,
  isNested,
  type Stored,
} from '../../../core';
import type { LineContext } from '../convert/from-line';
import { storedAttributes } from '../model-text';

type Entry = Readonly<Record<string, unknown>>;

/** The row, with what the row of the same axes here has beyond the archive. */
export function withKept(
  type: ContentType,
  row: BulkRow,
  before: HeldDocument,
  { attributesOf, schema }: Pick<LineContext, 'attributesOf' | 'schema'>,
): BulkRow {
  const same = before.rows.find(({ axes }) =>
    Object.entries(axes).every(([name, value]) => row.axes[name] === value),
  );
  if (!same) return row;
  const listed = attributesOf(type);
  const columns = new Map(row.columns);
  const links = [...row.links];
  for (const attribute of storedAttributes(type, () => false).values()) {
    if (attribute.kind === 'waiting') continue;
    if (attribute.kind === 'relation') {
      if (!listed.has(attribute.name))
        links.push(...same.links.filter((link) => link.attribute === attribute.name));
      continue;
    }
    const { column } = attribute;
    const value = Object.hasOwn(same.values, column) ? same.values[column] : null;
    if (!listed.has(attribute.name)) columns.set(column, toStored(attribute, value));
    else if (attribute.kind !== 'scalar') {
      const text = withKeptEntries(attribute, columns.get(column), value);
      if (text !== null) columns.set(column, text);
    }
  }
  return { ...row, columns, links };

  /** The JSON text with what entries of the same id have here; null: nothing to add. */
  function withKeptEntries(attribute: Attribute, given: Stored | undefined, value: unknown): string | null {
    if (typeof given !== 'string' || value === null || value === undefined) return null;
    const parsed: unknown = JSON.parse(given);
    let added = 0;
    const merge = (own: Attribute, there: unknown, here: unknown): unknown => {
      if (Array.isArray(there)) return there.map((entry) => mergeEntry(own, entry as Entry, here));
      return there === null ? null : mergeEntry(own, there as Entry, here);
    };
    const mergeEntry = (own: Attribute, entry: Entry, here: unknown): Entry => {
      const known = (Array.isArray(here) ? here : [here]).find(
        (each: Entry | null) => each?.id === entry.id && each?.__component === entry.__component,
      ) as Entry | undefined;
      const component = known && componentOf(own, entry);
      if (!component) return entry;
      const merged: Record<string, unknown> = { ...entry };
      const names = attributesOf(component);
      for (const inner of storedAttributes(component, () => false).values()) {
        if (!Object.hasOwn(known, inner.name)) continue;
        if (!names.has(inner.name)) {
          merged[inner.name] = known[inner.name];
          added += 1;
        } else if (isNested(inner))
          merged[inner.name] = merge(inner, entry[inner.name] ?? null, known[inner.name]);
      }
      return merged;
    };
    const merged = merge(attribute, parsed, value);
    return added > 0 ? JSON.stringify(merged) : null;
  }

  function componentOf(attribute: Attribute, entry: Entry): AnyModel | undefined {
    const uid = attribute.kind === 'component' ? attribute.component : String(entry.__component);
    return schema.components.get(uid);
  }
}

function toStored(attribute: Attribute, value: unknown): Stored {
  if (value === null || value === undefined) return null;
  return attribute.kind === 'scalar'
    ? attribute.type.fromJson(value, attribute.options)
    : JSON.stringify(value);
}
