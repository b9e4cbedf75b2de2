// One subscription to changes of documents: a queue of changes, read one after the other as its client takes them.
import type { SubscriptionClient } from './client';
import type { Change, Listener, Seen } from './hub';

export interface ChangedEvent {
  readonly event: string;
  readonly documentId: string;
  /** null: the subscriber sees the document no longer. */
  readonly document: unknown;
}

/** A change that could not be read, for the errors of its result. */
export class FailedChange {
  constructor(readonly error: unknown) {}
}

/** Reads a document as one subscriber may see it now. Reads with equal keys have the same result. */
export interface DocumentReader {
  /** Is the document seen? */
  readonly briefKey: string;
  brief(documentId: string): Promise<Seen | null>;
  /** With the selection of the subscription. */
  readonly wholeKey: string;
  whole(documentId: string): Promise<Seen | null>;
}

export interface SubscriptionParts {
  readonly uid: string;
  readonly documentId: string | null;
  readonly question: string;
  readonly client: SubscriptionClient;
  /** Throws the 403 when the subscriber may read no documents of the type. */
  reader(): Promise<DocumentReader>;
  /** Is the error a refusal, after which no event follows? */
  isRefusal(error: unknown): boolean;
  listen(listener: Listener): () => void;
}

type Payload = ChangedEvent | FailedChange;

/** Documents that a subscription remembers to have sent. */
const MOST_SENT = 1000;

export class Subscription implements AsyncGenerator<Payload> {
  readonly #parts: SubscriptionParts;
  readonly #queue: Change[] = [];
  /** documentId → the id of the row that was sent. */
  readonly #sent = new Map<string, number>();
  readonly #leave: readonly (() => void)[];
  #wake: (() => void) | null = null;
  #last: FailedChange | null = null;
  #hasEnded = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    const { uid, documentId, question, client } = parts;
    const leaveClient = client.subscribe();
    try {
      const leaveHub = parts.listen({
        caller: client.caller,
        uid,
        documentId,
        question,
        reader: (id) => this.#before(id),
        push: (change) => this.#push(change),
        end: (error) => {
          this.#last = new FailedChange(error);
          this.#wake?.();
        },
      });
      this.#leave = [leaveHub, leaveClient];
    } catch (error) {
      leaveClient();
      throw error;
    }
  }

  async next(): Promise<IteratorResult<Payload>> {
    while (!this.#hasEnded && !this.#parts.client.hasEnded) {
      if (this.#last) {
        this.#end();
        return { done: false, value: this.#last };
      }
      const change = this.#queue.shift();
      if (!change) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      this.#parts.client.dequeue();
      const value = await this.#read(change);
      if (value) return { done: false, value };
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Payload>> {
    this.#end();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<Payload>> {
    this.#end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
  }

  #push(change: Change): void {
    if (this.#hasEnded || this.#parts.client.hasEnded) return;
    if (!this.#parts.client.enqueue()) return;
    this.#queue.push(change);
    this.#wake?.();
  }

  async #before(documentId: string): ReturnType<Listener['reader']> {
    const reader = await this.#parts.reader().catch((error: unknown) => {
      if (this.#parts.isRefusal(error)) return null;
      throw error;
    });
    return reader && { key: reader.briefKey, read: () => reader.brief(documentId) };
  }

  /**
   * null: the subscriber gets no event, because the write changed no row that the subscriber may read. An example is a draft, for a
   * subscriber of published documents. Uses the permissions of this moment.
   */
  async #read({ event, documentId, rows, before, after }: Change): Promise<Payload | null> {
    const { client, isRefusal } = this.#parts;
    try {
      await client.check();
      if (client.hasEnded) return null;
      const reader = await this.#parts.reader();
      let reading = after.get(reader.wholeKey);
      if (!reading) {
        reading = reader.whole(documentId);
        after.set(reader.wholeKey, reading);
      }
      const document = await reading;
      const saw = before.get(reader.briefKey)?.id ?? this.#sent.get(documentId);
      const shown = document?.id ?? saw;
      if (shown === undefined || !rows.has(shown)) return null;
      this.#remember(documentId, document?.id);
      return { event, documentId, document };
    } catch (error) {
      if (isRefusal(error)) this.#end();
      return new FailedChange(error);
    }
  }

  #remember(documentId: string, row: number | undefined): void {
    if (row === undefined) this.#sent.delete(documentId);
    else this.#sent.set(documentId, row);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > MOST_SENT && oldest !== undefined) this.#sent.delete(oldest);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#parts.client.dequeue(this.#queue.length);
    this.#queue.length = 0;
    for (const leave of this.#leave) leave();
    this.#wake?.();
  }
}
