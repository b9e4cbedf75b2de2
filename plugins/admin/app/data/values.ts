// Values of documents: equality, new entries, and the form that a write takes.
import type { AttributeModel } from './model';
import { known } from './model';

export type Value = unknown;
export type Entry = Readonly<Record<string, Value>>;
export interface Linked {
  readonly documentId: string;
  readonly [key: string]: Value;
}

/** The key of an entry in a list of the page. It is never sent. */
const KEY = '__key';
let keys = 0;
export const newKey = (): string => `new-${++keys}`;
export const keyOf = (entry: Entry): string => String(entry[KEY] ?? entry.id);
export const withKey = (entry: Entry): Entry => ({ ...entry, [KEY]: newKey() });

/** Equal for the server. What both values share is not compared, so a key stroke in a long text costs little. */
export const same = (a: Value, b: Value): boolean => equal(a ?? null, b ?? null);

function equal(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const [names, others] = [namesOf(a), namesOf(b)];
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && equal(a[name], b[name]))
  );
}

/** Do two versions of a document have equal content? Their linked rows and their entries have different ids. */
export const sameContent = (attribute: AttributeModel, a: Value, b: Value): boolean =>
  equal(contentOf(attribute, a ?? null), contentOf(attribute, b ?? null));

function contentOf(attribute: AttributeModel, value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => contentOf(attribute, item));
  if (!isObject(value)) return value;
  if (attribute.relation) return [value.__type, value.documentId ?? value.id];
  if (attribute.component === undefined && !attribute.components) return value;
  const { __component: uid = attribute.component } = value;
  const parts = known().components[String(uid)]?.attributes ?? [];
  return [uid, ...parts.map((part) => contentOf(part, value[part.name] ?? null))];
}

/** In the order of the value: the order of keys counts in JSON that people write. */
const namesOf = (value: Entry): readonly string[] =>
  Object.keys(value).filter((name) => name !== KEY && value[name] !== undefined);

export const isObject = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The saved entries take the keys of the entries that were sent, so that the page keeps its fields and the cursor. */
export function withKeysOf(saved: Value, local: Value): Value {
  if (Array.isArray(saved) && Array.isArray(local) && saved.length === local.length)
    return saved.map((item, index) => withKeysOf(item, local[index]));
  if (!isObject(saved) || !isObject(local)) return saved;
  const merged = Object.fromEntries(
    Object.entries(saved).map(([name, item]) => [name, withKeysOf(item, local[name])]),
  );
  return local[KEY] === undefined ? merged : { ...merged, [KEY]: local[KEY] };
}

/** An entry of a component as a new document would have it. */
export function emptyEntry(component: string, isZone: boolean): Entry {
  const attributes = known().components[component]?.attributes ?? [];
  return withKey({
    ...(isZone ? { __component: component } : {}),
    ...Object.fromEntries(
      attributes.map((attribute) => [attribute.name, attribute.default ?? emptyOf(attribute)]),
    ),
  });
}

export const emptyOf = ({ relation, repeatable, components, options }: AttributeModel): Value =>
  relation?.many || repeatable || components || options.multiple === true ? [] : null;

/** The value for the body of a write. `base` is the stored value: links are sent as changes, with their positions. */
export function sentOf(attribute: AttributeModel, value: Value, base: Value): Value {
  if (isLink(attribute)) return sentLinks(attribute, value, base);
  return entriesOf(attribute, value, base);
}

/** The value for documents whose stored values are unknown: it replaces them. */
export const wholeOf = (attribute: AttributeModel, value: Value): Value =>
  isLink(attribute) ? sentSet(attribute, value) : entriesOf(attribute, value, null);

const isLink = ({ relation, type }: AttributeModel): boolean => relation !== undefined || type === 'media';

function entriesOf(attribute: AttributeModel, value: Value, base: Value): Value {
  const { component, components } = attribute;
  if (component === undefined && !components) return value;
  const stored = (Array.isArray(base) ? base : [base]).filter(isObject);
  const sent = (entry: Entry): Entry =>
    sentEntry(
      component ?? String(entry.__component),
      entry,
      stored.find(({ id, __component }) => id === entry.id && __component === entry.__component),
    );
  if (Array.isArray(value)) return value.map(sent);
  return isObject(value) ? sent(value) : value;
}

/** An entry that is not stored any more is a new one: it was removed, saved and brought back. */
function sentEntry(component: string, entry: Entry, stored: Entry | undefined): Entry {
  const attributes = known().components[component]?.attributes ?? [];
  const sent: Record<string, Value> = {};
  for (const key of stored ? ['id', '__component'] : ['__component'])
    if (entry[key] !== undefined) sent[key] = entry[key];
  for (const attribute of attributes) {
    const value = entry[attribute.name];
    if (value === undefined || attribute.readOnly) continue;
    sent[attribute.name] = isLink(attribute)
      ? sentSet(attribute, value)
      : entriesOf(attribute, value, stored?.[attribute.name]);
  }
  return sent;
}

const refOf = (attribute: AttributeModel, link: Linked): Value =>
  attribute.type === 'media' ? link.id : link.documentId;

const listOf = (value: Value): readonly Linked[] =>
  Array.isArray(value) ? (value as Linked[]) : isObject(value) ? [value as Linked] : [];

/** Inside entries, the whole list. */
const sentSet = (attribute: AttributeModel, value: Value): Value => {
  const refs = listOf(value).map((link) => refOf(attribute, link));
  return attribute.type === 'media' && !Array.isArray(value) ? (refs[0] ?? null) : { set: refs };
};

function sentLinks(attribute: AttributeModel, value: Value, base: Value): Value {
  if (attribute.type === 'media') {
    const ids = listOf(value).map(({ id }) => id);
    return Array.isArray(value) ? ids : (ids[0] ?? null);
  }
  const [now, before] = [listOf(value), listOf(base)].map((list) => list.map(({ documentId }) => documentId));
  const disconnect = (before ?? []).filter((id) => !now?.includes(id));
  const kept = longestInOrder(
    (before ?? []).filter((id) => now?.includes(id)),
    now ?? [],
  );
  const connect = (now ?? []).flatMap((documentId, index) => {
    if (kept.has(documentId)) return [];
    const previous = now?.[index - 1];
    const position = previous === undefined ? { start: true } : { after: previous };
    return [{ documentId, ...(attribute.relation?.many ? { position } : {}) }];
  });
  return { ...(disconnect.length > 0 ? { disconnect } : {}), ...(connect.length > 0 ? { connect } : {}) };
}

/** The links that stay where they are: the longest part of `before` that has the order of `now`. */
function longestInOrder(before: readonly string[], now: readonly string[]): ReadonlySet<string> {
  const places = before.map((id) => now.indexOf(id));
  const best = places.map(() => 1);
  const from = places.map(() => -1);
  let last = -1;
  for (let i = 0; i < places.length; i++) {
    for (let j = 0; j < i; j++)
      if ((places[j] ?? 0) < (places[i] ?? 0) && (best[j] ?? 0) + 1 > (best[i] ?? 0)) {
        best[i] = (best[j] ?? 0) + 1;
        from[i] = j;
      }
    if (last < 0 || (best[i] ?? 0) > (best[last] ?? 0)) last = i;
  }
  const kept = new Set<string>();
  for (; last >= 0; last = from[last] ?? -1) kept.add(before[last] ?? '');
  return kept;
}
