// Versions for a reader whose row filter shows only some documents. No filter was asked when a version was stored. So the reader sees the
// versions in which all values that the filter names are as they are in the current document, which the filter shows.
import type { ContentType } from '../../core';
import { applyDelta, type Delta, isSame } from './delta';
import { parallelAxes } from './place';
import { heldNames } from './state';
import type { Json, State } from './types';

/** What never differs between two versions of a place. */
const LASTING = ['id', 'documentId', 'createdAt', 'createdBy'];

export interface StoredChange {
  readonly id: number;
  readonly delta: Delta;
  /** null: the version is no keyframe. */
  readonly state: State | null;
}

export interface Limit {
  /** The ids of the versions that the reader sees, the newest first. `all`: the stored versions, the oldest first. */
  visible(all: readonly StoredChange[]): readonly number[];
  /** Are the named values the same in both states? */
  isAlike(state: State, current: State): boolean;
}

export function limitBy(type: ContentType, filter: unknown): Limit {
  const named = namesIn(filter).filter(
    (name) => !LASTING.includes(name) && !parallelAxes(type).includes(name),
  );
  const held = heldNames(type);
  // Versions do not have such a value, so it may have been any.
  const isUnknown = named.some((name) => !held.has(name));
  const partOf = (state: State): State =>
    Object.fromEntries(
      named.flatMap((name) => (Object.hasOwn(state, name) ? [[name, state[name] as Json]] : [])),
    );
  const isAlike = (state: State, current: State): boolean =>
    !isUnknown && isSame(partOf(state), partOf(current));
  return {
    isAlike,
    visible(all) {
      let state: State = {};
      const parts = all.map((version) => {
        const { delta, state: whole } = version;
        state =
          whole === null
            ? applyDelta(
                state,
                delta.filter(([[name]]) => named.includes(String(name))),
              )
            : partOf(whole);
        return { id: version.id, state };
      });
      const last = parts.at(-1);
      return parts
        .filter((part) => part === last || (last !== undefined && isAlike(part.state, last.state)))
        .map(({ id }) => id)
        .toReversed();
    },
  };
}

/** The attributes at the top of a filter: `{ $or: [{ team: 'a' }, { author: { id: 7 } }] }` → team, author. */
function namesIn(filter: unknown): readonly string[] {
  if (Array.isArray(filter)) return filter.flatMap(namesIn);
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, value]) =>
    name.startsWith('$') ? namesIn(value) : (name.split('.', 1) as [string]),
  );
}
