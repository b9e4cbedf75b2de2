// The changes of documents that subscriptions of this process listen to: one change for each committed write, of this process and of others.
// A write only adds its change to the queue of evaluate-changes.ts, and sends a message to the other processes.
import { type AppError, coreErrors, type StoredRow, type Uid, type WriteAction } from '../../../core';
import { graphqlErrors } from '../errors';
import type { Listener } from './change';
import { createQuestions } from './distinct-subscriptions';
import { createDocumentOrder } from './document-order';
import type { EarlierStates } from './earlier-states';
import { createEvaluation, type HeardChange, hears } from './evaluate-changes';
import { createRemoteChanges, type RemoteParts, type SentChange } from './remote-changes';

export interface Hub {
  /** Returns a function that ends the listening. Throws while there are too many listeners, or too many questions. */
  listen(listener: Listener): () => void;
  /** The hook `documents.prepare`. */
  prepare(action: WriteAction): Promise<void>;
  close(): void;
  readonly maxWaitingChanges: number;
}

export interface HubParts {
  readonly maxSubscriptions: number;
  readonly maxSubscriptionQuestions: number;
  readonly maxWaitingChanges: number;
  readonly callerFilterTime: number;
  readonly earlierStates: EarlierStates;
  readonly bus: RemoteParts['bus'];
  onError(error: unknown): void;
}

/** Listeners that end between two turns of the event loop. */
const ENDS_PER_TURN = 5;

export function createHub(parts: HubParts): Hub {
  const { maxSubscriptions, maxSubscriptionQuestions, maxWaitingChanges, earlierStates } = parts;
  /** With the number of commits when they began. */
  const listeners = new Map<Uid, Map<Listener, number>>();
  const questions = createQuestions<Listener>(maxSubscriptionQuestions);
  let size = 0;
  let commits = 0;
  const listenersOf = (uid: Uid): Iterable<readonly [Listener, number]> => listeners.get(uid) ?? [];
  const isHeard = (uid: Uid, change: HeardChange): boolean => {
    for (const listener of listenersOf(uid)) if (hears(listener, change)) return true;
    return false;
  };
  const remove = (listener: Listener): boolean => {
    const ofType = listeners.get(listener.uid);
    if (!ofType?.delete(listener)) return false;
    if (ofType.size === 0) listeners.delete(listener.uid);
    size -= 1;
    questions.remove(listener);
    evaluation.leave(listener);
    return true;
  };
  const ending: (readonly [Listener, AppError])[] = [];
  /** Each end writes to its client, and many may come at once. Requests have the process between two turns. */
  const endSome = (): void => {
    for (const [listener, error] of ending.splice(0, ENDS_PER_TURN)) listener.end(error);
    if (ending.length > 0) setImmediate(endSome);
  };
  const end = (listener: Listener, error: AppError): void => {
    if (remove(listener) && ending.push([listener, error]) === 1) setImmediate(endSome);
  };
  const evaluation = createEvaluation({ ...parts, listenersOf, end });
  const order = createDocumentOrder();
  const place = (
    { uid, documentId, at, after, touched }: Omit<SentChange, 'event' | 'rows'>,
    deliver: () => void,
  ): void => {
    order.add({ key: `${uid} ${documentId}`, at, after, deliver });
    for (const [ofType, id, time] of touched) order.touch(`${ofType} ${id}`, time);
  };
  const remote = createRemoteChanges({
    bus: parts.bus,
    take({ event, uid, documentId, rows, at, after, touched }) {
      const change = { event, uid, documentId, order: commits };
      commits += 1;
      const deliver = (): void => {
        if (!isHeard(uid, change)) return;
        // What a subscriber of this process saw before is known only from the changes that it heard.
        evaluation.add({ ...change, rows: new Set(rows), earlier: null, events: new Map() });
      };
      place({ uid, documentId, at, after, touched }, deliver);
    },
    lost() {
      for (const ofType of [...listeners.values()])
        for (const listener of [...ofType.keys()])
          end(listener, graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges));
    },
  });

  return {
    maxWaitingChanges,
    listen(listener) {
      if (size >= maxSubscriptions) throw coreErrors.SERVER_BUSY(1);
      for (const { loser, error } of questions.add(listener)) end(loser, error);
      const all = listeners.get(listener.uid) ?? new Map<Listener, number>();
      listeners.set(listener.uid, all.set(listener, commits));
      size += 1;
      earlierStates.expire();
      return () => void remove(listener);
    },

    async prepare({ type: { uid }, operation, documentId, followUps, refusals }) {
      const hasListeners = isHeard(uid, { documentId, order: commits });
      // A create has no earlier document. The write waits for no filter, only until the state is held.
      const earlier = hasListeners && operation !== 'create' ? await earlierStates.enter(commits) : null;
      if (earlier) refusals.push(earlier.leave);
      else earlierStates.expire();
      followUps.push({
        name: 'graphql',
        joins: false,
        run: async (context) => {
          const { afterCommit, written, now: at } = context;
          const { operation: event, type, rows: former } = context.action;
          const rows = written.map(({ id }) => id);
          const after = type.scalars.has('updatedAt') ? lastTimeOf(former) : null;
          afterCommit(() => {
            const touched = context.touched.map((each) => [each.uid, each.documentId, each.at] as const);
            remote.send({ event, uid, documentId, rows, at, after, touched });
            const change = { event, uid, documentId, order: commits };
            // A listener that began during the write learns of it, and not of the document before.
            const isHeardNow = hasListeners || isHeard(uid, change);
            const deliver = (): void => {
              if (isHeardNow) evaluation.add({ ...change, rows: new Set(rows), earlier, events: new Map() });
            };
            if (isHeardNow) commits += 1;
            place({ uid, documentId, at, after, touched }, deliver);
          });
        },
      });
    },

    close() {
      remote.close();
      order.close();
      evaluation.close();
      earlierStates.close();
    },
  };
}

/** null: there were no rows. */
const lastTimeOf = (rows: readonly StoredRow[]): string | null =>
  rows.length === 0
    ? null
    : new Date(Math.max(...rows.map(({ updatedAt }) => Date.parse(updatedAt) || 0))).toISOString();
