// Finds out which subscribers saw a document before a write, and which see it now. It works after the commit, one question at a time, and
// serves requests in between. Subscribers with the same filters and rights share the reads, and changes that wait are read together.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { AppError, Uid } from '../../../core';
import { graphqlErrors } from '../errors';
import type { Change, Listener, Reader } from './change';
import { createEvaluationPace, type ReadTime } from './evaluation-pace';
import { createFilterTime } from './filter-time';
import { createKnownStates } from './known-states';
import { statesOfChanges } from './states-of-changes';

export interface EvaluationParts {
  readonly maxWaitingChanges: number;
  readonly callerFilterTime: number;
  /** In the order in which they began, with the number of commits before. */
  listenersOf(uid: Uid): Iterable<readonly [Listener, number]>;
  /** Removes the listener, and ends its subscription with the error. */
  end(listener: Listener, error: AppError): void;
  onError(error: unknown): void;
  /** Milliseconds. Default: those of the process. */
  clock?(): number;
}

export interface Evaluation {
  add(change: Change): void;
  /** The listener was removed. */
  leave(listener: Listener): void;
  close(): void;
}

interface Group {
  readonly reader: Reader;
  /** With the number of commits before they began. */
  listeners: (readonly [Listener, number])[];
}

/** Changes that are evaluated together. */
const MOST_TOGETHER = 100;
/** Milliseconds. After a longer evaluation, requests have the process for REST times as long. */
const SHORT = 1;
const REST = 4;
/** Milliseconds in which changes gather when a caller has little time left: more changes then share an evaluation. */
const GATHER = 200;
const NOTHING_READ: ReadTime = { total: 0, blocked: 0 };
/** Rights that are looked up between two turns of the event loop. */
const RIGHTS_PER_TURN = 5;

export const hears = ([{ documentId }, since]: readonly [Listener, number], change: HeardChange): boolean =>
  since <= change.order && (documentId === null || documentId === change.documentId);

export type HeardChange = Pick<Change, 'documentId' | 'order'>;

