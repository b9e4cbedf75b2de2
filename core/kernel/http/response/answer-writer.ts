// Sends answers: one head, one write. Headers of every answer are prepared at startup.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { pipeline } from 'node:stream';
import { AppError } from '../../errors/app-error';
import type { AnswerBudget } from '../connections/answer-budget';
import { endAfterBody, leavesBody, TOO_LARGE } from '../connections/unread-body';
import { dropWithoutProgress, type UnsentBytes } from '../connections/unsent-bytes';
import type { Exchange } from '../request/exchange';
import { requireAnswer } from '../routes/require-answer';
import { ANSWERED, type Answer } from '../routes/route';
import type { ContentEncoding } from './accept-encoding';
import { type Compression, compressBody, compressStream, headerOf } from './compression';
import { createOutbox, LARGE } from './outbox';

export interface AnswerWriterOptions {
  /** Names and values in turn. */
  readonly fixed: readonly string[];
  readonly requestIdHeader: string | null;
  readonly addHeaders: ((request: Exchange, headers: string[]) => void) | null;
  readonly unsent: UnsentBytes;
  readonly budget: AnswerBudget;
  /** null: no answer is compressed. */
  readonly compression: Compression | null;
  /** Milliseconds; 0: no limit. */
  readonly sendTimeout: number;
  /** While the server closes, each answer ends its connection. */
  isClosing(): boolean;
  /** Called once per answer, with the bytes of its body. */
  readonly done: (request: Exchange, status: number, bytes: number) => void;
}

export interface AnswerWriter {
  /** Sends the answer, unless the request has one. Throws before the first byte if the answer cannot be sent. */
  send(request: Exchange, answer: Answer): void;
  /** Sets the headers of every answer on the koa context, before koa middlewares run: they may read, change and remove them. */
  placeFixed(request: Exchange): void;
}

type StreamAnswer = Extract<Answer, { readonly stream: unknown }>;

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

export function createAnswerWriter(options: AnswerWriterOptions): AnswerWriter {
  const { fixed, requestIdHeader, addHeaders, budget, compression, sendTimeout, done, unsent } = options;
  const outbox = createOutbox(unsent);
  const fixedNames = new Set(fixed.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));

  const fixedHeaders = (request: Exchange, own: Answer['headers']): string[] => {
    const headers = own === undefined ? fixed.slice() : without(fixed, fixedNames, own);
    if (requestIdHeader !== null) headers.push(requestIdHeader, request.id);
    if (addHeaders !== null) addHeaders(request, headers);
    return headers;
  };

  const common = (request: Exchange, own: Answer['headers'], status: number): string[] => {
    const headers = request.hasFixedHeaders ? [] : fixedHeaders(request, own);
    if (options.isClosing() || status === TOO_LARGE || leavesBody(request.request, status))
      headers.push('Connection', 'close');
    const cacheControl = cacheControlOf(request, status);
    if (cacheControl !== null && headerOf(own, 'cache-control') === undefined)
      headers.push('Cache-Control', cacheControl);
    if (request.cache?.varies && status < 400) headers.push('Vary', 'Authorization, Cookie');
    if (own !== undefined) for (const name of Object.keys(own)) headers.push(name, own[name] ?? '');
    return headers;
  };

  const finish = (request: Exchange, status: number, bytes: number) => {
    if (request.cleanUp !== null) request.cleanUp();
    done(request, status, bytes);
  };

  const end = (request: Exchange, status: number, body: string | Buffer | null, bytes: number): void => {
    if (leavesBody(request.request, status)) endAfterBody(request.response, body);
    else outbox.end(request, body, bytes);
  };

  const begin = (request: Exchange, status: number, head: string[]): void => {
    request.response.writeHead(status, head);
    request.isAnswered = true;
  };

  const sendWhole = (
    request: Exchange,
    status: number,
    head: string[],
    body: string | Buffer | null,
    bytes: number,
  ): void => {
    begin(request, status, head);
    end(request, status, body, bytes);
    finish(request, status, bytes);
  };

  const sendStreamed = (
    request: Exchange,
    status: number,
    answer: StreamAnswer,
    own: Answer['headers'],
  ): void => {
    const { stream } = answer;
    const ownType = headerOf(own, 'content-type');
    const type = ownType ?? answer.type;
    const encoded = compression?.encode(request, { status, type, bytes: lengthOf(own) }, own);
    const head = common(request, encoded ? encoded.headers : own, status);
    if (ownType === undefined) head.push('Content-Type', type);
    begin(request, status, head);
    if (sendTimeout > 0) dropWithoutProgress(request.response, sendTimeout);
    const isEncoded = encoded?.encoding != null && request.method !== 'HEAD';
    const sent = isEncoded ? compressStream(encoded.encoding, stream) : stream;
    sendStream(request, sent, (bytes) => finish(request, status, bytes));
  };

  /** A koa middleware answers by itself. */
  const leave = (request: Exchange): void => {
    const { response } = request;
    request.isAnswered = true;
    const closed = () =>
      finish(request, response.statusCode, Number(response.getHeader('content-length') ?? 0));
    if (response.closed) closed();
    else response.once('close', closed);
  };

  const sendEmpty = (request: Exchange, status: number, own: Answer['headers']): void => {
    const type = headerOf(own, 'content-type') ?? '';
    const encoded = compression?.encode(request, { status, type, bytes: lengthOf(own) ?? 0 }, own);
    const head = common(request, encoded ? encoded.headers : own, status);
    if (status !== 204 && status !== 304 && headerOf(own, 'content-length') === undefined)
      head.push('Content-Length', '0');
    sendWhole(request, status, head, null, 0);
  };

  const sendCompressed = (
    request: Exchange,
    status: number,
    head: string[],
    encoding: ContentEncoding,
    body: string,
    bytes: number,
  ): void => {
    // `writeHead` would throw after the work, where nothing catches the error.
    for (let i = 0; i < head.length; i += 2) {
      validateHeaderName(head[i] ?? '');
      validateHeaderValue(head[i] ?? '', head[i + 1] ?? '');
    }
    request.isAnswered = true;
    unsent.add(bytes);
    compressBody(encoding, body, (error, encoded) => {
      unsent.add(-bytes);
      if (error) {
        request.cleanUp?.();
        request.response.destroy(error);
        return;
      }
      head.push('Content-Length', String(encoded.length));
      sendWhole(request, status, head, encoded, encoded.length);
    });
  };

  return {
    send(request, answer) {
      budget.release(request);
      if (request.isAnswered) return discard(request, answer);
      requireAnswer(request, answer);
      if (answer === ANSWERED) return leave(request);
      const { status = 200 } = answer;
      const own = ownHeaders(request, answer.headers);
      if ('stream' in answer) return sendStreamed(request, status, answer, own);
      const body = bodyOf(answer);
      if (body === null) return sendEmpty(request, status, own);
      const bytes = Buffer.byteLength(body);
      if (bytes > LARGE) budget.require(request, bytes);
      const ownType = headerOf(own, 'content-type');
      const type = ownType ?? ('html' in answer ? HTML_TYPE : JSON_TYPE);
      const encoded = compression?.encode(request, { status, type, bytes }, own);
      const head = common(request, encoded ? encoded.headers : own, status);
      if (ownType === undefined) head.push('Content-Type', type);
      const isHead = request.method === 'HEAD';
      const encoding = encoded?.encoding ?? null;
      if (encoding !== null && !isHead) return sendCompressed(request, status, head, encoding, body, bytes);
      if (encoding === null) head.push('Content-Length', String(bytes));
      sendWhole(request, status, head, isHead ? null : body, bytes);
    },

    placeFixed(request) {
      const headers = fixedHeaders(request, undefined);
      for (let i = 0; i < headers.length; i += 2) request.koa.set(headers[i] ?? '', headers[i + 1] ?? '');
      request.hasFixedHeaders = true;
    },
  };
}

