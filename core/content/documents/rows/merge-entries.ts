// Merges the entries of components and zones into one JSON text, in the order of the schema. An entry named by its id keeps this id
// and the values that the body leaves out: `{"id":7,"label":"new"}`. Other entries get a new id.
import { type Path, pathToText } from '../../../kernel/check/check';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { Attribute, Component, RelationAttribute } from '../../model/compiled/content-type';
import { componentOf, hasTooFew, isMany, isNested, type NestedAttribute } from '../../model/compiled/nested';
import { type EntryInput, emptyInput, type ModelInput, type RelationInput } from '../input/body-input';
import { createEntryLinks } from '../links/entry-links';
import { changeRelation } from '../links/relation-change';
import { isUnseen, leavesUnseen, NOTHING_UNSEEN } from '../links/unseen-links';
import { entriesOf, type StoredValues, storedValue } from '../write/stored-value';
import { type MergeContext, mergeScalar, nullMessage, refuseAbsent } from './merge-values';

/**
 * The column's text; null: no entries. `stored` is the column as JSON. `given` undefined: the body leaves the attribute out, so the
 * stored entries are only checked.
 */
export function mergeEntries(
  attribute: NestedAttribute,
  given: readonly EntryInput[] | undefined,
  stored: unknown,
  isNew: boolean,
  path: Path,
  context: MergeContext,
): string | null {
  const many = isMany(attribute);
  const before = entriesOf(stored);
  if (given === undefined) {
    const isChecked = context.recheck || isNew;
    if (isNew || stored === null || (!many && before.length === 0)) {
      if (isChecked && context.strictness === 'complete' && attribute.common.required)
        refuseAbsent(attribute, path, context);
      return null;
    }
    // At the top level, `[]` was sent by a client; inside an entry it may be a default.
    if (before.length > 0 || path.length === 1) checkLeast(attribute, before.length, path, context);
    before.forEach((entry, index) => {
      const component = context.schema.components.get(componentOf(attribute, entry));
      if (component) mergeEntry(attribute, component, null, entry, many ? [...path, index] : path, context);
    });
    return null;
  }
  if (given.length === 0) {
    if (many) return '[]';
    if (attribute.common.required && context.strictness === 'complete')
      context.issues.add(path, nullMessage(attribute, path), null);
    return null;
  }
  // Entries of two components may have one id: imported ones keep theirs.
  const known = new Map<string, StoredValues>();
  const keyOf = (uid: string, id: unknown): string => `${uid} ${Number(id)}`;
  if (!context.ignoreIds)
    for (const entry of before) known.set(keyOf(componentOf(attribute, entry), entry.id), entry);
  const texts = given.map((entry) => {
    if (entry.id === null || context.ignoreIds) {
      const replaced = many || context.ignoreIds ? null : (before[0] ?? null);
      return mergeEntry(attribute, entry.component, entry.input, null, entry.path, context, replaced);
    }
    const key = keyOf(entry.component.uid, entry.id);
    const same = known.get(key);
    if (!same)
      throw coreErrors.BODY_RULE(
        `Some of the provided components in ${attribute.name} are not related to the entity`,
      );
    // An id named twice would give two entries one id.
    known.delete(key);
    return mergeEntry(attribute, entry.component, entry.input, same, entry.path, context);
  });
  return many ? `[${texts.join(',')}]` : (texts[0] ?? null);
}

function checkLeast(attribute: NestedAttribute, count: number, path: Path, context: MergeContext): void {
  if (context.recheck && isMany(attribute) && hasTooFew(attribute, count))
    context.issues.add(path, `${pathToText(path)} field must have at least ${attribute.min} items`);
}

function mergeEntry(
  attribute: NestedAttribute,
  component: Component,
  input: ModelInput | null,
  stored: StoredValues | null,
  path: Path,
  context: MergeContext,
  /** The single entry in whose place a new one comes: its links that the caller cannot see stay. */
  replaced: StoredValues | null = null,
): string {
  const given = input ?? emptyInput();
  const inside = attribute.kind === 'zone' ? { ...context, zoned: component.uid } : context;
  let text = `{"id":${stored ? Number(stored.id) : context.nextId()}`;
  for (const child of component.attributes.values()) {
    const value =
      replaced && child.kind === 'relation'
        ? replaceLinks(child, given.relations.get(child), replaced, [...path, child.name], inside)
        : mergeChild(child, given, stored, [...path, child.name], inside);
    if (value !== undefined) text += keyText(child) + value;
  }
  for (const key of Object.keys(stored ?? {}))
    if (!component.attributes.has(key) && !OWN_KEYS.has(key))
      text += `,${JSON.stringify(key)}:${JSON.stringify(stored?.[key])}`;
  return attribute.kind === 'zone' ? `${text},"__component":${JSON.stringify(component.uid)}}` : `${text}}`;
}

