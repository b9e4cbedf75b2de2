// A link, wherever it is stored, and what the relation of a body makes of a list of links.
import { coreErrors } from '../errors/core-errors';
import type { Uid } from '../schema/content-type';
import type { Reference, RelationInput } from './body-input';
import { changeOrder, isMistake } from './link-order';

export interface Link {
  readonly type: Uid;
  readonly document: string;
  /** Axis name → value, where the link says which row it means. */
  readonly pins: Readonly<Record<string, string>>;
  /** Of a row of the target, for messages; 0 where nobody asked. */
  readonly rowId: number;
}

export interface HideableLink extends Link {
  /** It named a value that is asleep: it stays as it is. */
  readonly isHidden: boolean;
}

/** Two links with the same key are one, in whatever order they name axes. */
export function linkKey({ type, document, pins }: Link): string {
  let key = `${type}\u0000${document}`;
  const names = Object.keys(pins);
  if (names.length > 1) names.sort();
  for (const name of names) if (pins[name]) key += `\u0000${name}=${pins[name]}`;
  return key;
}

export function applyRelation(
  current: readonly Link[],
  input: RelationInput,
  resolved: ReadonlyMap<Reference, Link>,
): readonly Link[] {
  const of = (references: readonly Reference[]): Link[] => {
    const links: Link[] = [];
    for (const reference of references) {
      const link = resolved.get(reference);
      if (link) links.push(link);
    }
    return links;
  };
  if (input.kind === 'set') return unique(of(input.items));

  const byKey = new Map(current.map((link) => [linkKey(link), link]));
  // A link that names no value means every value: it is the one meant where none names this one.
  const matching = ({ type, document, pins }: Link): string[] => {
    const same = [...byKey].filter(([, link]) => link.type === type && link.document === document);
    const named = (wanted: (name: string) => string | undefined): string[] =>
      same.flatMap(([key, link]) =>
        Object.keys(pins).every((name) => link.pins[name] === wanted(name)) ? [key] : [],
      );
    const exact = named((name) => pins[name]);
    return exact.length > 0 ? exact : named(() => undefined);
  };
  const disconnect = of(input.disconnect).flatMap(matching);
  const connect = input.connect.flatMap(({ reference, position }) => {
    const link = resolved.get(reference);
    return link ? [{ link, position, key: linkKey(link) }] : [];
  });
  for (const { link, key } of connect) byKey.set(key, link);

  const result = changeOrder([...new Set(current.map(linkKey))], {
    disconnect,
    connect: connect.map(({ key, position }) => {
      if (!('reference' in position)) return { key, position };
      const beside = resolved.get(position.reference);
      return {
        key,
        position: {
          kind: position.kind,
          key: (beside && matching(beside)[0]) ?? (beside ? linkKey(beside) : ''),
        },
      };
    }),
  });
  if (!isMistake(result)) return result.flatMap((key) => byKey.get(key) ?? []);

  const mistaken = connect.find(({ key }) => key === result.key);
  const id = mistaken?.link.rowId;
  if (result.kind === 'twice')
    throw coreErrors.BODY_INVALID(
      `The relation with id ${id} is already connected. You cannot connect the same relation twice.`,
    );
  if (result.kind === 'circular')
    throw coreErrors.BODY_INVALID(
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
    );
  const position = mistaken?.position;
  const written = position && 'written' in position ? position.written : undefined;
  const beside = position && 'reference' in position ? resolved.get(position.reference) : undefined;
  throw coreErrors.BODY_INVALID(
    `There was a problem connecting relation with id ${id} at position ${JSON.stringify(written)}. The relation with id ${beside?.rowId} needs to be connected first.`,
  );
}

/** The list that a body makes of the stored links. One that was there stays the row it was, and what is hidden its place. */
export function changeLinks<Stored extends HideableLink>(
  stored: readonly Stored[],
  input: RelationInput,
  resolved: ReadonlyMap<Reference, Link>,
): (Link | Stored)[] {
  const shown = new Map<string, Stored>();
  /** Hidden, or like one that is shown. */
  const others: number[] = [];
  stored.forEach((link, index) => {
    const key = linkKey(link);
    if (link.isHidden || shown.has(key)) others.push(index);
    else shown.set(key, link);
  });
  const wanted = applyRelation([...shown.values()], input, resolved);
  const stays = new Set<string>();
  const list = wanted.map((link): Link | Stored => {
    const key = linkKey(link);
    stays.add(key);
    return shown.get(key) ?? link;
  });
  for (const index of others) {
    const link = stored[index] as Stored;
    // Several that look alike now stay together, or go.
    if (!link.isHidden && !stays.has(linkKey(link))) continue;
    const before = stored.slice(0, index).findLast((each) => list.includes(each));
    list.splice(before ? list.indexOf(before) + 1 : 0, 0, link);
  }
  return list;
}

function unique(links: readonly Link[]): readonly Link[] {
  if (links.length < 2) return links;
  const byKey = new Map<string, Link>();
  for (const link of links) {
    const key = linkKey(link);
    if (!byKey.has(key)) byKey.set(key, link);
  }
  return [...byKey.values()];
}
