// Entries of components whose schema has changed since they were written, written anew as the schema says now: attributes added
// since are null, removed ones are gone. Reads of such components then give the stored text as it is.

import type { ComponentShapes } from '../database/component-shapes';
import type { Row } from '../database/database';
import { rememberShapes } from '../database/sync';
import type { NestedAttribute } from '../documents/body-input';
import type { Attribute, Schema, Uid } from '../schema/content-type';
import type { Examination } from './examination';

const PAGE = 200;

/** Those that can be written anew. One that waits for a plugin keeps what the plugin will want back. */
export function componentsOfOldShapes(schema: Schema, shapes: ComponentShapes): Set<Uid> {
  const old = new Set<Uid>();
  for (const component of schema.components.values()) {
    const waits = [...component.attributes.values()].some(({ kind }) => kind === 'waiting');
    if (shapes[component.uid]?.mixed && !waits) old.add(component.uid);
  }
  return old;
}

/** Answers the sentence for the report. */
export async function rewriteEntries(
  examination: Examination,
  shapes: ComponentShapes,
  old: ReadonlySet<Uid>,
): Promise<string> {
  const { database, schema, progress } = examination;
  const { dialect } = database;
  let rewritten = 0;
  for (const type of schema.types.values()) {
    const nested = [...type.attributes.values()]
      .filter(isNested)
      .filter((each) => reaches(each, old, schema));
    if (nested.length === 0) continue;
    const columns = nested.map(({ column }) => dialect.id(column)).join(', ');
    const table = dialect.id(type.table);
    // Rows of axes that are off too: what is hidden is shown again some day.
    const read = `SELECT id, ${columns} FROM ${table} WHERE id > ? ORDER BY id LIMIT ${PAGE} ${dialect.forUpdate}`;
    for (let last = 0, more = true; more; ) {
      const rows = await database.transaction(async (tx): Promise<readonly Row[]> => {
        const found = await tx.all(read, [last]);
        for (const [id, ...texts] of found) {
          const set = nested.flatMap((attribute, index) => {
            const text = texts[index];
            if (typeof text !== 'string') return [];
            const anew = textOf(attribute, JSON.parse(text), schema);
            return anew === text ? [] : [{ column: attribute.column, anew }];
          });
          if (set.length === 0) continue;
          const marks = set.map(({ column }) => `${dialect.id(column)} = ?`).join(', ');
          await tx.run(`UPDATE ${table} SET ${marks} WHERE id = ?`, [...set.map(({ anew }) => anew), id]);
          rewritten += 1;
        }
        tx.touch(type.table);
        return found;
      });
      more = rows.length === PAGE;
      last = Number(rows.at(-1)?.[0] ?? last);
      progress(`${type.uid}: entries of older shapes up to row ${last}`);
    }
  }
  await database.transaction((tx) => rememberShapes(tx, dialect, shapes, old));
  return `Entries of ${[...old].join(', ')} are stored as their schema is now (${rewritten} rows written anew); processes that run already know it after a restart`;
}

const isNested = (attribute: Attribute): attribute is NestedAttribute =>
  attribute.kind === 'component' || attribute.kind === 'zone';

const componentsOf = (attribute: NestedAttribute): readonly Uid[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.components;

function reaches(
  attribute: NestedAttribute,
  wanted: ReadonlySet<Uid>,
  schema: Schema,
  seen: ReadonlySet<Uid> = new Set(),
): boolean {
  return componentsOf(attribute).some((uid) => {
    if (wanted.has(uid)) return true;
    if (seen.has(uid)) return false;
    const inner = [...(schema.components.get(uid)?.attributes.values() ?? [])].filter(isNested);
    return inner.some((each) => reaches(each, wanted, schema, new Set([...seen, uid])));
  });
}

type Entry = Readonly<Record<string, unknown>>;

function textOf(attribute: NestedAttribute, stored: unknown, schema: Schema): string | null {
  const many = attribute.kind === 'zone' || attribute.repeatable;
  const entries = stored === null || stored === undefined ? [] : Array.isArray(stored) ? stored : [stored];
  const texts = entries.map((entry: Entry) => entryText(attribute, entry, schema));
  return many ? `[${texts.join(',')}]` : (texts[0] ?? null);
}

function entryText(attribute: NestedAttribute, entry: Entry, schema: Schema): string {
  const uid = attribute.kind === 'component' ? attribute.component : String(entry.__component);
  const component = schema.components.get(uid);
  // Of a component that is gone or waits for its plugin: as it is.
  if (!component) return JSON.stringify(entry);
  const parts = [`"id":${JSON.stringify(entry.id)}`];
  for (const child of component.attributes.values()) {
    const text = childText(child, entry[child.name], schema);
    if (text !== undefined) parts.push(`${JSON.stringify(child.name)}:${text}`);
  }
  if (attribute.kind === 'zone') parts.push(`"__component":${JSON.stringify(uid)}`);
  return `{${parts.join(',')}}`;
}

function childText(child: Attribute, value: unknown, schema: Schema): string | undefined {
  if (child.kind === 'waiting') return value === undefined ? undefined : JSON.stringify(value);
  if (isNested(child)) return textOf(child, value, schema) ?? 'null';
  if (child.kind === 'relation' && child.many) return JSON.stringify(value ?? []);
  return JSON.stringify(value ?? null);
}
