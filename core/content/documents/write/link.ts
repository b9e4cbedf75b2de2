// A link: one connection from a row or an entry to a document, in whatever storage.
import type { Uid } from '../../model/compiled/content-type';

export interface Link {
  readonly type: Uid;
  readonly document: string;
  /** Axis name → value that the link names. */
  readonly pins: Readonly<Record<string, string>>;
  /** Of a row of the target, for messages; 0 where it was not read. */
  readonly rowId: number;
}

export interface StoredLink extends Link {
  /** All pins as the storage holds them, those of dormant axes included. */
  readonly held: Readonly<Record<string, string | number>>;
  /** The link names a value of a dormant axis that is not shown. Writes keep it. */
  readonly isHidden: boolean;
  /** Place in the list of the row. */
  readonly order: number;
  /** Place in the list of the target. */
  readonly inverseOrder: number;
}

/** The pins of a link as its storage holds them. */
export type StoredPins = Pick<StoredLink, 'pins' | 'held' | 'isHidden'>;

/** All storages make their links here: objects of one hidden class. */
export const storedLink = (
  type: Uid,
  document: string,
  { pins, held, isHidden }: StoredPins,
  order: number,
  inverseOrder: number,
): StoredLink => ({ type, document, pins, rowId: 0, held, isHidden, order, inverseOrder });

export const WITHOUT_PINS: StoredPins = { pins: {}, held: {}, isHidden: false };

export const isStored = (link: Link | StoredLink): link is StoredLink => 'held' in link;

export const isHidden = (link: Link | StoredLink): boolean => isStored(link) && link.isHidden;

/** Two links with the same key are equal. The order of their pins does not count. */
export function linkKey({ type, document, pins }: Link): string {
  let key = `${type}\u0000${document}`;
  const names = Object.keys(pins);
  if (names.length > 1) names.sort();
  for (const name of names) if (pins[name]) key += `\u0000${name}=${pins[name]}`;
  return key;
}
