// The hash of an entry covers the entry and the hash of the one before. So an entry that is changed, removed or added breaks the chain.
import { createHash, createHmac } from 'node:crypto';
import type { AuditEvent } from './types';

/** Before the first entry. */
export const START = '0'.repeat(64);

export interface Link extends Omit<AuditEvent, 'details' | 'actor'> {
  readonly seq: number;
  /** As the database has them. */
  readonly actor: string;
  readonly details: string;
}

export function hashOf(previous: string, link: Link, key: string | undefined): string {
  const { seq, event, at, actor, ip, request, type, documentId, details } = link;
  const text = JSON.stringify([previous, seq, event, at, actor, ip, request, type, documentId, details]);
  return (key === undefined ? createHash('sha256') : createHmac('sha256', key)).update(text).digest('hex');
}
