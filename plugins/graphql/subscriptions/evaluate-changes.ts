// Finds out which subscribers saw a document before a write, and which see it now. It works after the commit, one question at a time, and
// serves requests in between. Subscribers with the same filters and rights share the reads.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { AppError } from '../../../core';
import { graphqlErrors } from '../errors';
import type { Change, Listener, Reader, States } from './change';
import { createFilterTime } from './filter-time';

export interface EvaluationParts {
  readonly maxWaitingChanges: number;
  readonly callerFilterTime: number;
  /** In the order in which they began. */
  listening(change: Change): Listener[];
  /** Removes the listener, and ends its subscription with the error. */
  end(listener: Listener, error: AppError): void;
  onError(error: unknown): void;
  /** Milliseconds. Default: those of the process. */
  clock?(): number;
}

export interface Evaluation {
  add(change: Change): void;
  close(): void;
}

interface Group {
  readonly reader: Reader;
  listeners: Listener[];
}

/** Milliseconds. After a longer evaluation, requests have the process for REST times as long. */
const SHORT = 1;
const REST = 4;
/** Rights that are looked up between two turns of the event loop. */
const RIGHTS_PER_TURN = 5;

export function createEvaluation(parts: EvaluationParts): Evaluation {
  const { maxWaitingChanges, callerFilterTime, listening, end, onError } = parts;
  const { clock = () => performance.now() } = parts;
  const time = createFilterTime(callerFilterTime, clock);
  /** How long the last evaluation of a question took, by its first listener. */
  const lastTook = new WeakMap<Listener, number>();
  const queue: Change[] = [];
  let isRunning = false;
  let isClosed = false;

  const endAll = (listeners: readonly Listener[], error: AppError): void => {
    for (const listener of listeners) end(listener, error);
  };

  /** The answer of the write leaves before the first read. */
  const run = async (): Promise<void> => {
    isRunning = true;
    await turn();
    for (let change = queue[0]; change && !isClosed; change = queue[0]) {
      await turn();
      await evaluate(change).catch(onError);
      change.earlier?.leave();
      queue.shift();
    }
    isRunning = false;
  };

  async function evaluate(change: Change): Promise<void> {
    for (const group of (await groupsOf(change)).values()) {
      await turn();
      group.listeners = withTime(group.listeners);
      const { reader, listeners } = group;
      if (listeners.length === 0) continue;
      const callers = new Set(listeners.map(({ caller }) => caller.key));
      const began = clock();
      try {
        const states = await statesOf(change, reader, listeners);
        if (states) for (const listener of listeners) listener.push(change, states);
        else endAll(listeners, graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges));
      } catch (error) {
        onError(error);
        endAll(listeners, graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges));
      }
      const took = shorterOfTwo(listeners[0], clock() - began);
      const rest = took > SHORT ? took * REST : 0;
      // The rest counts too: the subscribers of other callers wait for it.
      for (const caller of callers) time.spend(caller, (took + rest) / callers.size);
      if (rest > 0) await pause(rest, undefined, { ref: false });
    }
  }

  /** Of this evaluation and the one before: a busy machine interrupts any read now and then. */
  function shorterOfTwo(listener: Listener | undefined, took: number): number {
    if (!listener) return took;
    const before = lastTook.get(listener) ?? took;
    lastTook.set(listener, took);
    return Math.min(before, took);
  }

  async function groupsOf(change: Change): Promise<Map<string, Group>> {
    const groups = new Map<string, Group>();
    for (const [index, listener] of listening(change).entries()) {
      if (index % RIGHTS_PER_TURN === RIGHTS_PER_TURN - 1) await turn();
      try {
        const reader = await listener.reader();
        const group = groups.get(reader.key) ?? { reader, listeners: [] };
        group.listeners.push(listener);
        groups.set(reader.key, group);
      } catch (error) {
        if (listener.isRefusal(error)) end(listener, error);
        else {
          // The rights are not known: an event might show what the subscriber may not see.
          onError(error);
          end(listener, graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges));
        }
      }
    }
    return groups;
  }

  /** Ends the subscriptions of callers without time. */
  function withTime(listeners: readonly Listener[]): Listener[] {
    return listeners.filter((listener) => {
      const { key, isAnonymous } = listener.caller;
      if (!time.isSpent(key)) return true;
      end(listener, graphqlErrors.GRAPHQL_FILTER_TIME(callerFilterTime, isAnonymous));
      return false;
    });
  }

  /** null: the earlier state is lost. */
  async function statesOf(
    change: Change,
    reader: Reader,
    listeners: readonly Listener[],
  ): Promise<States | null> {
    const { earlier, documentId } = change;
    const { key } = reader;
    const after = (await reader.now(documentId))?.id ?? null;
    if (earlier === null) return { key, before: null, after };
    /** Then `after` is not the state between both writes. */
    const isChangedAgain = isWaiting(change);
    let before: number | null = null;
    if (after === null || isChangedAgain) {
      const known = earlier.known.get(knownKey(key, documentId));
      const wasSent = listeners.every((each) => each.sentRow(documentId, key) !== undefined);
      if (known !== undefined) before = known;
      else if (earlier.moment) before = (await reader.at(earlier.moment, documentId))?.id ?? null;
      else if (!wasSent) return null;
      // The event of the later write shows the document.
      if (before === null && isChangedAgain && !wasSent) return { key, before, after: null };
    }
    if (after !== null || !isChangedAgain) earlier.known.set(knownKey(key, documentId), after);
    return { key, before, after };
  }

  const isWaiting = ({ uid, documentId }: Change): boolean =>
    queue.some((each, index) => index > 0 && each.uid === uid && each.documentId === documentId);

  return {
    add(change) {
      if (isClosed) return;
      if (queue.length >= maxWaitingChanges) {
        change.earlier?.leave();
        return endAll(listening(change), graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges));
      }
      queue.push(change);
      if (!isRunning) void run();
    },
    close() {
      isClosed = true;
      queue.length = 0;
    },
  };
}

const knownKey = (reader: string, documentId: string): string => `${documentId} ${reader}`;
