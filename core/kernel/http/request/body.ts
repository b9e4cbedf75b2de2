// Reads the body of a request: JSON, forms, files.
import { coreErrors } from '../../errors/core-errors';
import type { BodyLimits } from './body-limits';
import { brokenOff, readText } from './body-text';
import type { RequestContext } from './context';
import type { Exchange } from './exchange';
import { isJson, readJson } from './json-body';
import { readMultipart } from './multipart-body';
import { refuseNulInBody } from './nul';
import type { QueryStringLimits } from './query-string';

/** The body of a route: none (default), JSON and forms, or also files. */
export type BodyKind = 'none' | 'json' | 'multipart';

/** undefined: the request has no body that this route reads. */
export type BodyReader = (request: Exchange) => Promise<unknown>;

export function createBodyReader(
  kind: Exclude<BodyKind, 'none'>,
  limits: BodyLimits,
  query: QueryStringLimits,
  keepsText = false,
): BodyReader {
  const keep = (request: Exchange) =>
    keepsText ? (text: string) => void Reflect.set(request.koa.request, 'rawBody', text) : undefined;
  return async (request) => {
    // A koa middleware has read it.
    if (request.readBody !== null) return request.readBody.value;
    if (!hasBody(request)) return undefined;
    // The client may have left during authentication.
    if (request.request.destroyed) throw brokenOff();
    const type = request.header('content-type');
    refuseUnknownCharset(type);
    if (isJson(type)) return readJson(request.request, limits.json, keep(request));
    if (request.koa.is('urlencoded')) return readForm(request, limits.json, query, keep(request));
    if (kind === 'multipart' && request.koa.is('multipart')) return readMultipart(request, limits, query);
    return undefined;
  };
}

async function readForm(
  request: Exchange,
  limit: number,
  query: QueryStringLimits,
  keep?: (text: string) => void,
): Promise<unknown> {
  const { parse }: typeof import('qs') = require('qs');
  const text = await readText(request.request, limit);
  keep?.(text);
  try {
    const { depth, arrayLimit, parameters: parameterLimit } = query;
    const strict = { strictDepth: true, throwOnLimitExceeded: true };
    const form = parse(text, { depth, arrayLimit, parameterLimit, ...strict });
    refuseNulInBody(form);
    return form;
  } catch (error) {
    throw error instanceof RangeError ? coreErrors.BODY_SYNTAX(error.message) : error;
  }
}

/** The remedy for a body that was not read; null: the request has none. */
export function unreadRemedy(request: RequestContext): string | null {
  if (!hasBody(request)) return null;
  const type = request.header('content-type');
  const came = type === undefined ? 'has no Content-Type' : `has the Content-Type ${type.slice(0, 40)}`;
  return `The body ${came} and was not read; send JSON with Content-Type: application/json`;
}

export function hasBody(request: RequestContext): boolean {
  return (
    request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) > 0
  );
}

const KNOWN_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

function refuseUnknownCharset(type: string | undefined): void {
  const charset = type === undefined ? undefined : /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  if (charset !== undefined && !KNOWN_CHARSETS.has(charset.toLowerCase()))
    throw coreErrors.BODY_UNSUPPORTED_TYPE(`with charset ${charset.slice(0, 40)}`, 'UTF-8');
}