export function createEvaluation(parts: EvaluationParts): Evaluation {
  const { maxWaitingChanges, callerFilterTime, listenersOf, end, onError } = parts;
  const { clock = () => performance.now() } = parts;
  const time = createFilterTime(callerFilterTime, clock);
  const pace = createEvaluationPace();
  const known = createKnownStates();
  let queue: Change[] = [];
  /** The last change of each document in the queue. */
  const last = new Map<string, Change>();
  let isRunning = false;
  let isClosed = false;

  const missed = (): AppError => graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges);
  const endAll = (listeners: Iterable<readonly [Listener, number]>, error: () => AppError): void => {
    for (const [listener] of [...listeners]) end(listener, error());
  };

  /** The answer of the write leaves before the first read. */
  const run = async (): Promise<void> => {
    isRunning = true;
    await turn();
    for (let first = queue[0]; first && !isClosed; first = queue[0]) {
      const { uid } = first;
      await turn();
      const changes = queue.filter((each) => each.uid === uid).slice(0, MOST_TOGETHER);
      const callers = await evaluate(uid, changes).catch(onError);
      const done = new Set(changes);
      queue = queue.filter((each) => !done.has(each));
      for (const change of changes) {
        change.earlier?.leave();
        if (last.get(placeOf(change)) === change) last.delete(placeOf(change));
      }
      if (callers?.some(time.isScarce)) await pause(GATHER, undefined, { ref: false });
    }
    isRunning = false;
  };

  /** Returns the callers whose time it took. */
  async function evaluate(uid: Uid, changes: readonly Change[]): Promise<string[]> {
    const callers = new Set<string>();
    for (const group of (await groupsOf(uid, changes)).values()) {
      for (const [{ caller }] of group.listeners) callers.add(caller.key);
      const heard = changes.filter((change) => group.listeners.some((each) => hears(each, change)));
      for (let from = 0; from < heard.length && !isClosed; ) {
        await turn();
        group.listeners = withTime(group.listeners);
        const [first] = group.listeners;
        if (!first) break;
        const together = heard.slice(from, from + pace.mostOf(first[0]));
        const began = clock();
        const read = await evaluateGroup(group, together).catch((error: unknown) => {
          pace.failed(first[0]);
          // Together they may be too large, or take too long. Each is read alone then.
          if (together.length > 1) return null;
          onError(error);
          endAll(group.listeners, missed);
          return NOTHING_READ;
        });
        const took = clock() - began;
        if (read) from += together.length;
        await charge(group, read ? pace.took(first[0], together.length, took, read) : took);
      }
    }
    return [...callers];
  }

  async function evaluateGroup(group: Group, changes: readonly Change[]): Promise<ReadTime> {
    const listeningTo = (change: Change): Listener[] =>
      group.listeners.flatMap((each) => (hears(each, change) ? [each[0]] : []));
    const { states, read, errors } = await statesOfChanges(
      {
        ...{ changes, reader: group.reader, listenersOf: listeningTo },
        isChangedAgain: (change) => last.get(placeOf(change)) !== change,
      },
      known,
    );
    const lost = new Set<Listener>();
    for (const change of changes) {
      let isSent = false;
      for (const [listener, found] of states.get(change) ?? []) {
        if (!found) lost.add(listener);
        else if (listener.push(change, found)) isSent = true;
      }
      // A client that takes its events has taken these before the next ones come.
      if (isSent) await turn();
    }
    if (lost.size > 0) errors.forEach(onError);
    for (const listener of lost) end(listener, missed());
    return read;
  }

  async function charge({ listeners }: Group, counted: number): Promise<void> {
    const rest = counted > SHORT ? counted * REST : 0;
    const callers = new Set(listeners.map(([{ caller }]) => caller.key));
    // The rest counts too: the subscribers of other callers wait for it.
    for (const caller of callers) time.spend(caller, (counted + rest) / callers.size);
    if (rest > 0) await pause(rest, undefined, { ref: false });
  }

  async function groupsOf(uid: Uid, changes: readonly Change[]): Promise<Map<string, Group>> {
    const groups = new Map<string, Group>();
    const listening = [...listenersOf(uid)].filter((each) => changes.some((change) => hears(each, change)));
    const firstOrder = Math.min(...changes.map(({ order }) => order));
    for (const [index, each] of listening.entries()) {
      const [listener, since] = each;
      if (index % RIGHTS_PER_TURN === RIGHTS_PER_TURN - 1) await turn();
      try {
        const reader = await listener.reader();
        known.join(listener, reader.key, Math.max(since, firstOrder));
        const group = groups.get(reader.key) ?? { reader, listeners: [] };
        group.listeners.push(each);
        groups.set(reader.key, group);
      } catch (error) {
        if (listener.isRefusal(error)) end(listener, error);
        else {
          // The rights are not known: an event might show what the subscriber may not see.
          onError(error);
          end(listener, missed());
        }
      }
    }
    return groups;
  }

  /** Ends the subscriptions of callers without time. */
  function withTime(listeners: Group['listeners']): Group['listeners'] {
    return listeners.filter(([listener]) => {
      const { key, isAnonymous } = listener.caller;
      if (!time.isSpent(key)) return true;
      end(listener, graphqlErrors.GRAPHQL_FILTER_TIME(callerFilterTime, isAnonymous));
      return false;
    });
  }

  return {
    add(change) {
      if (isClosed) return;
      if (queue.length >= maxWaitingChanges) {
        change.earlier?.leave();
        return endAll(
          [...listenersOf(change.uid)].filter((each) => hears(each, change)),
          missed,
        );
      }
      queue.push(change);
      last.set(placeOf(change), change);
      if (!isRunning) void run();
    },
    leave: known.leave,
    close() {
      isClosed = true;
      queue = [];
      last.clear();
    },
  };
}

const placeOf = ({ uid, documentId }: Change): string => `${uid} ${documentId}`;
