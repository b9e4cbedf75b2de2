// Short functions for cases of subscriptions. They know when a write sent no event: an event of a later write has arrived.
import type { Bench, Deployment, Given, StreamEvent, Transport } from './case';

/** Subscriptions are enabled. Users have a value that rules can use, and rights are checked again each second. */
export const SUBSCRIBED: Deployment = {
  config: {
    plugins: {
      graphql: { config: { subscriptions: true, recheckSeconds: 1, callerFilterTime: 1000 } },
      'users-permissions': {
        config: { user: { attributes: { nick: { type: 'string' }, rank: { type: 'integer' } } } },
      },
    },
  },
};
export const TRANSPORTS: readonly Transport[] = ['event stream', 'web socket'];

export interface WatchOptions {
  /** `plainChanged` */
  readonly field: string;
  /** Arguments of the field: `(status: DRAFT)`. */
  readonly args?: string;
  /** What the events show of a document: `n name`. */
  readonly shows: string;
  readonly as?: string;
  readonly over?: Transport;
  /** A document that the subscriber sees. Its creation is the last event of a part. */
  readonly last: Given;
}

export interface Watch {
  /**
   * The changes since the last call: `{ event, documentId, document }`, `{ errors }`, and `complete` or `close` when the subscription has
   * ended.
   */
  seen(): Promise<unknown[]>;
  /** The same where the rights of the subscriber change within seconds: writes until an event arrives. */
  seenLater(): Promise<unknown[]>;
  /** The changes until the end, without a write. */
  ended(): Promise<unknown[]>;
}

/** The ids of the last documents, for all watches of a case. */
const lasts = new WeakMap<Bench, Set<unknown>>();

/** Milliseconds until another write shows whether a subscription over a WebSocket has begun. */
const AGAIN = 300;
const TRIES = 200;

export async function watch(bench: Bench, options: WatchOptions): Promise<Watch> {
  const { field, args = '', shows, as, over = 'event stream', last } = options;
  const query = `subscription { ${field}${args} { event documentId document { ${shows} } } }`;
  const listener = await bench.listen({ body: { query }, ...(as === undefined ? {} : { as }) }, over);
  const own = lasts.get(bench) ?? new Set<unknown>();
  lasts.set(bench, own);
  const write = async (): Promise<unknown> => {
    await bench.make('last', last);
    const id = bench.value('last.documentId');
    own.add(id);
    return id;
  };
  const until = async (id: unknown, first?: StreamEvent): Promise<unknown[]> => {
    const changes: unknown[] = [];
    for (let next = first; ; next = undefined) {
      const { event, data } = next ?? (await listener.next());
      if (event !== 'next') return [...changes, event];
      const { errors, data: found } = Object(data);
      if (errors) changes.push({ errors });
      const change = Object(found)[field];
      if (!change) continue;
      if (change.documentId === id) return changes;
      if (!own.has(change.documentId)) changes.push(change);
    }
  };
  const firstEvent = async (): Promise<StreamEvent> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await write();
      const event = await listener.nextWithin(AGAIN);
      if (event) return event;
    }
    return bench.fail('no event arrives after any write', 'an event', undefined);
  };
  if (over === 'web socket') await firstEvent();
  return {
    seen: async () => until(await write()),
    seenLater: async () => {
      const first = await firstEvent();
      return until(await write(), first);
    },
    ended: () => until(null),
  };
}
