// Responses `{ data, meta }`, built from text that is already JSON.
import { Readable } from 'node:stream';
import type { Answer, PaginationMeta, RequestContext, TextPieces, TextResult } from '../../core';
import { documentTag, isNotModified, listTag, type Outcome } from './etag';

export function listAnswer(
  request: RequestContext,
  { text, pagination }: TextResult,
  withTag: boolean,
): Answer {
  const body = `{"data":${text},"meta":${metaText(pagination)}}`;
  if (!withTag) return { text: body };
  const tag = listTag(body);
  return isNotModified(request, tag) ? notModified(tag) : { headers: { ETag: tag }, text: body };
}

/** A large answer, sent while it is read. A checksum of it is not known before its end, so it has no ETag. */
export function piecesAnswer({ pieces, pagination, close }: TextPieces): Answer {
  const framing = framed(pieces, pagination);
  const stream = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      framing.next().then(
        ({ done, value }) => stream.push(done ? null : value),
        (error) => stream.destroy(error),
      );
    },
    // A stream of `Readable.from` would wait for the piece that is being read. `close` cancels its statement.
    destroy(error, destroyed) {
      close();
      destroyed(error);
    },
  });
  return { stream, type: 'application/json; charset=utf-8' };
}

async function* framed(
  pieces: AsyncIterable<string>,
  pagination: PaginationMeta | undefined,
): AsyncGenerator<string> {
  yield '{"data":';
  yield* pieces;
  yield `,"meta":${metaText(pagination)}}`;
}

/** `tag` null: the response has no ETag. */
export function documentAnswer(text: string, status: number, tag: string | null): Answer {
  const body = `{"data":${text},"meta":{}}`;
  return tag ? { status, headers: { ETag: tag }, text: body } : { status, text: body };
}

export function readAnswer(
  request: RequestContext,
  outcome: Outcome,
  shown: string,
  withTag: boolean,
): Answer {
  if (!withTag) return documentAnswer(shown, 200, null);
  const tag = documentTag(outcome, shown);
  return isNotModified(request, tag) ? notModified(tag) : documentAnswer(shown, 200, tag);
}

const notModified = (tag: string): Answer => ({ status: 304, headers: { ETag: tag } });

function metaText(pagination: PaginationMeta | undefined): string {
  return pagination ? `{"pagination":${JSON.stringify(pagination)}}` : '{}';
}
