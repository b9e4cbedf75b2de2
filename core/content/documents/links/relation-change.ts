// The change of a list of links by a body. Pure: `stored` is read under the lock, and the required check and the write use the same
// change. Example: stored [a, b], body { connect: [c], disconnect: [a] } → wanted [b, c], gone [a], added [c].
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { RelationAttribute } from '../../model/compiled/content-type';
import type { ConnectInput, Reference, RelationInput } from '../input/body-input';
import { isHidden, type Link, linkKey, type StoredLink } from '../write/link';
import { changeOrder, isMistake, type LinkMistake, type LinkPosition } from './link-order';
import { isUnseen, NOTHING_UNSEEN, type Unseen } from './unseen-links';

/** The document of each reference of the body. */
export type References = ReadonlyMap<Reference, Link>;

export interface RelationChange {
  readonly stored: readonly StoredLink[];
  /** The list after the write. A link that stays is the stored object. */
  readonly wanted: readonly (Link | StoredLink)[];
  readonly gone: readonly StoredLink[];
  readonly added: readonly Link[];
  /** Counted by the required check: no link would be left. */
  readonly leavesNone: boolean;
}

export function changeRelation(
  { many }: Pick<RelationAttribute, 'many'>,
  stored: readonly StoredLink[],
  input: RelationInput | undefined,
  references: References,
  unseen: Unseen = NOTHING_UNSEEN,
): RelationChange {
  if (!input) return { stored, wanted: stored, gone: [], added: [], leavesNone: stored.length === 0 };
  const list = changeList(stored, input, references, unseen);
  const shown = list.filter((link) => !isHidden(link));
  const wanted = many || shown.length === 0 ? list : shown.slice(-1);
  // The place for one has a document that the caller cannot see, and would lose it.
  if (!many && list.some((link) => isUnseen(unseen, link) && !wanted.includes(link)))
    throw coreErrors.ACCESS_FORBIDDEN();
  const [before, after] = [new Set<Link>(stored), new Set<Link>(wanted)];
  return {
    stored,
    wanted,
    gone: stored.filter((link) => !after.has(link)),
    added: wanted.filter((link) => !before.has(link)),
    // A hidden link keeps a list that is changed, not one that is replaced.
    leavesNone: (many && input.kind === 'change' ? wanted : shown).length === 0,
  };
}

/** Hidden links keep their place. So do links that look alike because they differ in dormant pins only. */
function changeList(
  stored: readonly StoredLink[],
  input: RelationInput,
  references: References,
  unseen: Unseen,
): readonly (Link | StoredLink)[] {
  const shown = new Map<string, StoredLink>();
  const others: number[] = [];
  stored.forEach((link, index) => {
    const key = linkKey(link);
    if (link.isHidden || shown.has(key) || isUnseen(unseen, link)) others.push(index);
    else shown.set(key, link);
  });
  const wanted = changeShown(shown, input, references);
  const list = [...wanted.values()];
  /** They keep their order among themselves. */
  let least = 0;
  for (const index of others) {
    const link = stored[index] as StoredLink;
    if (!link.isHidden && !isUnseen(unseen, link) && !wanted.has(linkKey(link))) continue;
    const before = stored.slice(0, index).findLast((each) => list.includes(each));
    const place = Math.max(least, before ? list.indexOf(before) + 1 : 0);
    list.splice(place, 0, link);
    least = place + 1;
  }
  return list;
}

function changeShown(
  shown: ReadonlyMap<string, StoredLink>,
  input: RelationInput,
  references: References,
): ReadonlyMap<string, Link | StoredLink> {
  const links = new Map<string, Link | StoredLink>(shown);
  const linksOf = (items: readonly Reference[]): Link[] =>
    items.map((item) => references.get(item)).filter((link) => link !== undefined);
  if (input.kind === 'set') {
    const keyed = linksOf(input.items).map((link) => [linkKey(link), link] as const);
    return new Map(keyed.map(([key, link]) => [key, links.get(key) ?? link]));
  }
  const disconnect = linksOf(input.disconnect).flatMap((link) => keysMatching(links, link));
  const connect = input.connect.flatMap((written) => {
    const link = references.get(written.reference);
    return link ? [{ link, key: linkKey(link), written }] : [];
  });
  for (const { link, key } of connect) if (!links.has(key)) links.set(key, link);

  /** A position beside a link that is not in the list: the end when the body allows that, else a mistake. */
  const positionOf = ({ position }: ConnectInput): LinkPosition<string> => {
    if (!('reference' in position)) return position;
    const beside = references.get(position.reference);
    const key = beside && (keysMatching(links, beside)[0] ?? linkKey(beside));
    const isLenient =
      !input.strict || linksOf(input.disconnect).some(({ document }) => document === beside?.document);
    return key === undefined || (isLenient && !links.has(key))
      ? { kind: 'end' }
      : { kind: position.kind, key };
  };
  const result = changeOrder([...shown.keys()], {
    disconnect,
    connect: connect.map(({ key, written }) => ({ key, position: positionOf(written) })),
  });
  if (!isMistake(result)) return new Map(result.map((key) => [key, links.get(key) as Link]));
  const mistaken = connect.find(({ key }) => key === result.key);
  throw mistakeError(result, mistaken?.link, mistaken?.written, references);
}

/** A link without pins means every value: it is meant when no link has the named pins. */
function keysMatching(links: ReadonlyMap<string, Link>, { type, document, pins }: Link): readonly string[] {
  const same = [...links].filter(([, link]) => link.type === type && link.document === document);
  const matching = (named: (name: string) => string | undefined): string[] =>
    same.flatMap(([key, link]) =>
      Object.keys(pins).every((name) => link.pins[name] === named(name)) ? [key] : [],
    );
  const exact = matching((name) => pins[name]);
  return exact.length > 0 ? exact : matching(() => undefined);
}

function mistakeError(
  { kind }: LinkMistake<string>,
  link: Link | undefined,
  written: ConnectInput | undefined,
  references: References,
): Error {
  if (kind === 'twice')
    return coreErrors.BODY_INVALID(
      `The relation with id ${link?.rowId} is already connected. You cannot connect the same relation twice.`,
    );
  if (kind === 'circular')
    return coreErrors.BODY_INVALID(
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
    );
  const position = written && 'reference' in written.position ? written.position : undefined;
  const beside = position && references.get(position.reference);
  return coreErrors.BODY_INVALID(
    `There was a problem connecting relation with id ${link?.rowId} at position ${JSON.stringify(position?.written)}. The relation with id ${beside?.rowId} needs to be connected first.`,
  );
}
