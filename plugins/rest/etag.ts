// ETags. A document: `"<row id>.<updatedAt in ms>-<checksum>"`; a list: a checksum. If-None-Match compares the whole tag.
// If-Match compares the part before the dash, inside the transaction of the write.
import { crc32 } from 'node:zlib';
import { coreErrors, type Precondition, type RequestContext } from '../../core';

export const listTag = (text: string): string => `"${digest(text)}"`;

/** `shown`: the text of the response, which may be in the v4 format. */
export function documentTag({ text, updatedAt }: { text: string; updatedAt: string }, shown: string): string {
  return `"${rowIdOf(text)}.${Date.parse(updatedAt)}-${digest(shown)}"`;
}

export function isNotModified(request: RequestContext, tag: string): boolean {
  const header = request.header('if-none-match');
  return header !== undefined && (header.trim() === '*' || tagsOf(header).includes(tag));
}

/** The check of If-Match against the locked rows; undefined without the header. `*` accepts any existing row. */
export function preconditionOf(header: string | undefined): Precondition | undefined {
  if (header === undefined) return undefined;
  // RFC 9110, 13.1.1: a weak tag matches nothing here.
  const wanted =
    header.trim() === '*'
      ? null
      : listOf(header)
          .filter((tag) => !tag.startsWith('W/'))
          .map((tag) => tag.slice(1).split('-')[0]);
  return (rows) => {
    const current = rows.map(({ id, values }) => `${id}.${Date.parse(String(values.updated_at))}`);
    if (!current.some((tag) => wanted?.includes(tag) ?? true))
      throw coreErrors.DOCUMENT_STALE(
        'The document has changed since it was read; read it again and repeat the change',
      );
  };
}

/** A checksum is enough to detect a change; a cryptographic hash made a list 8 % slower. */
const digest = (text: string): string => `${text.length.toString(36)}.${crc32(text).toString(36)}`;

/** `id` is the first key of every document. */
const rowIdOf = (text: string): string => /^\{"id":(\d+)/.exec(text)?.[1] ?? '';

const listOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());
const tagsOf = (header: string): string[] => listOf(header).map((tag) => tag.replace(/^W\//, ''));
