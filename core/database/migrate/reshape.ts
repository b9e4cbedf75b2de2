// Links in component entries, and entries themselves, that get another shape: one value and a list, a component and a zone.
//   "other": "d1"   →   "other": ["d1"]          { "id": 1 }   →   [{ "id": 1, "__component": "shared.box" }]
import type { Attribute, Schema, Uid } from '../../schema/model/content-type';
import { componentsOf, isMany, isNested } from '../../schema/model/nested';
import { type Converted, EMPTY, LOST } from './convert-value';
import { presentUid } from './link-words';

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

/** `renamed`: types with another uid, which polymorphic links name. */
export const reshapeLinks =
  (many: boolean, isElsewhere: boolean, renamed: ReadonlyMap<Uid, Uid>): Reshape =>
  (plain) => {
    const list = listOf(plain).map((link) => {
      const to = isEntry(link) && renamed.get(String(link.__type));
      return to ? { ...link, __type: to } : link;
    });
    return shaped(isElsewhere ? [] : list, list.length, many);
  };

/** null: the stored entries have the right shape. */
export function reshapeEntries(
  old: StoredEntries,
  now: StoredEntries,
  { components }: Schema,
): Reshape | null {
  const fits = (uid: Uid): boolean => components.has(uid) && now.components.includes(uid);
  const isSame = now.zone === old.zone && (now.zone || now.many === old.many) && old.components.every(fits);
  if (isSame) return null;
  return (plain) => {
    const list = listOf(plain).filter(isEntry);
    const kept = list.flatMap(({ __component, ...entry }) => {
      const uid = presentUid(old.zone ? String(__component) : (old.components[0] ?? ''), components);
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
