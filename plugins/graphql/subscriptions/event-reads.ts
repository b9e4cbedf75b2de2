// Reads the documents of the events of one subscription. Changes that wait are read together, so a subscription that is behind catches up.
// Subscriptions with equal selections and rights share the events.
import { type Change, ChangedEvent, type Seen } from './change';

/** Reads with equal keys have the same result. */
export interface WholeReader {
  readonly wholeKey: string;
  /** The documents that are seen, by documentId. */
  whole(documentIds: readonly string[]): Promise<ReadonlyMap<string, Seen>>;
}

type Event = ChangedEvent | null;

/** Changes that are read together. */
const MOST = 64;

export class EventReads {
  #most = 2;
  /** Events that are not sent yet. A change itself holds none: it may wait long for another, slow subscriber. */
  readonly #held = new Map<Change, Promise<Event | undefined>>();

  /** null: the document has another row by now, which the write did not change. `later`: changes that wait behind it. */
  async read(change: Change, later: readonly Change[], reader: WholeReader): Promise<Event> {
    for (;;) {
      const event = await (eventOf(change, reader) ?? this.#begin(change, later, reader));
      if (event === undefined) continue;
      this.#held.delete(change);
      return event;
    }
  }

  /** undefined: the reads together have failed. One of them may be too large, or fail alone. */
  #begin(change: Change, later: readonly Change[], reader: WholeReader): Promise<Event | undefined> {
    const others = later.slice(0, this.#most - 1).filter((each) => !eventOf(each, reader));
    const changes = [change, ...others];
    const { wholeKey } = reader;
    const found = reader.whole([...new Set(changes.map(({ documentId }) => documentId))]).then(
      (documents) => {
        this.#most = Math.min(MOST, this.#most * 2);
        return documents;
      },
      (error: unknown) => {
        this.#most = 1;
        for (const { events } of changes) events.delete(wholeKey);
        if (others.length === 0) throw error;
        return null;
      },
    );
    const begun = (each: Change): Promise<Event | undefined> => {
      const event = found.then((documents) => (documents ? asEvent(each, documents) : undefined));
      each.events.set(wholeKey, new WeakRef(event));
      this.#held.set(each, event);
      return event;
    };
    this.#held.clear();
    const event = begun(change);
    others.forEach(begun);
    return event;
  }
}

const eventOf = ({ events }: Change, { wholeKey }: WholeReader): Promise<Event | undefined> | undefined =>
  events.get(wholeKey)?.deref();

function asEvent({ event, documentId, rows }: Change, documents: ReadonlyMap<string, Seen>): Event {
  const document = documents.get(documentId) ?? null;
  return document && !rows.has(document.id) ? null : new ChangedEvent(event, documentId, document);
}
