// Links in component entries, and entries themselves, that get another shape: one value and a list, a component and a zone.
//   "other": "d1"   →   "other": ["d1"]          { "id": 1 }   →   [{ "id": 1, "__component": "shared.box" }]
import type { Attribute, Schema, Uid } from '../model/compiled/content-type';
import { componentsOf, isMany, isNested } from '../model/compiled/nested';
import { type Converted, EMPTY, LOST } from './convert-value';
import { presentUid } from './link-words';

/** The stored facts of a component attribute or a zone. */
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
    return shaped(plain, isElsewhere ? [] : list, list.length, many);
  };

/** Former uids of components that the zone allows. Entries may have them since a version of Quire that did not follow the rename. */
export const formerUids = (
  { zone, components: allowed }: StoredEntries,
  { components }: Pick<Schema, 'components'>,
): Uid[] =>
  allowed.flatMap((uid) => {
    const former = components.get(uid)?.renamedFrom;
    return zone && former !== undefined && !components.has(former) ? [former] : [];
  });

/** null: the stored entries have the right shape. */
export function reshapeEntries(old: StoredEntries, now: StoredEntries, schema: Schema): Reshape | null {
  const { components } = schema;
  const fits = (uid: Uid): boolean => components.has(uid) && now.components.includes(uid);
  const isSame = now.zone === old.zone && (now.zone || now.many === old.many) && old.components.every(fits);
  if (isSame && formerUids(now, schema).length === 0) return null;
  return (plain) => {
    const list = listOf(plain).filter(isEntry);
    const kept = list.flatMap((stored) => {
      const { __component, ...entry } = stored;
      const uid = presentUid(old.zone ? String(__component) : (old.components[0] ?? ''), components);
      if (!now.components.includes(uid)) return isSame ? [stored] : [];
      return [now.zone ? { ...entry, __component: uid } : entry];
    });
    return shaped(plain, kept, list.length, now.many);
  };
}

function shaped(plain: unknown, kept: readonly unknown[], before: number, many: boolean): Converted {
  const isSame = (value: unknown): boolean => JSON.stringify(value) === JSON.stringify(plain);
  if (before === 0) return many && isSame([]) ? { value: '[]', isExact: true, isSame: true } : EMPTY;
  const used = many ? kept : kept.slice(0, 1);
  if (used.length === 0) return LOST;
  const value = many ? used : used[0];
  return { value: JSON.stringify(value), isExact: used.length === before, isSame: isSame(value) };
}

const listOf = (plain: unknown): readonly unknown[] =>
  plain === null || plain === undefined ? [] : Array.isArray(plain) ? plain : [plain];

const isEntry = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
