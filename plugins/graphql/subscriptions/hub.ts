// The changes of documents that subscriptions of this process listen to: one change for each committed write.
import { type AppError, coreErrors, type Uid, type WriteAction } from '../../../core';
import { type Asking, createQuestions } from './questions';

/** A document as some subscription sees it. */
export interface Seen {
  readonly id: number;
  readonly [field: string]: unknown;
}

export interface Change {
  /** `create`, `update`, `publish` … */
  readonly event: string;
  readonly documentId: string;
  /** The ids of the rows that were written or removed. */
  readonly rows: ReadonlySet<number>;
  /** The document before the write, by the key of its reader. */
  readonly before: ReadonlyMap<string, Seen | null>;
  /** The document after the write. Subscriptions with the same key share one read. */
  readonly after: Map<string, Promise<Seen | null>>;
}

export interface Listener extends Asking {
  /** The read of the document as it is now; null: the subscriber may not read it. */
  reader(documentId: string): Promise<{ readonly key: string; read(): Promise<Seen | null> } | null>;
  push(change: Change): void;
  /** The hub has removed the listener. */
  end(error: AppError): void;
}

export interface Hub {
  /** Returns a function that ends the listening. Throws while there are too many listeners, or too many questions. */
  listen(listener: Listener): () => void;
  /** The hook `documents.prepare`. */
  prepare(action: WriteAction): Promise<void>;
}

export interface HubParts {
  readonly maxSubscriptions: number;
  readonly maxSubscriptionQuestions: number;
  onError(error: unknown): void;
}

export function createHub({ maxSubscriptions, maxSubscriptionQuestions, onError }: HubParts): Hub {
  const listeners = new Map<Uid, Set<Listener>>();
  const questions = createQuestions<Listener>(maxSubscriptionQuestions);
  let size = 0;
  const listening = (uid: Uid, documentId: string): Listener[] =>
    [...(listeners.get(uid) ?? [])].filter(
      (each) => each.documentId === null || each.documentId === documentId,
    );
  const remove = (listener: Listener): boolean => {
    if (!listeners.get(listener.uid)?.delete(listener)) return false;
    size -= 1;
    questions.remove(listener);
    return true;
  };

  /** An event may only say that a document is gone if the subscriber saw it before. */
  async function seenBefore(uid: Uid, documentId: string): Promise<ReadonlyMap<string, Seen | null>> {
    const before = new Map<string, Seen | null>();
    const asked = new Set<string>();
    await Promise.all(
      listening(uid, documentId).map(async (listener) => {
        try {
          const reader = await listener.reader(documentId);
          if (!reader || asked.has(reader.key)) return;
          asked.add(reader.key);
          before.set(reader.key, await reader.read());
        } catch (error) {
          // The write goes on; its subscribers get no event that the document is gone.
          onError(error);
        }
      }),
    );
    return before;
  }

  return {
    listen(listener) {
      if (size >= maxSubscriptions) throw coreErrors.SERVER_BUSY(1);
      for (const { loser, error } of questions.add(listener)) if (remove(loser)) loser.end(error);
      const all = listeners.get(listener.uid) ?? new Set();
      listeners.set(listener.uid, all.add(listener));
      size += 1;
      return () => void remove(listener);
    },

    async prepare({ type: { uid }, documentId, followUps }) {
      const before = await seenBefore(uid, documentId);
      followUps.push({
        name: 'graphql',
        joins: false,
        run: async ({ tx, action: { operation: event }, written }) =>
          tx.afterCommit(() => {
            const rows = new Set(written.map(({ id }) => id));
            const change: Change = { event, documentId, rows, before, after: new Map() };
            for (const listener of listening(uid, documentId)) listener.push(change);
          }),
      });
    },
  };
}
