// The different questions of subscribers, by type or document. Each question costs up to two reads after a write, so their number is
// limited. When the limit is reached, a new question can replace a question of the caller with the most questions.
import type { AppError, Uid } from '../../../core';
import type { Caller } from '../context/client';
import { graphqlErrors } from '../errors';

export interface Asking {
  readonly caller: Pick<Caller, 'key' | 'isAnonymous'>;
  readonly uid: Uid;
  /** null: all documents of the type. */
  readonly documentId: string | null;
  /** Listeners with the same question share the reads of a change. */
  readonly question: string;
}

export interface Questions<Listener extends Asking> {
  /** Throws the 429. Returns the listeners that lose their place, for their removal. */
  add(listener: Listener): readonly { readonly loser: Listener; readonly error: AppError }[];
  remove(listener: Listener): void;
}

/** By question, in the order in which they were first asked. */
type Asked<Listener extends Asking> = Map<string, Set<Listener>>;

export function createQuestions<Listener extends Asking>(most: number): Questions<Listener> {
  const places = new Map<string, Asked<Listener>>();
  return {
    add(listener) {
      const { question, caller } = listener;
      const place = placeOf(listener);
      const asked: Asked<Listener> = places.get(place) ?? new Map();
      const isFull = !asked.has(question) && asked.size >= most;
      const lost = isFull ? questionToEnd(asked, caller.key) : null;
      if (isFull && lost === null) throw graphqlErrors.GRAPHQL_QUESTIONS(place, most, caller.isAnonymous);
      const losers = [...((lost !== null && asked.get(lost)) || [])];
      asked.set(question, (asked.get(question) ?? new Set()).add(listener));
      places.set(place, asked);
      return losers.map((loser) => ({
        loser,
        error: graphqlErrors.GRAPHQL_QUESTION_ENDED(place, most, loser.caller.isAnonymous),
      }));
    },

    remove(listener) {
      const place = placeOf(listener);
      const asked = places.get(place);
      const same = asked?.get(listener.question);
      same?.delete(listener);
      if (same?.size === 0) asked?.delete(listener.question);
      if (asked?.size === 0) places.delete(place);
    },
  };
}

const placeOf = ({ uid, documentId }: Asking): string => (documentId === null ? uid : `${uid} ${documentId}`);

/**
 * The question with the fewest callers of the caller with the most; the newest of equals. null: that caller has less than two more than
 * `caller`.
 */
function questionToEnd(asked: Asked<Asking>, caller: string): string | null {
  const callers = new Map<string, ReadonlySet<string>>();
  /** Callers of one question have equal parts of it. */
  const shares = new Map<string, number>();
  for (const [question, listeners] of asked) {
    const keys = new Set([...listeners].map((each) => each.caller.key));
    callers.set(question, keys);
    for (const key of keys) shares.set(key, (shares.get(key) ?? 0) + 1 / keys.size);
  }
  const [greedy = '', share = 0] = [...shares].reduce((one, other) => (other[1] > one[1] ? other : one));
  if (share < (shares.get(caller) ?? 0) + 2) return null;
  let found: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [question, keys] of callers) {
    if (!keys.has(greedy) || keys.size > fewest) continue;
    found = question;
    fewest = keys.size;
  }
  return found;
}
