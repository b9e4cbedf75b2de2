// Relations whose links have another place or another meaning in the next schema, also where no link is stored yet: a process with the
// former schema would write links where the next one reads none.
import type { RelationStorage, Uid } from '../model/compiled/content-type';
import { attributeIn, type StoredAttribute, type StoredModels } from './stored-model';

export interface ChangedLinks {
  readonly uid: Uid;
  readonly name: string;
  /** `manyToMany`, or the type of an attribute without links. */
  readonly from: string;
  readonly to: string;
}

export const changedLinks = (known: StoredModels, next: StoredModels): ChangedLinks[] =>
  [...next].flatMap(([uid, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, now]) => {
      const before = attributeIn(known.get(uid)?.attributes, name);
      if (!before || !isKnown(before) || (!before.link && !now.link)) return [];
      return factsOf(before) === factsOf(now) ? [] : [{ uid, name, from: wordOf(before), to: wordOf(now) }];
    }),
  );

const isKnown = ({ kind, link }: StoredAttribute): boolean =>
  kind !== '' && (kind !== 'relation' || link !== null);

const wordOf = ({ kind, link }: StoredAttribute): string => link?.relation ?? kind;

const factsOf = ({ kind, link }: StoredAttribute): string =>
  JSON.stringify([kind, link && [link.relation, link.target, link.holds, placeOf(link.storage)]]);

/** Pins belong to axes, whose changes are known apart. */
const placeOf = (storage: RelationStorage): object => ({ ...storage, pins: null });
