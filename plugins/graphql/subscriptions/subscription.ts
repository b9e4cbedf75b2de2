// One subscription to changes of documents: a queue of changes, read one after the other as its client takes them.

import type { AppError } from '../../../core';
import type { SubscriptionClient } from '../context/client';
import { graphqlErrors } from '../errors';
import type { Change, ChangedEvent, Listener, Reader, States } from './change';
import { EventReads, type WholeReader } from './event-reads';

/** Why there is no event: a change that could not be read, or the end of the subscription. */
export class FailedChange {
  constructor(readonly error: unknown) {}
}

/** `key`, `now` and `at`: is a document seen? `whole`: with the selection of the subscription. */
export type DocumentReader = Reader & WholeReader;

export interface SubscriptionParts {
  readonly uid: string;
  readonly documentId: string | null;
  readonly question: string;
  readonly client: SubscriptionClient;
  readonly maxWaitingChanges: number;
  /** Throws the 403 when the subscriber may read no documents of the type. */
  reader(): Promise<DocumentReader>;
  /** Is the error a refusal, after which no event follows? */
  isRefusal(error: unknown): error is AppError;
  listen(listener: Listener): () => void;
}

type Payload = ChangedEvent | FailedChange;

/** Documents that a subscription remembers to have sent. */
const MOST_SENT = 1000;

export class Subscription implements AsyncGenerator<Payload> {
  readonly #parts: SubscriptionParts;
  readonly #queue: Change[] = [];
  /** documentId → the id of the row that was sent, and to which reader. */
  readonly #sent = new Map<string, { readonly row: number; readonly reader: string }>();
  readonly #leave: readonly (() => void)[];
  readonly #reads = new EventReads();
  #wake: (() => void) | null = null;
  /** The client has taken the last result. */
  #isAsked = false;
  /** Events that came while the client had not taken one. */
  #untaken = 0;
  #last: FailedChange | null = null;
  #hasEnded = false;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    const { uid, documentId, question, client } = parts;
    const leaveClient = client.subscribe(() => this.#recheck());
    try {
      const leaveHub = parts.listen({
        caller: client.caller,
        uid,
        documentId,
        question,
        reader: parts.reader,
        isRefusal: parts.isRefusal,
        sentRow: (id, reader) => this.#sentRow(id, reader),
        push: (change, states) => this.#push(change, states),
        end: (error) => this.#endWith(error),
      });
      this.#leave = [leaveHub, leaveClient];
    } catch (error) {
      leaveClient();
      throw error;
    }
  }

  async next(): Promise<IteratorResult<Payload>> {
    this.#parts.client.dequeue(this.#untaken);
    this.#untaken = 0;
    this.#isAsked = true;
    try {
      return await this.#next();
    } finally {
      this.#isAsked = false;
    }
  }

  async #next(): Promise<IteratorResult<Payload>> {
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

  /**
   * Nothing is pushed if the write changed no row that the subscriber may read. An example is a draft, for a subscriber of published
   * documents.
   */
  #push(change: Change, { key, before, after, isKnown }: States): boolean {
    const { client, maxWaitingChanges } = this.#parts;
    if (this.#hasEnded || this.#last || client.hasEnded) return false;
    const shown = after ?? before ?? this.#sentRow(change.documentId, key);
    if (shown === undefined || !change.rows.has(shown)) return false;
    if (isKnown) this.#remember(change.documentId, after, key);
    if (this.#queue.length >= maxWaitingChanges) {
      this.#endWith(graphqlErrors.GRAPHQL_CHANGES_MISSED(maxWaitingChanges));
      return false;
    }
    if (!this.#isAsked) {
      this.#untaken += 1;
      if (!client.enqueue()) return false;
    }
    this.#queue.push(change);
    this.#wake?.();
    return true;
  }

  /** The rest of the queue is dropped; the error is the last result. */
  #endWith(error: AppError): void {
    this.#last = new FailedChange(error);
    this.#queue.length = 0;
    this.#wake?.();
  }

  async #recheck(): Promise<void> {
    try {
      await this.#parts.reader();
    } catch (error) {
      if (!this.#parts.isRefusal(error)) throw error;
      this.#endWith(error);
    }
  }

  #sentRow(documentId: string, reader: string): number | undefined {
    const sent = this.#sent.get(documentId);
    return sent?.reader === reader ? sent.row : undefined;
  }

  /** Uses the permissions of this moment. */
  async #read(change: Change): Promise<Payload | null> {
    const { client, isRefusal } = this.#parts;
    try {
      await client.check();
      if (client.hasEnded) return null;
      const reader = await this.#parts.reader();
      return await this.#reads.read(change, this.#queue, reader);
    } catch (error) {
      if (isRefusal(error)) this.#end();
      return new FailedChange(error);
    }
  }

  #remember(documentId: string, row: number | null, reader: string): void {
    this.#sent.delete(documentId);
    if (row !== null) this.#sent.set(documentId, { row, reader });
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > MOST_SENT && oldest !== undefined) this.#sent.delete(oldest);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#parts.client.dequeue(this.#untaken);
    this.#untaken = 0;
    this.#queue.length = 0;
    for (const leave of this.#leave) leave();
    this.#wake?.();
  }
}
