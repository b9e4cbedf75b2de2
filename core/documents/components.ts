// Components and zones: a list of entries as one JSON text, in the order of the schema. Entries that a body names by their id
// keep what it does not mention, and their id; others get a new one.
import { type Path, pathToText } from '../check/check';
import { coreErrors } from '../errors/core-errors';
import type { Attribute, Component } from '../schema/content-type';
import { componentOf, isMany, isNested, type NestedAttribute } from '../schema/nested';
import { type EntryInput, emptyInput, type ModelInput } from './body-input';
import { mergeLinks } from './entry-links';
import { type MergeContext, mergeScalar, nullMessage, refuseAbsent } from './merge';
import { type StoredValues, storedValue } from './stored-value';

/**
 * The column's text: null for none. `given` undefined: the stored entries are only checked (and the result is theirs).
 * `stored` is the column as JSON.
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
    // An empty list is what somebody wrote; inside an entry it may be one that nobody did.
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
  const known = new Map<number, StoredValues>();
  if (!context.ignoreIds) for (const entry of before) known.set(Number(entry.id), entry);
  // An entry that is new has nothing inside it that a body could name.
  const fresh = context.ignoreIds ? context : { ...context, ignoreIds: true };
  const texts = given.map((entry) => {
    if (entry.id === null || context.ignoreIds)
      return mergeEntry(attribute, entry.component, entry.input, null, entry.path, fresh);
    const same = known.get(entry.id);
    if (!same || componentOf(attribute, same) !== entry.component.uid)
      throw coreErrors.BODY_RULE(
        `Some of the provided components in ${attribute.name} are not related to the entity`,
      );
    // Named twice, it would be two entries of one id.
    known.delete(entry.id);
    return mergeEntry(attribute, entry.component, entry.input, same, entry.path, context);
  });
  return many ? `[${texts.join(',')}]` : (texts[0] ?? null);
}

export function entriesOf(stored: unknown): StoredValues[] {
  if (stored === null || stored === undefined) return [];
  return (Array.isArray(stored) ? stored : [stored]) as StoredValues[];
}

function checkLeast(attribute: NestedAttribute, count: number, path: Path, context: MergeContext): void {
  if (context.recheck && attribute.min !== null && isMany(attribute) && count < attribute.min)
    context.issues.add(path, `${pathToText(path)} field must have at least ${attribute.min} items`);
}

function mergeEntry(
  attribute: NestedAttribute,
  component: Component,
  input: ModelInput | null,
  stored: StoredValues | null,
  path: Path,
  context: MergeContext,
): string {
  const given = input ?? emptyInput();
  let text = `{"id":${stored ? Number(stored.id) : context.nextId()}`;
  for (const child of component.attributes.values()) {
    const value = mergeChild(child, component, given, stored, [...path, child.name], context);
    if (value !== undefined) text += keyText(child) + value;
  }
  for (const key of Object.keys(stored ?? {}))
    if (!component.attributes.has(key) && !OWN_KEYS.has(key))
      text += `,${JSON.stringify(key)}:${JSON.stringify(stored?.[key])}`;
  return attribute.kind === 'zone' ? `${text},"__component":${JSON.stringify(component.uid)}}` : `${text}}`;
}

const keyTexts = new WeakMap<Attribute, string>();

/** An attribute's name as a key inside JSON text, after another one. */
function keyText(attribute: Attribute): string {
  let text = keyTexts.get(attribute);
  if (text === undefined) {
    text = `,${JSON.stringify(attribute.name)}:`;
    keyTexts.set(attribute, text);
  }
  return text;
}

/** Of every entry. What else it holds beside its attributes is of one that is gone, and kept until somebody drops it. */
const OWN_KEYS: ReadonlySet<string> = new Set(['id', '__component']);

/** JSON text of one attribute of an entry; undefined where it has none. */
function mergeChild(
  child: Attribute,
  component: Component,
  given: ModelInput,
  stored: StoredValues | null,
  path: Path,
  context: MergeContext,
): string | undefined {
  const before = storedValue(stored, child.name);
  switch (child.kind) {
    case 'scalar': {
      const value = mergeScalar(
        child,
        given.scalars.get(child),
        before,
        stored === null,
        path,
        component,
        context,
      );
      return value === undefined
        ? JSON.stringify(before ?? null)
        : value === null
          ? 'null'
          : child.type.toJson(value, child.options);
    }
    case 'relation':
      return mergeLinks(child, given, before, stored === null, path, context);
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

// ── new ids, for a clone ──

/** The same entries with new ids everywhere. */
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