/** By default no cache may keep an answer to a request with credentials. The value of a route is not for its errors. */
function cacheControlOf(request: Exchange, status: number): string | null {
  const { cache, principal } = request;
  const { authorization, cookie } = request.request.headers;
  const hasCredentials = principal !== null || authorization !== undefined || cookie !== undefined;
  if (cache === null) return hasCredentials ? 'no-store' : null;
  return status < 400 ? cache.valueFor(request, hasCredentials) : 'no-store';
}

/** Where `setHeader` and the answer set the same header, the answer wins. */
function ownHeaders({ addedHeaders }: Exchange, given: Answer['headers']): Answer['headers'] {
  if (addedHeaders === null || given === undefined) return addedHeaders ?? given;
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  return {
    ...Object.fromEntries(Object.entries(addedHeaders).filter(([name]) => !names.has(name))),
    ...given,
  };
}

/** For an answer after a timeout. */
function discard(request: Exchange, answer: Answer): void {
  request.cleanUp?.();
  if ('stream' in answer) answer.stream.destroy();
}

const lengthOf = (headers: Answer['headers']): number | null => {
  const length = headerOf(headers, 'content-length');
  return length === undefined ? null : Number(length);
};

function bodyOf(answer: Exclude<Answer, { stream: unknown }>): string | null {
  if ('text' in answer) return answer.text;
  if ('json' in answer) return JSON.stringify(answer.json) ?? 'null';
  return 'html' in answer ? answer.html : null;
}

function sendStream(
  request: Exchange,
  stream: NodeJS.ReadableStream & { destroy(): unknown },
  done: (bytes: number) => void,
): void {
  const { response } = request;
  if (request.method === 'HEAD') {
    stream.destroy();
    response.end();
    done(0);
    return;
  }
  let bytes = 0;
  stream.on('data', (chunk: Buffer | string) => {
    bytes += Buffer.byteLength(chunk);
  });
  // Before `pipeline` ends the response; a stream also fails when its client has gone.
  stream.once('error', (error) => {
    if (response.destroyed) return;
    if (error instanceof AppError && error.status < 500)
      request.log.warn(`an answer was cut off: ${error.message}`, { code: error.code, path: request.path });
    else request.log.error('the stream of an answer failed', { error, path: request.path });
  });
  pipeline(stream, response, () => done(bytes));
}

function without(
  fixed: readonly string[],
  names: ReadonlySet<string>,
  own: Readonly<Record<string, string>>,
): string[] {
  const replaced = Object.keys(own)
    .map((name) => name.toLowerCase())
    .filter((name) => names.has(name));
  if (replaced.length === 0) return fixed.slice();
  const headers: string[] = [];
  for (let i = 0; i < fixed.length; i += 2) {
    const name = fixed[i] ?? '';
    if (!replaced.includes(name.toLowerCase())) headers.push(name, fixed[i + 1] ?? '');
  }
  return headers;
}
