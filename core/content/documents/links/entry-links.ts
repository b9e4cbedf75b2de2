// Links of a component entry, in its JSON: a documentId, or an object where the link has pins or a type.
// JSON: {"id":1,"tags":["abc"],"author":{"documentId":"abc","channel":"web"},"any":[{"__type":"api::tag.tag","documentId":"abc"}]}
import type { RelationAttribute } from '../../model/compiled/content-type';
import { isStored, type Link, type StoredLink, storedLink, WITHOUT_PINS } from '../write/link';
import type { WritePlan } from '../write/write-plan';
import type { LinkStore } from './link-store';
import type { RelationChange } from './relation-change';

/** The holder is the stored value of the attribute. */
export interface EntryLinks extends LinkStore<unknown, string> {
  read(stored: unknown): readonly StoredLink[];
  toStored(change: RelationChange): string;
}

export function createEntryLinks(
  relation: RelationAttribute,
  dormantAxes: WritePlan['dormantAxes'],
): EntryLinks {
  function readItem(item: unknown, order: number): StoredLink | null {
    const isPlain = typeof item === 'string';
    const written = isPlain ? null : (item as Readonly<Record<string, string>>);
    const type = written?.__type ?? relation.target;
    if (type === null) return null;
    const dormant = dormantAxes(type);
    if (isPlain && dormant.length === 0) return storedLink(type, item, WITHOUT_PINS, order, 0);
    const { documentId, __type, ...held } = written ?? { documentId: String(item) };
    const pins: Record<string, string> = { ...held };
    for (const { axis } of dormant) delete pins[axis];
    const isHidden = dormant.some(({ axis, shown }) => (held[axis] ?? shown) !== shown);
    return storedLink(type, String(documentId), { pins, held, isHidden }, order, 0);
  }

  function read(stored: unknown): StoredLink[] {
    const links: StoredLink[] = [];
    for (const item of Array.isArray(stored) ? stored : [stored]) {
      const link = item === null || item === undefined ? null : readItem(item, links.length);
      if (link) links.push(link);
    }
    return links;
  }

  function textOf(link: Link | StoredLink): string {
    const pins = isStored(link) ? link.held : link.pins;
    if (relation.target === null)
      return JSON.stringify({ __type: link.type, documentId: link.document, ...pins });
    return JSON.stringify(
      Object.keys(pins).length > 0 ? { documentId: link.document, ...pins } : link.document,
    );
  }

  return {
    relation,
    read,
    toStored({ wanted }) {
      const texts = wanted.map(textOf);
      return relation.many ? `[${texts.join(',')}]` : (texts[0] ?? 'null');
    },
  };
}
