// Compression of answers above a size: which encoding an answer gets, and its headers. Entity tags name the encoding: `"x"` → `"x-br"`,
// because the bytes differ. The client sends such tags back, and handlers compare them without the suffix.
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Exchange } from '../request/exchange';
import type { Answer } from '../routes/route';
import { acceptedEncoding, type ContentEncoding, isCompressible } from './accept-encoding';

export interface CompressionConfig {
  /** Bytes. */
  readonly threshold: number;
}

type Headers = Answer['headers'];

export interface EncodedHeaders {
  /** null: the bytes stay as they are. */
  readonly encoding: ContentEncoding | null;
  readonly headers: Headers;
}

export interface Compression {
  /** Removes the encoding from the tags of If-Match and If-None-Match. */
  readTags(request: Exchange): void;
  /** `own`: the headers of the answer. `bytes` null: its size is unknown. */
  encode(
    request: Exchange,
    answer: { readonly status: number; readonly type: string; readonly bytes: number | null },
    own: Headers,
  ): EncodedHeaders;
}

const OFFERED: readonly ContentEncoding[] = ['br', 'gzip'];
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 206, 304]);
/** Fast levels. The next ones take several times as long, for a few percent. */
const GZIP = { level: 5 };
const BROTLI_QUALITY = 4;

export function createCompression({ threshold }: CompressionConfig): Compression {
  return {
    readTags(request) {
      const { headers } = request.request;
      const stored = headers['if-none-match'];
      if (stored !== undefined && SUFFIX.test(stored)) {
        request.encodedTags = stored;
        headers['if-none-match'] = stored.replace(SUFFIXES, '"');
      }
      const expected = headers['if-match'];
      if (expected !== undefined) headers['if-match'] = expected.replace(SUFFIXES, '"');
    },
    encode(request, { status, type, bytes }, own) {
      if (status === 304) return { encoding: null, headers: notModified(request, own) };
      const isSmall = bytes !== null && bytes < threshold;
      if (isSmall || WITHOUT_BODY.has(status) || !isCompressible(type) || refuses(request, own))
        return { encoding: null, headers: own };
      const encoding = mayReveal(request.request)
        ? null
        : acceptedEncoding(request.request.headers['accept-encoding'], OFFERED);
      return { encoding, headers: encodedHeaders(own, encoding) };
    },
  };
}

/** The encoded bytes of a whole body. */
export function compressBody(
  encoding: ContentEncoding,
  body: string,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  if (encoding === 'gzip') gzip(body, GZIP, done);
  else brotliCompress(body, brotli(Buffer.byteLength(body)), done);
}

/** Sends each chunk at once: a slow stream would stay in the encoder. An error of the stream destroys the encoded stream with the same error. */
export function compressStream(encoding: ContentEncoding, stream: Readable): Transform {
  const encoder =
    encoding === 'gzip'
      ? createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({ ...brotli(0), flush: constants.BROTLI_OPERATION_FLUSH });
  return pipeline(stream, encoder, () => undefined);
}

const brotli = (size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

/**
 * BREACH: the size of a compressed answer reveals a secret in it, if the attacker's text stands beside the secret. The attacker needs a
 * browser that sends the credentials of its user by itself, which only cookies are.
 */
const mayReveal = ({ headers }: IncomingMessage): boolean => headers.cookie !== undefined;

const refuses = (request: Exchange, own: Headers): boolean =>
  headerOf(own, 'content-encoding') !== undefined ||
  (headerOf(own, 'cache-control') ?? request.cache?.valueFor(request, false))?.includes('no-transform') ===
    true;

function encodedHeaders(own: Headers, encoding: ContentEncoding | null): Headers {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(own ?? {})) {
    const key = name.toLowerCase();
    if (key === 'vary') continue;
    if (encoding !== null && (key === 'content-length' || key === 'accept-ranges')) continue;
    headers[name] = encoding !== null && key === 'etag' ? value.replace(STRONG, `$1-${encoding}"`) : value;
  }
  headers.Vary = varying(own);
  if (encoding !== null) headers['Content-Encoding'] = encoding;
  return headers;
}

/** A 304 has the tag and the `Vary` of the answer that the client has stored. */
function notModified({ encodedTags }: Exchange, own: Headers): Headers {
  const headers: Record<string, string> = { ...encodedHeaders(own, null) };
  const stored = (tag: string) =>
    OFFERED.map((encoding) => tag.replace(STRONG, `$1-${encoding}"`)).find((one) =>
      encodedTags?.includes(one),
    );
  for (const [name, value] of Object.entries(headers))
    if (name.toLowerCase() === 'etag') headers[name] = stored(value) ?? value;
  return headers;
}

function varying(own: Headers): string {
  const vary = headerOf(own, 'vary');
  if (vary === undefined) return 'Accept-Encoding';
  return /(^|,)\s*(accept-encoding|\*)\s*(,|$)/i.test(vary) ? vary : `${vary}, Accept-Encoding`;
}

/** Not of a weak tag, which stays as it is. */
const STRONG = /^("[^"]*)"$/;
const SUFFIX = /-(?:br|gzip)"/;
const SUFFIXES = /-(?:br|gzip)"/g;

export function headerOf(headers: Headers, wanted: string): string | undefined {
  if (headers === undefined) return undefined;
  for (const name of Object.keys(headers))
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[name];
  return undefined;
}
