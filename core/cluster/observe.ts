// The events of the cluster, and their lines in the log.

import type { Logger } from '../kernel/log/logger';
import type { AppEvent, Events } from '../kernel/observe/events';
import type { FoundDifference } from './config-differences';

declare module '../types' {
  interface EventMap {
    'bus.down': { readonly kind: string; readonly error: unknown };
    'bus.up': { readonly kind: string };
    /** Messages of this process wait, because they cannot be written. */
    'bus.unsent': { readonly error: unknown };
    'bus.gap': { readonly reason: string };
    'bus.subscriber': { readonly topic: string; readonly error: unknown };
    'shared.failed': { readonly name: string; readonly error: unknown };
    'lease.lost': { readonly name: string; readonly token: number };
    'cache.down': { readonly error: unknown };
    'cache.up': Record<never, never>;
    /** Something other than a process on this database has written the value. */
    'cache.refused': { readonly name: string };
    'config.differs': FoundDifference;
    /** The difference has ended. */
    'config.agrees': { readonly name: string; readonly own: string; readonly other: string };
  }
}

export type Observe = Events['emit'];

const LINES = {
  'bus.down': ['warn', 'Messages of other processes cannot be read; their changes arrive later'],
  'bus.up': ['info', 'Messages of other processes can be read again'],
  'bus.unsent': [
    'warn',
    'Messages of this process cannot be sent; other processes hear of its changes later',
  ],
  'bus.gap': ['info', 'Messages of another process are missing; all shared values are read again'],
  'bus.subscriber': ['error', 'A subscriber of the bus failed'],
  'shared.failed': ['warn', 'A watched value could not be read again; the last one stays in use'],
  'lease.lost': ['warn', 'A lease was lost; its work must stop'],
  'cache.down': ['warn', 'Redis does not answer; results that it keeps are read from the database'],
  'cache.up': ['info', 'Results that Redis keeps are used again'],
  'cache.refused': ['warn', 'A value in Redis has no valid signature; its result is read from the database'],
  'config.agrees': ['info', 'No running process has the other configuration any more'],
} as const;

type Logged = keyof typeof LINES;

export function logClusterEvents(events: Events, log: Pick<Logger, 'info' | 'warn' | 'error'>): void {
  events.observe(Object.keys(LINES) as Logged[], ({ event, ...details }: AppEvent<Logged>) => {
    const [level, message] = LINES[event];
    log[level](message, details);
  });
  events.observe('config.differs', ({ event, sentence, ...details }) => log.warn(sentence, details));
}
