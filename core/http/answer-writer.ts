// Answer → bytes: one head, one write. Headers that every answer has are put together at start.
import { pipeline } from 'node:stream';
import type { Exchange } from './exchange';
import { createOutbox } from './outbox';
import type { Answer } from './route';

export interface AnswerWriterOptions {
  /** Names and values in turn. */
  readonly fixed: readonly string[];
  readonly requestIdHeader: string | null;
  readonly addHeaders: ((request: Exchange, headers: string[]) => void) | null;
  /** While the server closes, answers end their connection. */
  isClosing(): boolean;
  /** Once per answer, with the bytes of its body. */
  readonly done: ((request: Exchange, status: number, bytes: number) => void) | null;
}

export interface AnswerWriter {
  /** Sends it, unless the request has been answered already; throws on what cannot be sent, before any of it is. */
  send(request: Exchange, answer: Answer): void;
  /** The same for requests that pass koa middlewares: they may still change it. */
  place(request: Exchange, answer: Answer): void;
  /** Every answer's headers, given to koa before its middlewares run. */
  placeFixed(request: Exchange): void;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

export function createAnswerWriter(options: AnswerWriterOptions): AnswerWriter {
  const { fixed, requestIdHeader, addHeaders, done } = options;
  const outbox = createOutbox();
  const fixedNames = new Set(fixed.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));

  const common = (request: Exchange, own: Answer['headers']): string[] => {
    const headers = own === undefined ? fixed.slice() : without(fixed, fixedNames, own);
    if (requestIdHeader !== null) headers.push(requestIdHeader, request.id);
    if (addHeaders !== null) addHeaders(request, headers);
    if (options.isClosing()) headers.push('Connection', 'close');
    if (own !== undefined) for (const name of Object.keys(own)) headers.push(name, own[name] ?? '');
    return headers;
  };

  const finish = (request: Exchange, status: number, bytes: number) => {
    if (request.cleanUp !== null) request.cleanUp();
    if (done !== null) done(request, status, bytes);
  };

  return {
    send(request, answer) {
      const { response } = request;
      if (request.isAnswered) return discard(request, answer);
      const headers = common(request, answer.headers);
      const status = answer.status ?? 200;
      const hasOwnType = answer.headers !== undefined && hasName(answer.headers, 'content-type');
      if ('stream' in answer) {
        if (!hasOwnType) headers.push('Content-Type', answer.type);
        response.writeHead(status, headers);
        request.isAnswered = true;
        sendStream(request, answer.stream, (bytes) => finish(request, status, bytes));
        return;
      }
      const body = bodyOf(answer);
      if (body === null) {
        if (status !== 204 && status !== 304) headers.push('Content-Length', '0');
        response.writeHead(status, headers);
        request.isAnswered = true;
        outbox.end(response, null);
        finish(request, status, 0);
        return;
      }
      const bytes = Buffer.byteLength(body);
      if (!hasOwnType) headers.push('Content-Type', 'html' in answer ? HTML_TYPE : JSON_TYPE);
      headers.push('Content-Length', String(bytes));
      response.writeHead(status, headers);
      request.isAnswered = true;
      outbox.end(response, request.method === 'HEAD' ? null : body);
      finish(request, status, bytes);
    },

    placeFixed(request) {
      const headers = common(request, undefined);
      for (let i = 0; i < headers.length; i += 2) request.koa.set(headers[i] ?? '', headers[i + 1] ?? '');
    },

    place(request, answer) {
      const { koa } = request;
      if (request.isAnswered) return discard(request, answer);
      koa.status = answer.status ?? 200;
      if ('stream' in answer) {
        koa.type = answer.type;
        koa.body = answer.stream;
      } else {
        const body = bodyOf(answer);
        koa.body = body;
        if (body !== null) koa.set('Content-Type', 'html' in answer ? HTML_TYPE : JSON_TYPE);
      }
      // koa takes 204 for an empty body otherwise.
      koa.status = answer.status ?? 200;
      if (answer.headers !== undefined) koa.set({ ...answer.headers });
    },
  };
}

/** An answer that came too late. */
function discard(request: Exchange, answer: Answer): void {
  request.cleanUp?.();
  if ('stream' in answer) answer.stream.destroy();
}

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
  pipeline(stream, response, (error) => {
    if (error && !response.destroyed)
      request.log.error('an answer broke off while it was sent', { error, path: request.path });
    done(bytes);
  });
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

function hasName(headers: Readonly<Record<string, string>>, wanted: string): boolean {
  for (const name of Object.keys(headers))
    if (name.length === wanted.length && name.toLowerCase() === wanted) return true;
  return false;
}
