// Links inside an entry of a component: read from its JSON, changed by a body, and written as JSON again.
import type { Path } from '../check/check';
import type { RelationAttribute } from '../schema/content-type';
import type { ModelInput, RelationInput } from './body-input';
import { changeLinks, type HideableLink, type Link } from './link';
import { type MergeContext, refuseAbsent } from './merge';

export function mergeLinks(
  child: RelationAttribute,
  given: ModelInput,
  before: unknown,
  isNew: boolean,
  path: Path,
  context: MergeContext,
): string {
  const input = given.relations.get(child);
  const current = linksOfEntry(child, before);
  const links = input ? changedLinks(child, current, input, context) : current;
  const isChecked = input !== undefined || isNew || context.recheck;
  if (
    isAbsent(child, links, input) &&
    child.common.required &&
    isChecked &&
    context.strictness === 'complete'
  )
    refuseAbsent(child, path, context);
  return linksToEntry(
    child,
    links.map((link) => ('held' in link ? { ...link, pins: link.held } : link)),
  );
}

/** As the entry holds it. */
interface EntryLink extends HideableLink {
  readonly held: Link['pins'];
}

/** What a body makes of an entry's links. What is hidden stays, unless it is in the only place there is. */
function changedLinks(
  child: RelationAttribute,
  current: readonly Link[],
  input: RelationInput,
  context: MergeContext,
): readonly (Link | EntryLink)[] {
  const stored = current.map((link): EntryLink => {
    const asleep = context.asleepAxes(link.type);
    const isAsleep = (name: string): boolean => asleep.some(({ axis }) => axis === name);
    return {
      ...link,
      pins: Object.fromEntries(Object.entries(link.pins).filter(([name]) => !isAsleep(name))),
      held: link.pins,
      isHidden: asleep.some(({ axis, shown }) => (link.pins[axis] ?? shown) !== shown),
    };
  });
  const links = changeLinks(stored, input, context.links);
  const seen = links.filter(isSeen);
  return child.many || seen.length === 0 ? links : seen;
}

const isSeen = (link: Link | EntryLink): boolean => !('isHidden' in link && link.isHidden);

/** As of relations outside of components: a list that is set counts what it sets, and so does the only place there is. */
const isAbsent = (
  child: RelationAttribute,
  links: readonly (Link | EntryLink)[],
  input: RelationInput | undefined,
): boolean => (input && (!child.many || input.kind === 'set') ? !links.some(isSeen) : links.length === 0);

/** A relation of a component as the entry's JSON holds it → links. */
function linksOfEntry(attribute: RelationAttribute, stored: unknown): Link[] {
  const list: readonly unknown[] = Array.isArray(stored)
    ? stored
    : stored === null || stored === undefined
      ? []
      : [stored];
  return list.flatMap((item) => {
    if (typeof item === 'string')
      return attribute.target === null
        ? []
        : [{ type: attribute.target, document: item, pins: {}, rowId: 0 }];
    const { documentId, __type, ...pins } = item as { documentId: string; __type?: string } & Record<
      string,
      string
    >;
    return [{ type: __type ?? attribute.target ?? '', document: documentId, pins, rowId: 0 }];
  });
}

/** Links → JSON text: a documentId, or an object where it says more. */
function linksToEntry(attribute: RelationAttribute, links: readonly Link[]): string {
  const texts = links.map(({ type, document, pins }) => {
    if (attribute.target === null) return JSON.stringify({ __type: type, documentId: document, ...pins });
    return JSON.stringify(Object.keys(pins).length > 0 ? { documentId: document, ...pins } : document);
  });
  return attribute.many ? `[${texts.join(',')}]` : (texts[0] ?? 'null');
}
