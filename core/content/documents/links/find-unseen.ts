// Finds the stored links to documents that the caller cannot see, among those that a body replaces.
import { componentOf, isMany, type NestedAttribute } from '../../model/compiled/nested';
import type { ModelInput } from '../input/body-input';
import type { StoredLink } from '../write/link';
import { entriesOf, storedValue } from '../write/stored-value';
import { reachableOf } from '../write/writable-documents';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import { createEntryLinks } from './entry-links';
import type { References } from './relation-change';
import { leavesUnseen, NOTHING_UNSEEN, targetKey, type Unseen } from './unseen-links';

/** `references`: documents that the body names. The caller sees them. */
export async function unseenOf(
  session: WriteSession,
  stored: readonly StoredLink[],
  references: References,
): Promise<Unseen> {
  if (stored.length === 0) return NOTHING_UNSEEN;
  const { visibility } = session.action;
  const { types } = session.schema;
  const seesAll = ({ type: uid }: StoredLink): boolean => {
    const type = types.get(uid);
    return type === undefined || visibility.canRead(type);
  };
  if (!visibility.rowFilter && stored.every(seesAll)) return NOTHING_UNSEEN;
  const named = new Set([...references.values()].map(targetKey));
  const unseen = new Set<string>();
  for (const uid of new Set(stored.map(({ type }) => type))) {
    const type = types.get(uid);
    const links = stored.filter((link) => link.type === uid && !named.has(targetKey(link)));
    if (!type || links.length === 0) continue;
    const documents = links.map(({ document }) => document);
    const seen = visibility.canRead(type) ? await reachableOf(session, type, documents) : NOTHING_UNSEEN;
    if (seen) for (const link of links) if (!seen.has(link.document)) unseen.add(targetKey(link));
  }
  return unseen;
}

/** The stored links in entries that the body replaces. They are read before the merge, which runs no statements. */
export function replacedInEntries(
  { entries }: ModelInput,
  stored: (attribute: NestedAttribute) => unknown,
  dormantAxes: WritePlan['dormantAxes'],
): StoredLink[] {
  const found: StoredLink[] = [];
  for (const [attribute, given] of entries)
    for (const entry of given) {
      // An entry of a list without an id is new.
      if (entry.id === null && isMany(attribute)) continue;
      const before = entriesOf(stored(attribute)).find(
        (each) =>
          entry.id === null ||
          (Number(each.id) === entry.id && componentOf(attribute, each) === entry.component.uid),
      );
      if (!before) continue;
      for (const relation of entry.component.attributes.values()) {
        if (relation.kind !== 'relation') continue;
        const input = entry.input.relations.get(relation);
        if (entry.id === null || leavesUnseen(input))
          found.push(...createEntryLinks(relation, dormantAxes).read(storedValue(before, relation.name)));
      }
      if (entry.id !== null)
        found.push(
          ...replacedInEntries(entry.input, (child) => storedValue(before, child.name), dormantAxes),
        );
    }
  return found;
}
