// Reads the documents of the events of one subscription. Changes that wait are read together, so a subscription that is behind catches up.
// Subscriptions with equal selections and rights share the events.
import { type Change, ChangedEvent, type ReadEvent, type Seen } from './change';

/** Reads with equal keys have the same result. */
export interface WholeReader {
  readonly wholeKey: string;
  /** The documents that are seen, by documentId. */
  whole(documentIds: readonly string[]): Promise<ReadonlyMap<string, Seen>>;
}

type Event = ChangedEvent | null;

/** Changes that are read together. */
const MOST = 64;
/** Milliseconds. The caller of an older event may not see the document any more. A slow client gets a new read. */
const FRESH = 1_000;

export class EventReads {
  #most = 2;
  /** Events that are not sent yet. A change itself holds none: it may wait long for another, slow subscriber. */
  readonly #held = new Map<Change, ReadEvent>();
  #end: NodeJS.Timeout | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** null: the document has another row by now, which the write did not change. `later`: changes that wait behind it. */
  async read(change: Change, later: readonly Change[], reader: WholeReader): Promise<Event> {
    for (;;) {
      const event = await (this.#known(change, reader) ?? this.#begin(change, later, reader)).event;
      if (event === undefined) continue;
      this.#held.delete(change);
      return event;
    }
  }

  #known({ events }: Change, { wholeKey }: WholeReader): ReadEvent | undefined {
    const found = events.get(wholeKey)?.deref();
    return found && this.now() - found.at < FRESH ? found : undefined;
  }

  #begin(change: Change, later: readonly Change[], reader: WholeReader): ReadEvent {
    const others = later.slice(0, this.#most - 1).filter((each) => !this.#known(each, reader));
    const changes = [change, ...others];
    const { wholeKey } = reader;
    const at = this.now();
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
    const begun = (each: Change): ReadEvent => {
      const event = found.then((documents) => (documents ? asEvent(each, documents) : undefined));
      const read = { at, event };
      each.events.set(wholeKey, new WeakRef(read));
      this.#held.set(each, read);
      return read;
    };
    this.#held.clear();
    const read = begun(change);
    others.forEach(begun);
    this.#forgetLater();
    return read;
  }

  /** A client that takes no events keeps none in memory. */
  #forgetLater(): void {
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#held.clear(), FRESH).unref();
  }
}

function asEvent({ event, documentId, rows }: Change, documents: ReadonlyMap<string, Seen>): Event {
  const document = documents.get(documentId) ?? null;
  return document && !rows.has(document.id) ? null : new ChangedEvent(event, documentId, document);
}
