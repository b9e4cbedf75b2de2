// Brings changes of one document into the order of their writes. Messages of two processes may arrive in any order, and a write of this
// process is known before the message about the write that it follows. Each change names the time of that former write.

export interface OrderedChange {
  /** Of type and document. */
  readonly key: string;
  /** The time of the write. It grows with each write to one document, in all processes. */
  readonly at: string;
  /** The time of the write before it; null: it has none, or it is not known. */
  readonly after: string | null;
  deliver(): void;
}

export interface DocumentOrder {
  /** Delivers the change at once if nothing is missing before it. */
  add(change: OrderedChange): void;
  /** A write of another document has changed the time of this one. */
  touch(key: string, at: string): void;
  close(): void;
}

/** Milliseconds. The bus has delivered older writes. */
const RECENT = 5_000;
/** Milliseconds. A change does not wait longer: the message before it is lost, or clocks differ. */
const LONGEST_WAIT = 2_000;
/** Documents that were written last. */
const MOST_KNOWN = 10_000;

export function createDocumentOrder(clock = () => Date.now()): DocumentOrder {
  /** The time of the last delivered change, by document. The document that was written last stands last. */
  const delivered = new Map<string, string>();
  const waiting = new Map<string, OrderedChange[]>();
  const timers = new Set<NodeJS.Timeout>();

  const isMissing = ({ key, after }: OrderedChange): boolean =>
    after !== null && clock() - Date.parse(after) < RECENT && (delivered.get(key) ?? '') < after;

  function remember(key: string, at: string): void {
    const last = delivered.get(key) ?? '';
    delivered.delete(key);
    delivered.set(key, at > last ? at : last);
    const [oldest] = delivered.keys();
    if (delivered.size > MOST_KNOWN && oldest !== undefined) delivered.delete(oldest);
  }

  function deliver(change: OrderedChange): void {
    remember(change.key, change.at);
    change.deliver();
  }

  /** `until`: changes up to this time are delivered in any case. */
  function release(key: string, until: string): void {
    const held = waiting.get(key) ?? [];
    for (let next = held[0]; next && (next.at <= until || !isMissing(next)); next = held[0]) {
      held.shift();
      deliver(next);
    }
    if (held.length === 0) waiting.delete(key);
  }

  return {
    add(change) {
      const { key, at } = change;
      if (!isMissing(change)) {
        deliver(change);
        release(key, '');
        return;
      }
      const held = [...(waiting.get(key) ?? []), change];
      waiting.set(
        key,
        held.sort((one, other) => (one.at < other.at ? -1 : 1)),
      );
      const timer = setTimeout(() => {
        timers.delete(timer);
        release(key, at);
      }, LONGEST_WAIT).unref();
      timers.add(timer);
    },
    touch(key, at) {
      remember(key, at);
      release(key, '');
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      waiting.clear();
    },
  };
}
