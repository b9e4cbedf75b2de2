// Stored entries of components: finds the columns that hold entries of a component, at any depth, and rewrites them page by page.

import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { ROWS_PER_PAGE } from '../../database/rows-per-page';
import type { Attribute, Component, ContentType, Schema, Uid } from '../model/compiled/content-type';
import { componentOf, componentsOf, isMany, isNested, type NestedAttribute } from '../model/compiled/nested';
import type { ChangedValues } from './changed-values';
import { convertValue } from './convert-value';
import type { PendingRename } from './renames';

/** Attributes of the type in which entries of these components can be. */
export const entryColumns = (
  type: ContentType,
  wanted: ReadonlySet<Uid>,
  schema: Schema,
): NestedAttribute[] =>
  nestedOf(type.attributes).filter((attribute) => reaches(attribute, wanted, schema, new Set()));

export interface RewrittenPage {
  readonly last: number;
  readonly rewritten: number;
  readonly isLast: boolean;
}

/** A page of rows, those of disabled axes included. `rewrite` returns the new text of a stored value, or null to keep it. */
export async function rewritePage(
  tx: Tx,
  dialect: Dialect,
  { table }: ContentType,
  attributes: readonly NestedAttribute[],
  after: number,
  rewrite: (attribute: NestedAttribute, stored: unknown) => string | null,
): Promise<RewrittenPage> {
  const id = dialect.id;
  const columns = attributes.map(({ column }) => id(column)).join(', ');
  const rows = await tx.all(
    `SELECT id, ${columns} FROM ${id(table)} WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_PAGE.written} ${dialect.forUpdate}`,
    [after],
  );
  let rewritten = 0;
  for (const [row, ...texts] of rows) {
    const set = attributes.flatMap((attribute, index) => {
      const text = texts[index];
      const anew = typeof text === 'string' ? rewrite(attribute, JSON.parse(text)) : null;
      return anew === null || anew === text ? [] : [{ column: attribute.column, anew }];
    });
    if (set.length === 0) continue;
    const marks = set.map(({ column }) => `${id(column)} = ?`).join(', ');
    await tx.run(`UPDATE ${id(table)} SET ${marks} WHERE id = ?`, [...set.map(({ anew }) => anew), row]);
    rewritten += 1;
  }
  tx.touch(table);
  return { last: Number(rows.at(-1)?.[0] ?? after), rewritten, isLast: rows.length < ROWS_PER_PAGE.written };
}

/** Changes of the keys of a component's entries. */
export interface EntryChange {
  readonly renames: readonly PendingRename[];
  readonly drops: readonly string[];
  /** Values that get the type of the schema; one without a form in it becomes empty. */
  readonly converts: readonly ChangedValues[];
  /** Rules that are counted; their values stay. */
  readonly rules?: readonly EntryRule[];
}

export interface EntryRule {
  readonly name: string;
  /** `size is required now; entries without a value` */
  readonly sentence: string;
  readonly meets: (plain: unknown) => boolean;
}

export type EntryChanges = ReadonlyMap<Uid, EntryChange>;

/** Called for each value that a change converts or replaces, and for each rule by its sentence. */
export type Tally = (uid: Uid, name: string, isExact: boolean, isSame?: boolean) => void;

export async function changeEntries(
  tx: Tx,
  dialect: Dialect,
  schema: Schema,
  changes: EntryChanges,
): Promise<void> {
  const wanted = new Set(changes.keys());
  for (const type of schema.types.values()) {
    const columns = entryColumns(type, wanted, schema);
    if (columns.length === 0) continue;
    for (let page: RewrittenPage = { last: 0, rewritten: 0, isLast: false }; !page.isLast; )
      page = await rewritePage(tx, dialect, type, columns, page.last, (attribute, stored) => {
        const text = JSON.stringify(changedEntries(attribute, stored, schema, changes));
        return text === JSON.stringify(stored) ? null : text;
      });
  }
}

type Entry = Readonly<Record<string, unknown>>;

export function changedEntries(
  attribute: NestedAttribute,
  stored: unknown,
  schema: Schema,
  changes: EntryChanges,
  tally: Tally = () => undefined,
): unknown {
  if (Array.isArray(stored))
    return stored.map((entry) => changedEntries(attribute, entry, schema, changes, tally));
  if (typeof stored !== 'object' || stored === null) return stored;
  let entry = stored as Entry;
  const uid = componentOf(attribute, entry);
  const change = changes.get(uid);
  for (const rename of change?.renames ?? []) {
    const { from, to, replaces } = rename;
    if (replaces && Object.hasOwn(entry, from) && !isEmpty(entry[to])) tally(uid, to, false);
    entry = renamed(entry, rename);
  }
  const next = Object.fromEntries(Object.entries(entry).filter(([key]) => !change?.drops.includes(key)));
  const attributes: Component['attributes'] = schema.components.get(uid)?.attributes ?? new Map();
  for (const each of change?.converts ?? []) {
    const child = attributes.get(each.name);
    if (!child || !Object.hasOwn(next, each.name)) continue;
    const { value, isExact, isSame } = converted(each, next[each.name]);
    if (!isEmpty(next[each.name])) tally(uid, each.name, isExact, isSame);
    next[each.name] = value ?? (isList(child) ? [] : null);
  }
  for (const { name, sentence, meets } of change?.rules ?? []) tally(uid, sentence, meets(next[name]));
  for (const child of nestedOf(attributes))
    if (Object.hasOwn(next, child.name))
      next[child.name] = changedEntries(child, next[child.name], schema, changes, tally);
  return next;
}

/** The value keeps its place among the keys. */
function renamed(entry: Entry, { from, to, late }: PendingRename): Entry {
  if (!Object.hasOwn(entry, from) || (late && Object.hasOwn(entry, to) && !isEmpty(entry[to]))) return entry;
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) =>
      key === from ? [[to, value]] : key === to ? [] : [[key, value]],
    ),
  );
}

/** The value as an entry holds it. */
function converted({ source, target }: ChangedValues, plain: unknown) {
  if (!target || source?.hidden) return { value: null, isExact: false };
  const made = convertValue(plain, target);
  const { value } = made;
  return { ...made, value: value === null ? null : JSON.parse(target.type.toJson(value, target.options)) };
}

const isList = (attribute: Attribute): boolean =>
  isNested(attribute) ? isMany(attribute) : attribute.kind === 'relation' && attribute.many;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const nestedOf = (attributes: ReadonlyMap<string, Attribute>): NestedAttribute[] =>
  [...attributes.values()].filter(isNested);

function reaches(
  attribute: NestedAttribute,
  wanted: ReadonlySet<Uid>,
  schema: Schema,
  seen: ReadonlySet<Uid>,
): boolean {
  return componentsOf(attribute).some((uid) => {
    if (wanted.has(uid)) return true;
    if (seen.has(uid)) return false;
    const inner = nestedOf(schema.components.get(uid)?.attributes ?? new Map());
    return inner.some((each) => reaches(each, wanted, schema, new Set([...seen, uid])));
  });
}
