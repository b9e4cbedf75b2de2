// The lines of the log about replicas.
import type { Logger } from '../../kernel/log/logger';
import type { Events } from '../../kernel/observe/events';
import type { ReplicaStatus } from '../database';

type Line = readonly [level: 'info' | 'warn' | 'error', message: string];

const LINES: Readonly<Record<Exclude<ReplicaStatus, 'unknown'>, Line>> = {
  used: ['info', 'A replica of the database answers reads'],
  behind: ['warn', 'A replica of the database is behind its primary; the other servers answer its reads'],
  away: ['warn', 'A replica of the database does not answer; the other servers answer its reads'],
  wrong: ['error', 'A server of database.replicas cannot serve reads; the other servers answer them'],
  primary: ['warn', 'A server of database.replicas takes writes itself, so it answers no reads as a replica'],
};

export function logReplicas(events: Events, log: Pick<Logger, 'info' | 'warn' | 'error'>): void {
  events.observe('database.replica', ({ address, status, reason }) => {
    if (status === 'unknown') return;
    const [level, message] = LINES[status];
    log[level](message, { replica: address, ...(reason && { reason }) });
  });
}
