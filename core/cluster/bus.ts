// The bus: messages to all processes on one database. A message of this process reaches its own subscribers at once. Other processes get
// it through a table (bus-table.ts) or Redis (bus-redis.ts). Topics and messages carry ids, never secrets or rights: every process can read them.
import { AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Tx } from '../database/database';
import type { Observe } from './observe';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface Bus {
  /** The name of this process on the bus; new with each start. */
  readonly node: string;
  /** With `tx`: after its commit, and never after a rollback. A process that is killed after the commit may lose the message. */
  publish(topic: string, message: JsonValue, tx?: Tx): void;
  /** Messages of a topic, each once, those of this process included. Returns the function that ends it. */
  subscribe(topic: string, take: (message: JsonValue, from: string) => void): () => void;
  /** Messages may be missing: forget everything that messages keep fresh. */
  onGap(forgetAll: () => void): () => void;
  readonly state: BusState;
}

export type BusKind = 'process' | 'table' | 'redis';

export interface BusState {
  readonly kind: BusKind;
  /** Messages of other processes cannot be read now. */
  readonly down: boolean;
  /** Milliseconds that the last messages took from process to process; null: none was measured. */
  readonly lag: number | null;
}

export interface Message {
  readonly topic: string;
  readonly message: JsonValue;
}

/** How messages reach other processes. */
export interface Transport {
  /** In order. Rejects when nothing was sent. */
  send(messages: readonly (Message & { readonly seq: number })[]): Promise<void>;
}

export interface BusTransport extends Transport {
  /** Finds the place from which on messages are read, and begins to read. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface BusParts {
  readonly bus: Bus;
  /** From now on, messages leave the process. */
  open(transport: Transport): void;
  deliver(message: Message, from: string): void;
  gap(reason: string): void;
  /** What was read before messages were read may be old. */
  forgetAll(): void;
  setDown(down: boolean, error?: unknown): void;
  setLag(milliseconds: number): void;
  /** Sends what waits. */
  close(): Promise<void>;
}

/** Above this number the oldest waiting messages are dropped. Their numbers are missing then, and other processes see the gap. */
const MOST_WAITING = 1_000;
const RETRY_MILLISECONDS = 250;

export function createBus(observe: Observe, kind: BusKind = 'process'): BusParts {
  const node = randomBytes(9).toString('base64url');
  const subscribers = new Map<string, Set<(message: JsonValue, from: string) => void>>();
  const gaps = new Set<() => void>();
  // Work of the bus belongs to no transaction and to no request, also when code inside one publishes.
  const outside = new AsyncResource('quire bus');
  const waiting: (Message & { readonly seq: number })[] = [];
  let transport: Transport | null = null;
  let sending: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let seq = 0;
  let down = false;
  let lag: number | null = null;
  let isUnsent = false;

  const call = (topic: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      observe({ event: 'bus.subscriber', topic, error });
    }
  };
  const deliver = ({ topic, message }: Message, from: string): void => {
    for (const take of subscribers.get(topic) ?? []) call(topic, () => take(message, from));
  };

  async function send(): Promise<void> {
    while (transport !== null && waiting.length > 0) {
      const batch = waiting.slice(0, 100);
      await transport.send(batch);
      // The oldest may have been dropped meanwhile.
      const last = batch.at(-1)?.seq ?? 0;
      while (waiting[0] !== undefined && waiting[0].seq <= last) waiting.shift();
    }
  }

  function flush(): Promise<void> {
    clearTimeout(retry);
    sending ??= outside
      .runInAsyncScope(send)
      .then(
        () => {
          isUnsent = false;
        },
        (error: unknown) => {
          // The reader reports a database or a Redis that does not answer at all.
          if (!isUnsent && !down) {
            isUnsent = true;
            observe({ event: 'bus.unsent', error });
          }
          retry = setTimeout(() => void flush(), RETRY_MILLISECONDS).unref();
        },
      )
      .finally(() => {
        sending = null;
      });
    return sending;
  }

  const publishNow = (topic: string, message: JsonValue): void => {
    deliver({ topic, message }, node);
    seq += 1;
    waiting.push({ topic, message, seq });
    if (waiting.length > MOST_WAITING) waiting.shift();
    // The messages of one turn leave together.
    if (transport !== null && waiting.length === 1) outside.runInAsyncScope(setImmediate, null, flush);
  };

  const forgetAll = (): void => {
    for (const forget of gaps) call('gap', forget);
  };

  return {
    bus: {
      node,
      publish(topic, message, tx) {
        if (tx) tx.afterCommit(() => publishNow(topic, message));
        else publishNow(topic, message);
      },
      subscribe(topic, take) {
        const taking = subscribers.get(topic) ?? new Set();
        subscribers.set(topic, taking);
        taking.add(take);
        return () => void taking.delete(take);
      },
      onGap(forgetAll) {
        gaps.add(forgetAll);
        return () => void gaps.delete(forgetAll);
      },
      get state() {
        return { kind, down, lag };
      },
    },
    open(given) {
      transport = given;
      if (waiting.length > 0) void flush();
    },
    deliver,
    gap(reason) {
      observe({ event: 'bus.gap', reason });
      forgetAll();
    },
    forgetAll,
    setDown(value, error) {
      if (value === down) return;
      down = value;
      observe(down ? { event: 'bus.down', kind, error } : { event: 'bus.up', kind });
    },
    setLag(milliseconds) {
      lag = Math.max(0, milliseconds);
    },
    async close() {
      await sending;
      await flush();
      clearTimeout(retry);
      transport = null;
    },
  };
}
