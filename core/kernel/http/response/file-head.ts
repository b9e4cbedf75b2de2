// Status and headers of an answer with the bytes of a file: preconditions, 304, one range. RFC 9110, 13 and 14.
import { coreErrors } from '../../errors/core-errors';
import type { RequestContext } from '../request/context';

/** Both ends are part of the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileHeaders extends Readonly<Record<string, string>> {
  readonly ETag: string;
  readonly 'Last-Modified': string;
}

export interface FileHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send; null: the answer has no body. */
  readonly range: ByteRange | null;
}

/** Throws the 412 of a failed If-Match or If-Unmodified-Since. */
export function fileHead(request: RequestContext, size: number, own: FileHeaders): FileHead {
  const headers = { ...own, 'Accept-Ranges': 'bytes' };
  if (isOther(request, own))
    throw coreErrors.DOCUMENT_STALE('The file is not the one that If-Match or If-Unmodified-Since names');
  if (isKnown(request, own)) return { status: 304, headers, range: null };
  const range = rangeOf(request, size, own);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'Content-Range': `bytes */${size}` }, range: null };
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
    range: request.method === 'HEAD' || length === 0 ? null : { start, end },
  };
}

/** If-Match takes precedence over If-Unmodified-Since. */
function isOther(request: RequestContext, headers: FileHeaders): boolean {
  const tags = request.header('if-match');
  if (tags !== undefined) return tags !== '*' && !tags.split(',').some((tag) => tag.trim() === headers.ETag);
  const since = Date.parse(request.header('if-unmodified-since') ?? '');
  return since < Date.parse(headers['Last-Modified']);
}

/** If-None-Match takes precedence over If-Modified-Since. */
function isKnown(request: RequestContext, headers: FileHeaders): boolean {
  const tags = request.header('if-none-match');
  if (tags !== undefined)
    return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers.ETag);
  const since = Date.parse(request.header('if-modified-since') ?? '');
  return since >= Date.parse(headers['Last-Modified']);
}

/** One range of a GET. Several ranges, other units and a stale If-Range get the whole file. */
function rangeOf(request: RequestContext, size: number, headers: FileHeaders) {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.header('range') ?? '');
  if (request.method !== 'GET' || !match || (match[1] === '' && match[2] === '')) return null;
  const expected = request.header('if-range');
  if (expected !== undefined && expected !== headers.ETag && expected !== headers['Last-Modified'])
    return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || start > end || (first === '' && last === '0') ? 'unsatisfiable' : { start, end };
}
