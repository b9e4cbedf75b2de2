// The references of a body to the documents of an inverse side. There a link is its document; the axis values that a reference
// names select rows of this document: `[{ documentId: 'A' }, { documentId: 'A', tongue: 'fr' }]` names two rows.
import { isDeepStrictEqual } from 'node:util';
import { type Reference, type RelationInput, referencesOf } from '../input/body-input';
import type { Link } from '../write/link';
import type { References } from './relation-change';

export const linkedBy = (input: RelationInput): readonly Reference[] =>
  input.kind === 'set' ? input.items : input.connect.map(({ reference }) => reference);

export function withoutPins(input: RelationInput, references: References): Map<Reference, Link> {
  const links = new Map<Reference, Link>();
  for (const reference of referencesOf(input)) {
    const link = references.get(reference);
    if (link) links.set(reference, { ...link, pins: {} });
  }
  return links;
}

export function referencesByDocument(
  references: readonly Reference[],
  links: ReadonlyMap<Reference, Link>,
): Map<string, Reference[]> {
  const found = new Map<string, Reference[]>();
  for (const reference of references) {
    const document = links.get(reference)?.document;
    if (document === undefined) continue;
    const of = found.get(document);
    if (of) of.push(reference);
    else found.set(document, [reference]);
  }
  return found;
}

/** The list of this side has one place per document: the first row that `connect` names gives it. */
export function oncePerDocument(
  input: RelationInput,
  links: References,
  named: ReadonlyMap<string, readonly Reference[]>,
): RelationInput {
  if (input.kind === 'set') return input;
  const isOtherRow = (reference: Reference): boolean => {
    const first = named.get(links.get(reference)?.document ?? '')?.[0];
    return first !== undefined && !isDeepStrictEqual(first.pins, reference.pins);
  };
  return { ...input, connect: input.connect.filter(({ reference }) => !isOtherRow(reference)) };
}
