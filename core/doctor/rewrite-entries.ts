// Entries of components whose schema has changed since they were written, written anew as the schema says now: attributes added
// since are null. Reads of such components then give the stored text as it is. Values of attributes that are gone stay, and are
// remembered as such; "quire migrate apply --drop" is who removes them.

import { type ComponentShapes, withGone } from '../database/component-shapes';
import { entryColumns, type RewrittenPage, rewritePage } from '../database/stored-entries';
import { rememberShapes } from '../database/sync-memory';
import type { Attribute, Component, Schema, Uid } from '../schema/content-type';
import { componentOf, isMany, isNested, type NestedAttribute } from '../schema/nested';
import type { Examination } from './examination';

/** Those that can be written anew: none of their attributes waits for a plugin or to be dropped. */
export function componentsOfOldShapes(schema: Schema, shapes: ComponentShapes): Set<Uid> {
  const old = new Set<Uid>();
  for (const { uid, attributes } of schema.components.values()) {
    const waits = [...attributes.values()].some(({ kind }) => kind === 'waiting');
    const { mixed = false, gone = {} } = shapes[uid] ?? {};
    if (mixed && !waits && Object.keys(gone).length === 0) old.add(uid);
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
  const gone: Gone = new Map();
  let rewritten = 0;
  for (const type of schema.types.values()) {
    const nested = entryColumns(type, old, schema);
    if (nested.length === 0) continue;
    for (let page: RewrittenPage = { last: 0, rewritten: 0, isLast: false }; !page.isLast; ) {
      const { last } = page;
      page = await database.transaction((tx) =>
        rewritePage(tx, dialect, type, nested, last, (attribute, stored) =>
          textOf(attribute, stored, schema, gone),
        ),
      );
      rewritten += page.rewritten;
      progress(`${type.uid}: entries of older shapes up to row ${page.last}`);
    }
  }
  const uniform = new Set([...old].filter((uid) => !gone.has(uid)));
  await database.transaction((tx) => rememberShapes(tx, dialect, withGone(shapes, gone), uniform));
  const kept = [...gone].map(([uid, names]) => `${[...names].join(', ')} of ${uid}`).join('; ');
  const left = kept
    ? `. Some hold values of attributes that are gone (${kept}); "quire migrate apply --drop" removes them`
    : '';
  return `Entries of ${[...old].join(', ')} are stored as their schema is now (${rewritten} rows written anew); processes that run already know it after a restart${left}`;
}

/** Attributes that are no more, and that entries were found to hold. */
type Gone = Map<Uid, Set<string>>;

type Entry = Readonly<Record<string, unknown>>;

function textOf(attribute: NestedAttribute, stored: unknown, schema: Schema, gone: Gone): string | null {
  const entries = stored === null || stored === undefined ? [] : Array.isArray(stored) ? stored : [stored];
  const texts = entries.map((entry: Entry) => entryText(attribute, entry, schema, gone));
  return isMany(attribute) ? `[${texts.join(',')}]` : (texts[0] ?? null);
}

function entryText(attribute: NestedAttribute, entry: Entry, schema: Schema, gone: Gone): string {
  const uid = componentOf(attribute, entry);
  const component = schema.components.get(uid);
  // Of a component that is gone or waits for its plugin: as it is.
  if (!component) return JSON.stringify(entry);
  const parts = [`"id":${JSON.stringify(entry.id)}`];
  for (const child of component.attributes.values()) {
    const text = childText(
      child,
      Object.hasOwn(entry, child.name) ? entry[child.name] : undefined,
      schema,
      gone,
    );
    if (text !== undefined) parts.push(`${JSON.stringify(child.name)}:${text}`);
  }
  for (const key of keysOfGone(component, entry)) {
    gone.set(uid, (gone.get(uid) ?? new Set()).add(key));
    parts.push(`${JSON.stringify(key)}:${JSON.stringify(entry[key])}`);
  }
  if (attribute.kind === 'zone') parts.push(`"__component":${JSON.stringify(uid)}`);
  return `{${parts.join(',')}}`;
}

const keysOfGone = ({ attributes }: Component, entry: Entry): string[] =>
  Object.keys(entry).filter((key) => !attributes.has(key) && key !== 'id' && key !== '__component');

function childText(child: Attribute, value: unknown, schema: Schema, gone: Gone): string | undefined {
  if (child.kind === 'waiting') return value === undefined ? undefined : JSON.stringify(value);
  if (isNested(child)) return textOf(child, value, schema, gone) ?? 'null';
  if (child.kind === 'relation' && child.many) return JSON.stringify(value ?? []);
  return JSON.stringify(value ?? null);
}
