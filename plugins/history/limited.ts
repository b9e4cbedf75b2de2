// Versions for a reader whose row filter shows only some documents. No filter was asked when a version was stored. So the reader sees the
// versions in which all values that the filter names are as in the document now, which the filter shows.
import type { ContentType, DocumentObject } from '../../core';
import { applyDelta, type Delta, isSame } from './delta';
import { parallelAxes } from './place';
import { heldNames } from './state';
import type { Json, State } from './types';

export interface StoredChange {
  readonly id: number;
  readonly delta: Delta;
  /** null: the version is no keyframe. */
  readonly state: State | null;
}

export interface Limit {
  /** What is read of the document, to compare versions with it. */
  readonly words: { readonly fields: readonly string[]; readonly populate: object };
  /** The named values of the document, as states have them. */
  partOf(document: DocumentObject): State;
  /** Has the state these values? */
  isAlike(state: State, part: State): boolean;
  /** The ids of the versions with these values, the newest first. `all`: the stored versions, the oldest first. */
  visible(all: readonly StoredChange[], part: State): readonly number[];
}

/** null: versions do not have all values that the filter names, so the reader sees none. */
export function limitBy(type: ContentType, filter: unknown): Limit | null {
  const own = ['documentId', ...parallelAxes(type)];
  const named = namesIn(filter).filter((name) => !own.includes(name));
  const held = heldNames(type);
  const [scalars, relations]: [string[], string[]] = [[], []];
  for (const name of named) {
    const attribute = type.attributes.get(name);
    if (!attribute || !held.has(name)) return null;
    if (attribute.kind === 'scalar') scalars.push(name);
    else if (attribute.kind === 'relation' && attribute.target !== null) relations.push(name);
    else return null;
  }
  const namedIn = (state: State): State =>
    Object.fromEntries(
      named.flatMap((name) => (Object.hasOwn(state, name) ? [[name, state[name] as Json]] : [])),
    );
  const isAlike = (state: State, part: State): boolean => isSame(namedIn(state), part);
  return {
    words: {
      fields: ['documentId', ...scalars],
      populate: Object.fromEntries(relations.map((name) => [name, { fields: ['documentId'] }])),
    },
    partOf(document) {
      const part: Record<string, Json> = {};
      for (const name of scalars) put(part, name, document[name] as Json);
      for (const name of relations) put(part, name, linksOf(document[name]));
      return part;
    },
    isAlike,
    visible(all, part) {
      let state: State = {};
      const ids: number[] = [];
      for (const { id, delta, state: whole } of all) {
        const changes = delta.filter(([[name]]) => named.includes(String(name)));
        state = whole === null ? applyDelta(state, changes) : namedIn(whole);
        if (isSame(state, part)) ids.unshift(id);
      }
      return ids;
    },
  };
}

/** States have no empty values. */
function put(part: Record<string, Json>, name: string, value: Json | undefined): void {
  if (value !== null && value !== undefined) part[name] = value;
}

function linksOf(value: unknown): Json {
  const idOf = (target: unknown): string => String((target as { readonly documentId: unknown }).documentId);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(idOf);
  return value === null || value === undefined ? null : idOf(value);
}

/** The attributes at the top of a filter: `{ $or: [{ team: 'a' }, { author: { id: 7 } }] }` → team, author. */
function namesIn(filter: unknown): readonly string[] {
  if (Array.isArray(filter)) return filter.flatMap(namesIn);
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, value]) =>
    name.startsWith('$') ? namesIn(value) : (name.split('.', 1) as [string]),
  );
}
