// What a deployment sends: the answer to a request, and the events of a subscription.

/** How the events of a subscription are sent. */
export type Transport = 'event stream' | 'web socket';

/** An event of a subscription: `next` with data or errors, `complete`, or `close`: the connection has ended. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface Listener {
  /** Waits for the next event as long as a request waits for its answer. */
  next(): Promise<StreamEvent>;
  /** null: no event has arrived within this time. */
  nextWithin(milliseconds: number): Promise<StreamEvent | null>;
  close(): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly body: unknown;
}
