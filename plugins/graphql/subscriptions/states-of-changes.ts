// Which row a group of subscribers saw before each change, and which it sees now. The changes are read together.
import type { Moment } from '../../../core';
import type { Change, Listener, Reader, SeenRows, States } from './change';
import type { ReadTime } from './evaluation-pace';
import type { KnownStates } from './known-states';

export interface Asked {
  /** In the order of the queue. */
  readonly changes: readonly Change[];
  readonly reader: Reader;
  /** The listeners of a change; all have rights equal to those of the reader. */
  listenersOf(change: Change): readonly Listener[];
  /** Another change of the document waits behind it. */
  isChangedAgain(change: Change): boolean;
}

export interface StatesOfChanges {
  /** By change, for each of its listeners; null: the earlier state is lost. */
  readonly states: ReadonlyMap<Change, readonly (readonly [Listener, States | null])[]>;
  readonly read: ReadTime;
  /** Why a read of an earlier state failed. */
  readonly errors: readonly unknown[];
}

export async function statesOfChanges(asked: Asked, known: KnownStates): Promise<StatesOfChanges> {
  const { changes, reader, listenersOf, isChangedAgain } = asked;
  const { key } = reader;
  const at = performance.now();
  const reading = reader.now([...new Set(changes.map(({ documentId }) => documentId))]);
  const blocked = performance.now() - at;
  const now = await reading;
  const read = { blocked, total: performance.now() - at };
  const afterOf = ({ documentId }: Change): number | null => now.get(documentId) ?? null;
  /** Otherwise `after` is the state between this write and the next one. */
  const isAsked = (change: Change): boolean => afterOf(change) === null || isChangedAgain(change);
  /** The earlier state is older than what is known. */
  const isFresh = ({ documentId, earlier }: Change): boolean => {
    const state = known.of(key, documentId);
    return !!state && !!earlier && (state.at >= earlier.since || state.order >= earlier.commits);
  };
  const { found, errors } = await readEarlier(
    reader,
    changes.filter((change) => change.earlier !== null && isAsked(change) && !isFresh(change)),
  );

  /** The row that the listener saw before; undefined: not known. A listener learns nothing of the time before it began. */
  const beforeOf = (change: Change): ((listener: Listener) => number | null | undefined) => {
    const { documentId, earlier } = change;
    const state = known.of(key, documentId);
    if (state && isFresh(change)) return () => state.row;
    const rows = earlier?.moment ? found.get(earlier.moment) : undefined;
    if (rows) return () => rows.get(documentId) ?? null;
    return (listener) => (state && known.isOf(listener, state) ? state.row : undefined);
  };

  const statesOf = (change: Change): (readonly [Listener, States | null])[] => {
    const { documentId, earlier, event } = change;
    const after = afterOf(change);
    const isAgain = isChangedAgain(change);
    // Of a document that is not seen now, the state between two writes is not known.
    const isCreate = event === 'create';
    const isKnown = after !== null || !isAgain || isCreate;
    const rowBefore = beforeOf(change);
    const all = listenersOf(change).map((listener): readonly [Listener, States | null] => {
      // The event shows the document as it is: the earlier state does not matter.
      if (earlier !== null && !isAsked(change)) return [listener, { key, before: null, after, isKnown }];
      const row = rowBefore(listener);
      const before = row ?? null;
      // A write of another process has no earlier state here.
      if (earlier === null) return [listener, { key, before, after, isKnown }];
      const wasSent = listener.sentRow(documentId, key) !== undefined;
      if (row === undefined && !wasSent) return [listener, null];
      // The event of the later write shows the document.
      if (before === null && isAgain && !wasSent)
        return [listener, { key, before, after: null, isKnown: false }];
      return [listener, { key, before, after, isKnown }];
    });
    // A later write may have hidden a document that this one has shown, also a write that is committed and not in the queue yet. The
    // earlier state of that write says so; only if it is lost, the document counts as not seen.
    const wasSeen = isCreate || all.some(([, found]) => found !== null && found.before !== null);
    if (all.every(([, found]) => found?.isKnown !== false) && isKnown)
      known.set(key, documentId, {
        row: after,
        at: after === null && wasSeen ? UNREAD : at,
        order: change.order,
      });
    return all;
  };
  return { states: new Map(changes.map((change) => [change, statesOf(change)])), read, errors };
}

/** The time of a state that is less sure than any earlier state that shows its change. */
const UNREAD = -1;

/** The rows that were seen in the earlier states of the changes. The state of a change that waited too long is lost. */
async function readEarlier(
  reader: Reader,
  changes: readonly Change[],
): Promise<{ readonly found: ReadonlyMap<Moment, SeenRows>; readonly errors: readonly unknown[] }> {
  const documents = new Map<Moment, Set<string>>();
  for (const { documentId, earlier } of changes)
    if (earlier?.moment)
      documents.set(earlier.moment, (documents.get(earlier.moment) ?? new Set()).add(documentId));
  const found = new Map<Moment, SeenRows>();
  const errors: unknown[] = [];
  for (const [moment, ids] of documents) {
    try {
      found.set(moment, await reader.at(moment, [...ids]));
    } catch (error) {
      errors.push(error);
    }
  }
  return { found, errors };
}
