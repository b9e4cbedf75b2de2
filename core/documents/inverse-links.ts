// Writing a relation from the side that does not hold its links: a write of the other documents' rows. Which of their rows:
// those with the axes of the row written; where only the other type has an axis, the value that the request or the body names,
// or every version.

import {
  type ColumnRelation,
  isColumnRelation,
  isExclusive,
  isTableRelation,
  type TableRelation,
} from '../schema/columns';
import type { RelationAttribute } from '../schema/content-type';
import { type ModelInput, type Reference, type RelationInput, referencesOf } from './body-input';
import type { Side } from './inverse-change';
import { clearColumn, writeColumn } from './inverse-columns';
import { unlinkRows, writeTable } from './inverse-tables';
import type { Link } from './link';
import type { DocumentKey } from './lock-order';
import type { WriteSession } from './session';

/** Documents whose rows this body writes, and targets that it takes away from others: two takers come one after the other. */
export function documentsToLock(input: ModelInput, resolved: ReadonlyMap<Reference, Link>): DocumentKey[] {
  return [...input.relations].flatMap(([attribute, relation]) =>
    attribute.holdsLinks && !isExclusive(attribute)
      ? []
      : referencesOf(relation).flatMap((reference) => {
          const link = resolved.get(reference);
          return link ? [{ type: link.type, documentId: link.document }] : [];
        }),
  );
}

export async function writeInverse(
  session: WriteSession,
  attribute: RelationAttribute,
  documentId: string,
  input: RelationInput,
  resolved: ReadonlyMap<Reference, Link>,
): Promise<void> {
  const type = attribute.target === null ? undefined : session.schema.types.get(attribute.target);
  const held = [...(type?.attributes.values() ?? [])].find(
    (other): other is RelationAttribute =>
      other.kind === 'relation' && other.holdsLinks && other.name === attribute.inverse,
  );
  if (!type || !held) return;
  const side: Side = { session, attribute, owner: session.planOf(type), documentId };
  // Named rows differ per document only where the body names axes; those are written apart.
  const links = plainLinks(input, resolved);
  if (!isColumnRelation(held) && !isTableRelation(held)) return;
  const rest = await disconnectNamed(side, held, input, links);
  if (isColumnRelation(held)) await writeColumn(side, held, rest, links);
  else await writeTable(side, held, rest, links);
}

/** On this side a link is its document; what was named beside it only says which rows to write. */
function plainLinks(input: RelationInput, resolved: ReadonlyMap<Reference, Link>): Map<Reference, Link> {
  const links = new Map<Reference, Link>();
  for (const reference of referencesOf(input)) {
    const link = resolved.get(reference);
    if (link) links.set(reference, { ...link, pins: {} });
  }
  return links;
}

/** Disconnects that say which rows of a document they mean; answers what is left of the body. */
async function disconnectNamed(
  side: Side,
  held: ColumnRelation | TableRelation,
  input: RelationInput,
  links: ReadonlyMap<Reference, Link>,
): Promise<RelationInput> {
  if (input.kind === 'set') return input;
  const { session, owner } = side;
  const isNamed = ({ pins }: Reference): boolean =>
    Object.keys(pins).some((axis) => session.action.target[axis] === undefined);
  const named = input.disconnect.filter(isNamed);
  if (named.length === 0) return input;
  const documentIds = named.flatMap((reference) => links.get(reference)?.document ?? []);
  await session.lock(documentIds.map((documentId) => ({ type: owner.type.uid, documentId })));
  for (const reference of named) {
    const link = links.get(reference);
    if (!link) continue;
    if (isColumnRelation(held)) await clearColumn(side, held, link.document, reference);
    else await unlinkRows(side, held, link.document, reference);
  }
  return { ...input, disconnect: input.disconnect.filter((reference) => !isNamed(reference)) };
}
