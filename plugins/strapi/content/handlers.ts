// Who listens to events: `lifecycles` beside a schema, and `strapi.db.lifecycles.subscribe`.
import { check } from '../../../core';
import type { Parts } from '../project/load-project';

export interface LifecycleEvent {
  readonly action: string;
  readonly model: unknown;
  state: Record<string, unknown>;
  readonly params: { data?: Record<string, unknown>; where?: Readonly<Record<string, unknown>> };
  result?: unknown;
}

type Handler = (event: LifecycleEvent) => unknown;
export type Subscriber = Handler | Readonly<Record<string, unknown>>;

export interface Handlers {
  add(subscriber: Subscriber): () => void;
  /** Is there code for a type? */
  has(uid: string): boolean;
  /** Is there code for the reads of a type? null: of any type. */
  hasReads(uid: string | null): boolean;
  /** Returns the state, which the code may replace. */
  emit(
    uid: string,
    name: string,
    event: Omit<LifecycleEvent, 'action' | 'model'>,
  ): Promise<LifecycleEvent['state']>;
}

export interface HandlersOptions {
  parts(): Parts;
  contentType(uid: string): unknown;
}

const READS = /^(before|after)(FindOne|FindMany|Count)$/;

/** A function hears all events. */
const listensToReads = (source: unknown): boolean =>
  typeof source === 'function' ||
  (check.isPlainObject(source) &&
    Object.keys(source).some((name) => READS.test(name) && typeof source[name] === 'function'));

const isFor = (subscriber: Subscriber, uid: string): boolean => {
  if (typeof subscriber === 'function') return true;
  const { models } = subscriber;
  return !Array.isArray(models) || models.includes(uid);
};

export function createHandlers({ parts, contentType }: HandlersOptions): Handlers {
  const subscribers = new Set<Subscriber>();

  /** The functions for an event: the file of the type first. */
  function handlersOf(uid: string, name: string): Handler[] {
    const of = (source: unknown): Handler[] => {
      const handler = check.isPlainObject(source) ? source[name] : undefined;
      return typeof handler === 'function' ? [handler.bind(source) as Handler] : [];
    };
    const subscribed = [...subscribers].flatMap((subscriber): Handler[] => {
      if (typeof subscriber === 'function') return [subscriber];
      return isFor(subscriber, uid) ? of(subscriber) : [];
    });
    return [...of(parts().get(uid)?.value), ...subscribed];
  }

  return {
    add(subscriber) {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    has: (uid) => subscribers.size > 0 || parts().has(uid),
    hasReads(uid) {
      const files = uid === null ? [...parts().values()] : [parts().get(uid)];
      return (
        files.some((part) => listensToReads(part?.value)) ||
        [...subscribers].some(
          (subscriber) => listensToReads(subscriber) && (uid === null || isFor(subscriber, uid)),
        )
      );
    },
    async emit(uid, name, rest) {
      const handlers = handlersOf(uid, name);
      if (handlers.length === 0) return rest.state;
      const event: LifecycleEvent = { action: name, model: contentType(uid), ...rest };
      for (const handler of handlers) await handler(event);
      return event.state ?? rest.state;
    },
  };
}
