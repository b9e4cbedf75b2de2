// Links in component entries, and entries themselves, that get another shape: one value and a list, a component and a zone.
//   "other": "d1"   →   "other": ["d1"]          { "id": 1 }   →   [{ "id": 1, "__component": "shared.box" }]
import type { Attribute, Schema, Uid } from '../../schema/model/content-type';
import { componentsOf, isMany, isNested } from '../../schema/model/nested';
import { type Converted, EMPTY, LOST } from './convert-value';

/** What is remembered of a component or a zone. */
export interface StoredEntries {
  readonly components: readonly Uid[];
  readonly many: boolean;
  readonly zone: boolean;
}

export type Reshape = (plain: unknown) => Converted;

export const entriesOf = (attribute: Attribute): StoredEntries | null =>
  isNested(attribute)
    ? {
        components: componentsOf(attribute),
        many: isMany(attribute),
        zone: attribute.kind === 'zone',
      }
    : null;

export const reshapeLinks =
  (many: boolean, isElsewhere: boolean): Reshape =>
  (plain) => {
    const list = listOf(plain);
    return shaped(isElsewhere ? [] : list, list.length, many);
  };

/** null: the stored entries have the right shape. */
export function reshapeEntries(
  old: StoredEntries,
  now: StoredEntries,
  { components }: Schema,
): Reshape | null {
  const renamed = (uid: Uid): Uid => (components.has(uid) ? uid : (now.components[0] ?? uid));
  const isSame = now.zone
    ? old.zone
    : !old.zone && old.many === now.many && renamed(old.components[0] ?? '') === now.components[0];
  if (isSame) return null;
  return (plain) => {
    const list = listOf(plain).filter(isEntry);
    const kept = list.flatMap(({ __component, ...entry }) => {
      // A component attribute whose component has no file any more: the component has another name now.
      const uid = old.zone ? String(__component) : renamed(old.components[0] ?? '');
      if (!now.components.includes(uid)) return [];
      return [now.zone ? { ...entry, __component: uid } : entry];
    });
    return shaped(kept, list.length, now.many);
  };
}

function shaped(kept: readonly unknown[], before: number, many: boolean): Converted {
  if (before === 0) return EMPTY;
  const used = many ? kept : kept.slice(0, 1);
  if (used.length === 0) return LOST;
  return { value: JSON.stringify(many ? used : used[0]), isExact: used.length === before };
}

const listOf = (plain: unknown): readonly unknown[] =>
  plain === null || plain === undefined ? [] : Array.isArray(plain) ? plain : [plain];

const isEntry = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