const keyTexts = new WeakMap<Attribute, string>();

/** An attribute's name as a key in JSON text: `,"label":`. */
function keyText(attribute: Attribute): string {
  let text = keyTexts.get(attribute);
  if (text === undefined) {
    text = `,${JSON.stringify(attribute.name)}:`;
    keyTexts.set(attribute, text);
  }
  return text;
}

/** Keys of every entry. Other keys belong to removed attributes; `quire migrate apply --drop` removes them. */
const OWN_KEYS: ReadonlySet<string> = new Set(['id', '__component']);

/** The JSON text of one attribute of an entry; undefined when it has none. */
function mergeChild(
  child: Attribute,
  given: ModelInput,
  stored: StoredValues | null,
  path: Path,
  context: MergeContext,
): string | undefined {
  const before = storedValue(stored, child.name);
  switch (child.kind) {
    case 'scalar': {
      const value = mergeScalar(child, given.scalars.get(child), before, stored === null, path, context);
      return value === undefined
        ? JSON.stringify(before ?? null)
        : value === null
          ? 'null'
          : child.type.toJson(value, child.options);
    }
    case 'relation':
      return mergeLinks(child, given.relations.get(child), before, stored === null, path, context);
    case 'waiting':
      return before === undefined ? undefined : JSON.stringify(before);
    default: {
      const entries = given.entries.get(child);
      const text = mergeEntries(child, entries, before, stored === null, path, context);
      if (entries === undefined && before !== undefined) return JSON.stringify(before);
      return text ?? (isMany(child) ? '[]' : 'null');
    }
  }
}

/** As `mergeLinks` without stored links, except those that the caller cannot see. */
function replaceLinks(
  relation: RelationAttribute,
  input: RelationInput | undefined,
  replaced: StoredValues,
  path: Path,
  context: MergeContext,
): string {
  const before = storedValue(replaced, relation.name);
  const isKept = createEntryLinks(relation, context.dormantAxes)
    .read(before)
    .some((link) => isUnseen(context.unseen, link));
  if (!isKept || (input && !leavesUnseen(input)))
    return mergeLinks(relation, input, undefined, true, path, context);
  return mergeLinks(relation, input ?? NO_LINKS, before, true, path, context);
}

const NO_LINKS: RelationInput = { kind: 'set', items: [], isOwn: false };

function mergeLinks(
  relation: RelationAttribute,
  input: RelationInput | undefined,
  stored: unknown,
  isNew: boolean,
  path: Path,
  context: MergeContext,
): string {
  const store = createEntryLinks(relation, context.dormantAxes);
  const unseen = leavesUnseen(input) ? context.unseen : NOTHING_UNSEEN;
  const change = changeRelation(relation, store.read(stored), input, context.links, unseen);
  const isChecked = context.strictness === 'complete' && (input !== undefined || isNew || context.recheck);
  if (change.leavesNone && relation.common.required && isChecked) refuseAbsent(relation, path, context);
  return store.toStored(change);
}

// ── new ids, for a clone ──

/** The same entries with new ids at every depth. */
export function renumberEntries(
  attribute: NestedAttribute,
  stored: unknown,
  context: Pick<MergeContext, 'schema'>,
  nextId: () => number,
): string | null {
  const entries = entriesOf(stored).map((entry) => {
    const copy: Record<string, unknown> = { ...entry, id: nextId() };
    const component = context.schema.components.get(componentOf(attribute, entry));
    for (const child of component?.attributes.values() ?? [])
      if (isNested(child) && Object.hasOwn(entry, child.name)) {
        const text = renumberEntries(child, entry[child.name], context, nextId);
        copy[child.name] = text === null ? (isMany(child) ? [] : null) : (JSON.parse(text) as unknown);
      }
    return copy;
  });
  if (isMany(attribute)) return stored === null || stored === undefined ? null : JSON.stringify(entries);
  return entries.length === 0 ? null : JSON.stringify(entries[0]);
}
