// Describes the change of a relation in words of the schema.
import { isExclusive } from '../model/compiled/columns';
import type { RelationAttribute, Schema, Uid } from '../model/compiled/content-type';
import type { StoredLink } from './link-place';

type Named = ReadonlyMap<Uid, { readonly uid: Uid; readonly renamedFrom?: Uid }>;

/** The present uid of a type or a component. */
export const presentUid = (uid: Uid, now: Named): Uid =>
  now.has(uid) ? uid : ([...now.values()].find(({ renamedFrom }) => renamedFrom === uid)?.uid ?? uid);

/** The present uid of a relation's target. */
export const followed = (uid: Uid | null, { types }: Pick<Schema, 'types'>): Uid | null =>
  uid === null ? null : presentUid(uid, types);

/** `changes from manyToOne to manyToMany and points at api::c.c, before at api::b.b` */
export function relationWords(old: StoredLink, attribute: RelationAttribute, schema: Schema): string {
  const { relation, target, inverse } = attribute;
  const words: string[] = [];
  if (old.relation !== relation) words.push(`changes from ${old.relation} to ${relation}`);
  else if (isExclusive(attribute) && !isExclusive(old)) words.push(`gets the other side ${inverse}`);
  const before = followed(old.target, schema);
  if (before !== target) words.push(`points at ${target ?? 'any type'}, before at ${before ?? 'any type'}`);
  return words.join(' and ');
}

/** `stores the type api::c.c instead of api::b.b`, of links that name their type */
export const renamedWords = (renamed: ReadonlyMap<Uid, Uid>): string =>
  [...renamed].map(([from, to]) => `stores the type ${to} instead of ${from}`).join(' and ');
