// What happens between processes, as one union of events. The log reads them today.
import type { Logger } from '../kernel/log/logger';

export type ClusterEvent =
  | { readonly event: 'bus.down'; readonly kind: string; readonly error: unknown }
  | { readonly event: 'bus.up'; readonly kind: string }
  | { readonly event: 'bus.gap'; readonly reason: string }
  | { readonly event: 'bus.subscriber'; readonly topic: string; readonly error: unknown }
  | { readonly event: 'shared.failed'; readonly name: string; readonly error: unknown }
  | { readonly event: 'lease.lost'; readonly name: string; readonly token: number };

export type Observe = (event: ClusterEvent) => void;

type EventName = ClusterEvent['event'];

const LINES: Readonly<Record<EventName, readonly ['debug' | 'info' | 'warn' | 'error', string]>> = {
  'bus.down': ['warn', 'Messages of other processes cannot be read; their changes arrive later'],
  'bus.up': ['info', 'Messages of other processes can be read again'],
  'bus.gap': ['info', 'Messages of another process are missing; all shared values are read again'],
  'bus.subscriber': ['error', 'A subscriber of the bus failed'],
  'shared.failed': ['warn', 'A shared value could not be read; the last one stays in use'],
  'lease.lost': ['warn', 'A lease was lost; its work must stop'],
};

export const logEvents =
  (log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>): Observe =>
  ({ event, ...details }) => {
    const [level, message] = LINES[event];
    log[level](message, details);
  };
