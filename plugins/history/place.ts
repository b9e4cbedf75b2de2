// A place has versions of its own: a document, or one of its locales.
import { hash } from 'node:crypto';
import { type ContentType, isParallel, type Uid, type WriteContext } from '../../core';

export interface Place {
  readonly type: Uid;
  readonly documentId: string;
  /** The values of the parallel axes: `{ locale: 'en' }`. */
  readonly axes: Readonly<Record<string, string>>;
  /** Of all of these. */
  readonly key: string;
}

export function placeAt(type: Uid, documentId: string, axes: Place['axes']): Place {
  const sorted = Object.entries(axes);
  if (sorted.length > 1) sorted.sort(([one], [other]) => (one < other ? -1 : 1));
  return { type, documentId, axes, key: JSON.stringify([type, documentId, sorted]) };
}

/** The place in the tables. */
export const targetOf = ({ key }: Place): string => hash('sha256', key).slice(0, 32);

const namesOf = new WeakMap<ContentType, readonly string[]>();

export function parallelAxes(type: ContentType): readonly string[] {
  const known = namesOf.get(type) ?? type.axes.filter(isParallel).map(({ axis }) => axis.name);
  namesOf.set(type, known);
  return known;
}

/** The places of rows. */
export function placesOf(
  type: ContentType,
  documentId: string,
  written: WriteContext['written'],
): readonly Place[] {
  const names = parallelAxes(type);
  if (names.length === 0) return written.length === 0 ? [] : [placeAt(type.uid, documentId, {})];
  const places = new Map<string, Place>();
  for (const row of written) {
    const axes = Object.fromEntries(names.map((name) => [name, row.axes[name] ?? '']));
    const place = placeAt(type.uid, documentId, axes);
    places.set(place.key, place);
  }
  return [...places.values()];
}

export const isAt = (axes: Place['axes'], place: Place): boolean =>
  Object.entries(place.axes).every(([name, value]) => axes[name] === value);
