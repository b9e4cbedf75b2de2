// Rewrites stored entries of components whose schema has changed: attributes added since are null. Reads then return the stored
// text unchanged. Values of removed attributes stay, and `quire_schema` keeps their names; "quire migrate apply --drop" deletes them.

import { writeModels } from '../migrate/memory';
import { entryColumns, type RewrittenPage, rewritePage } from '../migrate/stored-entries';
import { type StoredModel, type StoredModels, UNKNOWN, withModels } from '../migrate/stored-model';
import type { Attribute, Component, Schema, Uid } from '../model/compiled/content-type';
import { componentOf, isMany, isNested, type NestedAttribute } from '../model/compiled/nested';
import type { Examination } from './examination';

/** Components whose entries can be rewritten: no attribute needs a disabled plugin, and no removed attribute has values. */
export function componentsOfOldShapes(schema: Schema, models: StoredModels): Set<Uid> {
  const old = new Set<Uid>();
  for (const { uid, attributes } of schema.components.values()) {
    const waits = [...attributes.values()].some(({ kind }) => kind === 'waiting');
    const { entries, gone = {} } = models.get(uid) ?? {};
    if (entries?.mixed && !waits && Object.keys(gone).length === 0) old.add(uid);
  }
  return old;
}

/** Returns the note for the report. */
export async function rewriteEntries(
  examination: Examination,
  models: StoredModels,
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
  const change = ({ uid, entries, gone: known }: StoredModel): Partial<StoredModel> => {
    const found = [...(gone.get(uid) ?? [])].map((name) => [name, UNKNOWN]);
    if (found.length > 0) return { gone: { ...Object.fromEntries(found), ...known } };
    return old.has(uid) && entries ? { entries: { ...entries, mixed: false } } : {};
  };
  await database.transaction((tx) => writeModels(tx, database.dialect, withModels(models, change)));
  const kept = [...gone].map(([uid, names]) => `${[...names].join(', ')} of ${uid}`).join('; ');
  const left = kept
    ? `. Some hold values of removed attributes (${kept}); "quire migrate apply --drop" removes them`
    : '';
  return `Entries of ${[...old].join(', ')} now have the shape of their schema (${rewritten} rows rewritten). Restart running processes to use it${left}`;
}

/** Removed attributes with values in stored entries. */
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
  // An entry of an unknown component stays unchanged.
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
