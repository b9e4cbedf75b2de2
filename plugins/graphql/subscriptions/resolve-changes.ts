// The fields `articleChanged`: the permission of the subscriber, and the reads that its events need.
import { AppError, type ContentType, ownDocumentId, type PreparedRead, type ReadWords } from '../../../core';
import { callerKey } from '../context/client';
import { withinTime } from '../context/deadline';
import { NodeBudget, within } from '../context/row-budget';
import { changedAction } from '../model/subscribed-types';
import { documentsIn, listsShape, toListWords } from '../read/look-ahead';
import { idOf, lookingAt, paramWords, type ReadSources, type Resolver } from '../read/read-sources';
import { selectionOf } from '../read/reading';
import type { ChangedEvent, Seen } from './change';
import type { Hub } from './hub';
import { type DocumentReader, FailedChange, Subscription } from './subscription';

export interface ChangeSources extends ReadSources {
  /** Milliseconds of one read of a subscription; 0: no limit. */
  readonly timeout: number;
}

export function changesSubscriber(type: ContentType, hub: Hub, sources: ChangeSources): Resolver {
  const { model, timeout } = sources;
  const facts = model.of(type.uid);
  /** As much as the reads of the documents one by one. */
  const budget = (documents: number) => new NodeBudget(sources.nodeLimit * documents, null);
  return async (_root, args, context, info) => {
    const { client, operationText } = context;
    if (!client) throw new Error('A subscription needs a connection');
    const isSingle = type.kind === 'singleType';
    const action = changedAction(type, model, isSingle ? '' : idOf(args));
    const documentId = isSingle
      ? ownDocumentId(type, context.callerWith(await context.authorize(action)))
      : idOf(args);
    const { read } = sources.documents();
    /** Texts that are too long to share are of this subscription alone. */
    const shared = operationText === null ? { own: unique() } : { operationText };
    const wholeText = `graphql changed ${JSON.stringify([info.path.key, shared])}`;
    const briefText = `graphql changed ${JSON.stringify([args, type.uid])}`;

    const reader = async (): Promise<DocumentReader> => {
      const visibility = await context.authorize(action);
      const caller = context.callerWith(visibility);
      const asked = (): ReadWords => ({
        ...paramWords(args, model),
        ...toListWords(args, facts, model),
        caller,
        visibility,
        limits: sources.limits,
      });
      const selection = () =>
        listsShape(documentsIn(selectionOf(info)), type.uid, lookingAt(sources, info, visibility));
      const brief = () =>
        read.prepareText(type, 'findOne', briefText, visibility, () => ({
          ...asked(),
          fields: ['documentId'],
        }));
      const whole = () =>
        read.prepareText(type, 'findOne', wholeText, visibility, () => ({
          ...asked(),
          ...selection(),
        }));
      const now = (prepare: () => PreparedRead, ids: readonly string[]) =>
        withinTime(timeout, true, null, (control) =>
          read.runEach(within(prepare(), budget(ids.length)), ids, control, caller),
        );
      return {
        key: `${visibility.scope} ${briefText}`,
        now: async (ids) => rowsOf(await now(brief, ids)),
        at: async (moment, ids) =>
          rowsOf(
            await withinTime(timeout, true, null, () =>
              read.runEachAt(moment, within(brief(), budget(ids.length)), ids),
            ),
          ),
        // A plugin may show each caller other values.
        wholeKey: `${read.loadsPerCaller() ? callerKey(context.request) : ''} ${visibility.scope} ${wholeText}`,
        whole: async (ids) => documentsOf(await now(ids.length === 1 ? whole : () => together(whole()), ids)),
      };
    };
    const wholeKey = await checkedKey(client.reserve(), reader, documentId ?? UNKNOWN_ID);
    return new Subscription({
      uid: type.uid,
      documentId,
      question: wholeKey,
      client,
      maxWaitingChanges: hub.maxWaitingChanges,
      reader,
      isRefusal: (error): error is AppError =>
        error instanceof AppError && (error.status === 401 || error.status === 403),
      listen: (listener) => hub.listen(listener),
    });
  };
}

/** Reads once: bad filters are refused now, not with the first event. */
async function checkedKey(
  release: () => void,
  reader: () => Promise<DocumentReader>,
  documentId: string,
): Promise<string> {
  try {
    const { whole, wholeKey } = await reader();
    await whole([documentId]);
    return wholeKey;
  } finally {
    release();
  }
}

/** The payload of an event is its value. */
export function resolveChange(payload: unknown): ChangedEvent {
  if (payload instanceof FailedChange) throw payload.error;
  return payload as ChangedEvent;
}

const documentsOf = (texts: ReadonlyMap<string, string>): Map<string, Seen> =>
  new Map([...texts].map(([documentId, text]) => [documentId, JSON.parse(text) as Seen]));

const rowsOf = (texts: ReadonlyMap<string, string>): Map<string, number> =>
  new Map([...documentsOf(texts)].map(([documentId, { id }]) => [documentId, id]));

/** Documents that are read before their events can be sent stay in memory. */
const together = (prepared: PreparedRead): PreparedRead => ({
  ...prepared,
  limits: { ...prepared.limits, answerBytes: Math.min(MOST_TOGETHER, prepared.limits.answerBytes) },
});

/** Bytes. */
const MOST_TOGETHER = 1_048_576;

/** An id that no document has. */
const UNKNOWN_ID = '0'.repeat(24);

let subscriptions = 0;
const unique = (): number => {
  subscriptions += 1;
  return subscriptions;
};
