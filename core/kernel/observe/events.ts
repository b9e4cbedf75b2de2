// What happens in the application, as one union of events: a request ended, a transaction was repeated, a message is missing. The log
// reads them; plugins for metrics and traces may too. Readers change nothing: code that must change something taps a hook.
import type { EventMap } from '../../types';
import { attribute } from '../errors/attribute';
import { errorSourceOf } from '../errors/error-source';
import { StartupError } from '../errors/startup-error';
import type { Logger } from '../log/logger';
import type { Tracer } from './tracer';

export type EventName = keyof EventMap & string;

/** An event with its name: `{ event: 'bus.gap', reason: '…' }`. */
export type AppEvent<N extends EventName = EventName> = {
  [Name in N]: { readonly event: Name } & Readonly<EventMap[Name]>;
}[N];

/** Whether an event has readers. Code that runs often asks first, before it makes the object. */
export interface Observation {
  readonly isObserved: boolean;
}

/** The readers of a plugin: their errors carry its name. */
export function attributedEvents(events: Events, plugin: string): Events {
  return {
    ...events,
    get tracer() {
      return events.tracer;
    },
    observe(names, read) {
      const at = `events.${[names].flat().join(', ')}`;
      return events.observe(names, attribute(read, { plugin, at }));
    },
  };
}

export interface Events {
  emit(event: AppEvent): void;
  /** Calls `read` for each event of these names, at once. Returns the function that ends it. */
  observe<N extends EventName>(names: N | readonly N[], read: (event: AppEvent<N>) => void): () => void;
  /** null: nothing is traced. */
  readonly tracer: Tracer | null;
  /** In `register`: from now on, this tracer encloses work in spans. There is at most one. */
  trace(tracer: Tracer): void;
  /** The same object for each call with a name; `isObserved` changes. */
  observation(name: EventName): Observation;
}

interface Readers {
  isObserved: boolean;
  all: readonly ((event: AppEvent) => void)[];
}

/** A reader that fails is logged, and disturbs neither the code that emits nor the other readers. */
export function createEvents(log: Pick<Logger, 'error'>): Events {
  const byName = new Map<string, Readers>();
  const readersOf = (name: string): Readers => {
    const known = byName.get(name);
    if (known) return known;
    const readers: Readers = { isObserved: false, all: [] };
    byName.set(name, readers);
    return readers;
  };
  const change = (readers: Readers, all: Readers['all']): void => {
    readers.all = all;
    readers.isObserved = all.length > 0;
  };
  let tracer: Tracer | null = null;
  return {
    get tracer() {
      return tracer;
    },
    trace(given) {
      if (tracer !== null)
        throw new StartupError('Two plugins trace the application. Disable one of them in config/plugins.');
      tracer = given;
    },
    emit(event) {
      for (const read of byName.get(event.event)?.all ?? []) {
        try {
          read(event);
        } catch (error) {
          log.error(`a reader of the event "${event.event}" failed`, { ...errorSourceOf(error), error });
        }
      }
    },
    observe(names, read) {
      const reader = read as unknown as (event: AppEvent) => void;
      const observed = [names].flat().map((name) => readersOf(name as string));
      for (const readers of observed) change(readers, [...readers.all, reader]);
      return () => {
        for (const readers of observed)
          change(
            readers,
            readers.all.filter((each) => each !== reader),
          );
      };
    },
    observation: readersOf,
  };
}
