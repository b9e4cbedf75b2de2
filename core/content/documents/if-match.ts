// The condition that a document is as its caller read it: an ETag of REST, or the time of its last change.
import { coreErrors } from '../../kernel/errors/core-errors';
import { tagMatcher } from '../../kernel/http/response/tag-matcher';
import type { Precondition } from './write-action';

/** What an ETag of a document says about its row; the checksum of the response follows a dash. */
export const rowTag = (id: string, updatedAt: string): string => `${id}.${Date.parse(updatedAt)}`;

export interface ConditionHeaders {
  readonly ifMatch?: string | undefined;
  /** Only `*` counts for a write: the row must not exist yet. */
  readonly ifNoneMatch?: string | undefined;
}

/** The check of the headers against the locked rows; undefined without them. */
export function preconditionOf({ ifMatch, ifNoneMatch }: ConditionHeaders): Precondition | undefined {
  const matches = ifMatch === undefined ? undefined : matchOf(ifMatch);
  if (ifNoneMatch?.trim() !== '*') return matches;
  return (rows, isStored) => {
    matches?.(rows, isStored);
    if (isStored) throw coreErrors.DOCUMENT_STALE('If-None-Match is "*", but the document exists already');
  };
}

/** `*` accepts any existing row. */
function matchOf(header: string): Precondition {
  const matches = tagMatcher(header);
  return (rows) => {
    const current = rows.map(({ id, values }) => rowTag(String(id), String(values.updated_at)));
    if (!current.some(matches)) throw stale();
  };
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** The same for an item of a bulk write. GraphQL has no ETags, so the value of `updatedAt` counts, too. */
export function itemPreconditionOf(ifMatch: string | undefined): Precondition | undefined {
  if (ifMatch === undefined || !TIME.test(ifMatch)) return preconditionOf({ ifMatch });
  const wanted = Date.parse(ifMatch);
  return (rows) => {
    if (!rows.some(({ values }) => Date.parse(String(values.updated_at)) === wanted)) throw stale();
  };
}

const stale = (): Error =>
  coreErrors.DOCUMENT_STALE(
    'The document has changed since it was read; read it again and repeat the change',
  );
