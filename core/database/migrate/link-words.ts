// What of a relation has changed, in words of the schema.
import { isExclusive } from '../../schema/model/columns';
import type { RelationAttribute, Schema, Uid } from '../../schema/model/content-type';
import type { StoredLink } from './link-place';

/** The present uid of a type. */
export const followed = (uid: Uid | null, { types }: Schema): Uid | null =>
  uid === null || types.has(uid)
    ? uid
    : ([...types.values()].find((type) => type.renamedFrom === uid)?.uid ?? uid);

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
