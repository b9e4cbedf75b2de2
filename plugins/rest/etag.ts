// ETags. A document: `"<row id>.<updatedAt in ms>-<checksum>"`; a list: a checksum. If-None-Match compares the whole tag.
// If-Match compares the part before the dash, inside the transaction of the write (core, if-match.ts).
import { crc32 } from 'node:zlib';
import { type ReadService, type RequestContext, rowTag } from '../../core';

/** A document as it was read. */
export type Outcome = NonNullable<Awaited<ReturnType<ReadService['runOne']>>>;

export const listTag = (text: string): string => `"${digest(text)}"`;

/** `shown`: the text of the response, which may be in the v4 format. */
export function documentTag({ text, updatedAt, computed }: Outcome, shown: string): string {
  if (computed?.from === shown) return computed.value;
  const tag = `"${rowTag(rowIdOf(text), updatedAt)}-${digest(shown)}"`;
  // Another text would stay in memory beside the kept one.
  if (computed && shown === text) Object.assign(computed, { from: text, value: tag });
  return tag;
}

export function isNotModified(request: RequestContext, tag: string): boolean {
  const header = request.header('if-none-match');
  return header !== undefined && (header.trim() === '*' || tagsOf(header).includes(tag));
}

/** A checksum is enough to detect a change; a cryptographic hash made a list 8 % slower. */
const digest = (text: string): string => `${text.length.toString(36)}.${crc32(text).toString(36)}`;

/** `id` is the first key of every document. */
const rowIdOf = (text: string): string => /^\{"id":(\d+)/.exec(text)?.[1] ?? '';

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
