// Remembers how entries of each component are written. While a component has never changed, stored text is the answer as it is;
// once it has, entries of an older shape may be anywhere, and reads build each anew. Also what a change asks of them: names that
// a declared rename carries over, values that are of another kind now, and attributes that are gone while entries hold their
// values. Pure; sync.ts stores it.
import type { Attribute, Component, Schema, Uid } from '../schema/content-type';

export interface ComponentShape {
  /** The attributes an entry holds, in order, with their types. */
  readonly shape: string;
  /** Entries of another shape may be stored. */
  readonly mixed: boolean;
  /** The kind of value that entries hold, by attribute, those that wait for a plugin too; empty where it is not known. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** The same of attributes that are gone, and whose values entries keep until they are dropped. */
  readonly gone?: Readonly<Record<string, string>>;
  /** Declared renames that the entries have followed: former names by those of now. */
  readonly renamed?: Readonly<Record<string, string>>;
}

export type ComponentShapes = Readonly<Record<Uid, ComponentShape>>;

export interface EntryRename {
  readonly from: string;
  readonly to: string;
  /** The new name was in use before its rename was declared: only entries that hold nothing there take the old value. */
  readonly late: boolean;
  /** Entries may hold something else there, of an attribute that is gone. */
  readonly replaces: boolean;
}

/** What is remembered once this schema is in force. Components that are gone stay: they may come back. */
export function nextShapes(known: ComponentShapes, schema: Schema): ComponentShapes {
  const next: Record<Uid, ComponentShape> = { ...known };
  for (const component of schema.components.values()) {
    const before = known[component.uid];
    const shape = shapeOf(component);
    const moved = entryRenames(before, component).flatMap(({ from, late }) => (late ? [] : [from]));
    const was = { ...before?.gone, ...kindsOf(before) };
    next[component.uid] = {
      shape,
      mixed: before !== undefined && (before.mixed || before.shape !== shape),
      kinds: Object.fromEntries(
        [...component.attributes.values()].map((attribute) => [
          attribute.name,
          kindOf(attribute) ?? own(was, attribute.name) ?? '',
        ]),
      ),
      gone: Object.fromEntries(
        Object.keys(was)
          .filter((name) => !component.attributes.has(name) && !moved.includes(name))
          .sort()
          .map((name) => [name, was[name] ?? '']),
      ),
      renamed: declaredRenames(component),
    };
  }
  return next;
}

/** Names that entries written until now have to change, by a declaration they have not followed yet. */
export function entryRenames(before: ComponentShape | undefined, component: Component): EntryRename[] {
  const kinds = kindsOf(before);
  const gone = before?.gone ?? {};
  return Object.entries(declaredRenames(component)).flatMap(([to, from]) => {
    if (before?.renamed?.[to] === from) return [];
    const late = Object.hasOwn(gone, from);
    if (!late && (!Object.hasOwn(kinds, from) || Object.hasOwn(kinds, to))) return [];
    return [{ from, to, late, replaces: !late && Object.hasOwn(gone, to) }];
  });
}

export interface EntryConversion {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Every value of the one kind can be one of the other. */
  readonly isSafe: boolean;
}

/** Attributes whose values, as entries hold them until now, are of another kind. */
export function entryConversions(
  before: ComponentShape | undefined,
  component: Component,
): EntryConversion[] {
  const known = { ...before?.gone, ...kindsOf(before) };
  const renames = entryRenames(before, component);
  return [...component.attributes.values()].flatMap((attribute): EntryConversion[] => {
    const { name } = attribute;
    const to = kindOf(attribute);
    const sources = [name, ...renames.flatMap((rename) => (rename.to === name ? [rename.from] : []))];
    const from = sources.map((source) => own(known, source)).find((kind) => kind && kind !== to);
    return to && from ? [{ name, from, to, isSafe: isWider(from, to) }] : [];
  });
}

/** Attributes have names like `constructor`, too. */
const own = (kinds: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined;

const LINKED: readonly string[] = ['relation', 'media', 'component', 'dynamiczone'];

const isWider = (from: string, to: string): boolean =>
  !LINKED.includes(from) &&
  (to === TEXT || to === 'json' || (from === 'integer' && ['biginteger', 'decimal', 'float'].includes(to)));

/** With what entries were found to hold. */
export const withGone = (
  shapes: ComponentShapes,
  found: ReadonlyMap<Uid, ReadonlySet<string>>,
): ComponentShapes =>
  mapShapes(shapes, (shape, uid) => {
    const names = [...(found.get(uid) ?? [])];
    return { ...shape, gone: { ...Object.fromEntries(names.map((name) => [name, ''])), ...shape.gone } };
  });

/** The shapes once nothing of what is gone is stored any more. */
export const withoutGone = (shapes: ComponentShapes, uids: ReadonlySet<Uid>): ComponentShapes =>
  mapShapes(shapes, (shape, uid) => (uids.has(uid) ? { ...shape, gone: {} } : shape));

const mapShapes = (
  shapes: ComponentShapes,
  change: (shape: ComponentShape, uid: Uid) => ComponentShape,
): ComponentShapes =>
  Object.fromEntries(Object.entries(shapes).map(([uid, shape]) => [uid, change(shape, uid)]));

export const isUniform =
  (shapes: ComponentShapes) =>
  (uid: Uid): boolean =>
    shapes[uid]?.mixed === false;

/** By the attribute's name of now; none where the former one is in use. */
function declaredRenames({ attributes }: Component): Record<string, string> {
  return Object.fromEntries(
    [...attributes.values()].flatMap(({ name, common: { renamedFrom } }) =>
      renamedFrom === undefined || attributes.has(renamedFrom) ? [] : [[name, renamedFrom]],
    ),
  );
}

/** Of shapes that were remembered by an older version only the names are known. */
function kindsOf(shape: ComponentShape | undefined): Readonly<Record<string, string>> {
  if (!shape || shape.kinds) return shape?.kinds ?? {};
  const names = shape.shape.split(',').flatMap((part) => part.split(':')[0] || []);
  return Object.fromEntries(names.map((name) => [name, '']));
}

const TEXT = 'text';

/** How a value looks in an entry; null of an attribute that waits for its plugin. */
function kindOf(attribute: Attribute): string | null {
  if (attribute.kind === 'waiting') return null;
  if (attribute.kind !== 'scalar') return attribute.declaredType;
  const { kind } = attribute.type.column(attribute.options);
  return kind === 'string' || kind === 'text' ? TEXT : attribute.type.name;
}

function shapeOf(component: Component): string {
  return [...component.attributes.values()]
    .filter((attribute) => attribute.kind !== 'waiting')
    .map((attribute) => `${attribute.name}:${attribute.declaredType}`)
    .join(',');
}
