// The changes of documents that subscriptions of this process listen to: one change for each committed write. A write only adds its change
// to the queue of evaluate-changes.ts.
import { type AppError, coreErrors, type Uid, type WriteAction } from '../../../core';
import type { Change, Listener } from './change';
import type { EarlierStates } from './earlier-states';
import { createEvaluation } from './evaluate-changes';
import { createQuestions } from './questions';

export interface Hub {
  /** Returns a function that ends the listening. Throws while there are too many listeners, or too many questions. */
  listen(listener: Listener): () => void;
  /** The hook `documents.prepare`. */
  prepare(action: WriteAction): Promise<void>;
  close(): void;
}

export interface HubParts {
  readonly maxSubscriptions: number;
  readonly maxSubscriptionQuestions: number;
  readonly maxWaitingChanges: number;
  readonly callerFilterTime: number;
  readonly earlierStates: EarlierStates;
  onError(error: unknown): void;
}

export function createHub(parts: HubParts): Hub {
  const { maxSubscriptions, maxSubscriptionQuestions, earlierStates } = parts;
  /** With the number of commits when they began. */
  const listeners = new Map<Uid, Map<Listener, number>>();
  const questions = createQuestions<Listener>(maxSubscriptionQuestions);
  let size = 0;
  let commits = 0;
  const listening = ({ uid, documentId, order }: Pick<Change, 'uid' | 'documentId' | 'order'>): Listener[] =>
    [...(listeners.get(uid) ?? [])].flatMap(([each, since]) =>
      since <= order && (each.documentId === null || each.documentId === documentId) ? [each] : [],
    );
  const remove = (listener: Listener): boolean => {
    const ofType = listeners.get(listener.uid);
    if (!ofType?.delete(listener)) return false;
    if (ofType.size === 0) listeners.delete(listener.uid);
    size -= 1;
    questions.remove(listener);
    return true;
  };
  const end = (listener: Listener, error: AppError): void => {
    if (remove(listener)) listener.end(error);
  };
  const evaluation = createEvaluation({ ...parts, listening, end });

  return {
    listen(listener) {
      if (size >= maxSubscriptions) throw coreErrors.SERVER_BUSY(1);
      for (const { loser, error } of questions.add(listener)) end(loser, error);
      const all = listeners.get(listener.uid) ?? new Map<Listener, number>();
      listeners.set(listener.uid, all.set(listener, commits));
      size += 1;
      earlierStates.expire();
      return () => void remove(listener);
    },

    async prepare({ type: { uid }, operation, documentId, followUps }) {
      if (listening({ uid, documentId, order: commits }).length === 0) return earlierStates.expire();
      // A create has no earlier document. The write waits for no filter, only until the state is held.
      const isNew = operation === 'create';
      const earlier = isNew ? null : await earlierStates.enter();
      if (isNew) earlierStates.expire();
      followUps.push({
        name: 'graphql',
        joins: false,
        run: async ({ tx, action: { operation: event }, written }) =>
          tx.afterCommit(() => {
            const rows = new Set(written.map(({ id }) => id));
            evaluation.add({ event, uid, documentId, rows, earlier, events: new Map(), order: commits });
            commits += 1;
          }),
      });
    },

    close() {
      evaluation.close();
      earlierStates.close();
    },
  };
}
