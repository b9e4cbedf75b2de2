// ETags: `"<row id>.<updatedAt ms>-<checksum of the text>"` for a document, a checksum alone for a list. If-None-Match compares
// all of it; If-Match compares what stands before the dash, inside the transaction that writes.
import { crc32 } from 'node:zlib';
import { coreErrors, type Precondition, type RequestContext } from '../../core';

export const listTag = (text: string): string => `"${digest(text)}"`;

/** `shown`: the text that is answered, which a client may have asked for in another format. */
export function documentTag({ text, updatedAt }: { text: string; updatedAt: string }, shown: string): string {
  return `"${rowIdOf(text)}.${Date.parse(updatedAt)}-${digest(shown)}"`;
}

export function isNotModified(request: RequestContext, tag: string): boolean {
  const header = request.header('if-none-match');
  return header !== undefined && (header.trim() === '*' || tagsOf(header).includes(tag));
}

/** The check of If-Match, for the row that is read under the lock; nothing where the header is absent. `*`: whatever is there. */
export function preconditionOf(request: RequestContext): Precondition | undefined {
  const header = request.header('if-match');
  if (header === undefined) return undefined;
  const wanted = header.trim() === '*' ? null : tagsOf(header).map((tag) => tag.slice(1).split('-')[0]);
  return (row) => {
    const current = row && `${row.id}.${Date.parse(String(row.values.updated_at))}`;
    if (current === null || wanted?.includes(current) === false)
      throw coreErrors.DOCUMENT_STALE(
        'The document has changed since it was read; read it again and repeat the change',
      );
  };
}

/** A checksum is enough to tell a text from the one before it; a cryptographic hash made a list 8 % dearer. */
const digest = (text: string): string => `${text.length.toString(36)}.${crc32(text).toString(36)}`;

/** `id` is the first key of every document. */
const rowIdOf = (text: string): string => /^\{"id":(\d+)/.exec(text)?.[1] ?? '';

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
