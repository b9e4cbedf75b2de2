// Runs koa middlewares as one step of a request: the answer of the later steps is placed on the context, and what the middlewares leave
// there becomes the answer.
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { coreErrors } from '../../errors/core-errors';
import type { RequestContext } from '../request/context';
import type { KoaStep } from '../request/koa-step';
import { requireAnswer } from '../routes/require-answer';
import { ANSWERED, type Answer } from '../routes/route';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const OF_BODY = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Transfer-Encoding',
  'ETag',
  'Last-Modified',
];
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** `next`: the later steps. Throws the errors of middlewares, and an error that names a middleware without `next` and without an answer. */
export async function runKoa(
  request: RequestContext,
  steps: readonly KoaStep[],
  next: () => Answer | PromiseLike<Answer>,
): Promise<Answer> {
  const ctx = request.koa;
  // As koa begins: a middleware that sets nothing answers 404.
  ctx.res.statusCode = 404;
  let reached = -1;
  const runFrom = async (at: number): Promise<void> => {
    const step = steps[at];
    if (at <= reached) throw new Error(`${steps[at - 1]?.label} calls next() twice; call it once`);
    reached = at;
    if (step?.readsBody) await request.readKoaBody();
    if (step) await step.run(ctx, () => runFrom(at + 1));
    else place(ctx, request, await next());
  };
  try {
    await runFrom(0);
  } catch (error) {
    removeBodyHeaders(ctx);
    throw error;
  }
  return answerOf(ctx, steps[reached]?.label ?? null);
}

/** Of a body that is not sent. */
export function removeBodyHeaders(ctx: Context): void {
  if (!ctx.headerSent) for (const name of OF_BODY) ctx.remove(name);
}

/** Where middlewares may change it. */
export function place(ctx: Context, request: RequestContext, answer: Answer): void {
  requireAnswer(request, answer);
  if (answer === ANSWERED) {
    ctx.respond = false;
    return;
  }
  if (ctx.headerSent) {
    if ('stream' in answer) answer.stream.destroy();
    return;
  }
  const { status = 200, headers } = answer;
  // Before the body: koa takes the type of the body where none is set.
  if (headers !== undefined) ctx.set({ ...headers });
  if ('stream' in answer) {
    if (!ctx.res.hasHeader('Content-Type')) ctx.set('Content-Type', answer.type);
    ctx.status = status;
    // koa removes the length for a body whose size it does not know.
    const length = ctx.res.getHeader('Content-Length');
    ctx.body = answer.stream;
    if (length !== undefined) ctx.res.setHeader('Content-Length', length);
    return;
  }
  ctx.status = status;
  const text = 'text' in answer ? answer.text : 'html' in answer ? answer.html : jsonOf(answer);
  if (text !== null && !ctx.res.hasHeader('Content-Type'))
    ctx.set('Content-Type', 'html' in answer ? HTML_TYPE : JSON_TYPE);
  const length = ctx.res.getHeader('Content-Length');
  ctx.body = text;
  if (text === null && length !== undefined) ctx.res.setHeader('Content-Length', length);
  // koa sets 204 for an empty body.
  ctx.status = status;
}

const jsonOf = (answer: Answer): string | null =>
  'json' in answer ? (JSON.stringify(answer.json) ?? 'null') : null;

/** `last`: the middleware that did not call `next`; null: all did. */
function answerOf(ctx: Context, last: string | null): Answer {
  const { res, status } = ctx;
  if (ctx.respond === false || res.headersSent || res.writableEnded) return ANSWERED;
  const body: unknown = ctx.body;
  const isExplicit = Reflect.get(ctx.response, '_explicitStatus') === true;
  if (body == null && !isExplicit) {
    if (last === null) throw coreErrors.ROUTE_NOT_FOUND();
    throw new Error(
      `${last} answered nothing and did not call next(). Set ctx.body or ctx.status, or return next().`,
    );
  }
  const headers = takeHeaders(ctx);
  if (EMPTY.has(status)) {
    destroyBody(body);
    return { status, headers };
  }
  if (body == null) {
    if (Reflect.get(ctx.response, '_explicitNullBody') === true) return { status, headers };
    return withText(
      status,
      { 'content-type': 'text/plain; charset=utf-8', ...headers },
      ctx.message || String(status),
    );
  }
  if (typeof body === 'string') return withText(status, headers, body);
  const stream = streamOf(body);
  if (stream === null)
    return withText(status, { 'content-type': JSON_TYPE, ...headers }, JSON.stringify(body));
  return { status, headers, stream, type: headers['content-type'] ?? 'application/octet-stream' };
}

/** The server sets the length of a text. */
function withText(status: number, headers: Record<string, string>, text: string): Answer {
  delete headers['content-length'];
  return { status, headers, text };
}

/** Moves the headers from the response to the answer. Lists, such as cookies, stay on the response, which sends them too. */
function takeHeaders({ res }: Context): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(res.getHeaders())) {
    if (value === undefined || Array.isArray(value)) continue;
    res.removeHeader(name);
    if (name !== 'transfer-encoding') headers[name] = String(value);
  }
  return headers;
}

function streamOf(body: unknown): Readable | null {
  if (body instanceof Readable) return body;
  if (body instanceof Uint8Array) return Readable.from([body], { objectMode: false });
  if (body instanceof Blob) return Readable.from(body.stream());
  if (body instanceof ReadableStream) return Readable.from(body);
  return null;
}

function destroyBody(body: unknown): void {
  if (body instanceof Readable) body.destroy();
}
