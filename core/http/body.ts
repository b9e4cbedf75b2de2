// Reads a request's body where a route takes one: JSON, forms, and files. koa-body is loaded with the first form or file.
import { rm } from 'node:fs/promises';
import type { Context as KoaContext, Middleware } from 'koa';
import { AppError } from '../errors/app-error';
import { coreErrors } from '../errors/core-errors';
import type { RequestContext } from './context';
import type { Exchange } from './exchange';
import { brokenOff, isJson, readJson } from './json-body';
import type { QueryLimits } from './query-string';
import type { BodyKind } from './route';

export interface BodyLimits {
  /** Bytes of a JSON or form body. */
  readonly json: number;
  /** Bytes of one file. */
  readonly file: number;
  readonly files: number;
  /** Bytes of all text fields of a multipart body. */
  readonly fields: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = {
  json: 1_048_576,
  file: 209_715_200,
  files: 100,
  fields: 1_048_576,
};

/** A file of a multipart body, in a temporary place that is gone once the request is answered. */
export interface UploadedFile {
  readonly field: string;
  readonly path: string;
  /** As the client calls it: never a path of ours. */
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

export interface MultipartBody {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly UploadedFile[];
}

/** `undefined`: nothing that this route reads came. */
export type BodyReader = (request: Exchange) => Promise<unknown>;

export function createBodyReader(
  kind: Exclude<BodyKind, 'none'>,
  limits: BodyLimits,
  query: QueryLimits,
): BodyReader {
  let parse: Middleware | null = null;
  return async (request) => {
    if (!hasBody(request)) return undefined;
    // The client may have left while somebody asked who it is.
    if (request.request.destroyed) throw brokenOff();
    const type = request.header('content-type');
    refuseUnknownCharset(type);
    if (isJson(type)) return readJson(request.request, limits.json);
    parse ??= loadParser(kind, limits, query);
    const koa = request.koa;
    koa.request.body = undefined;
    try {
      await parse(koa, done);
    } catch (error) {
      throw readable(error, request);
    }
    const isMultipart = koa.request.files !== undefined && kind === 'multipart';
    return isMultipart ? multipart(koa, request) : koa.request.body;
  };
}

/** What to tell a client of whose body nothing was read; null: it sent none. */
export function unreadRemedy(request: RequestContext): string | null {
  if (!hasBody(request)) return null;
  const type = request.header('content-type');
  const came = type === undefined ? 'has no Content-Type' : `has the Content-Type ${type.slice(0, 40)}`;
  return `The body ${came} and was not read; send JSON with Content-Type: application/json`;
}

/** Files are reported in the order in which they were written out; a client counts them as it sent them. */
const began = new WeakMap<object, number>();
let files = 0;

const done = () => Promise.resolve();

function hasBody(request: RequestContext): boolean {
  return (
    request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) > 0
  );
}

function loadParser(kind: BodyKind, limits: BodyLimits, query: QueryLimits): Middleware {
  const { koaBody } = require('koa-body') as typeof import('koa-body');
  return koaBody({
    patchKoa: true,
    patchNode: false,
    text: false,
    json: false,
    urlencoded: true,
    formLimit: limits.json,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] as never,
    queryString: {
      allowDots: false,
      depth: query.depth,
      arrayLimit: query.arrayLimit,
      parameterLimit: query.parameters,
      throwOnLimitExceeded: true,
      strictDepth: true,
    } as never,
    multipart: kind === 'multipart',
    formidable: {
      maxFileSize: limits.file,
      maxTotalFileSize: limits.file * limits.files,
      maxFiles: limits.files,
      maxFieldsSize: limits.fields,
      maxFields: query.parameters,
      allowEmptyFiles: true,
      minFileSize: 0,
      onFileBegin: (_field, file) => void began.set(file, ++files),
    },
  });
}

const KNOWN_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

function refuseUnknownCharset(type: string | undefined): void {
  const charset = type === undefined ? undefined : /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  if (charset !== undefined && !KNOWN_CHARSETS.has(charset.toLowerCase()))
    throw coreErrors.BODY_UNSUPPORTED_TYPE(`with charset ${charset.slice(0, 40)}`, 'UTF-8');
}

function multipart(koa: KoaContext, request: Exchange): MultipartBody {
  const found = Object.entries(koa.request.files ?? {})
    .flatMap(([field, of]) => [of].flat().map((file) => ({ field, file })))
    .sort((a, b) => (began.get(a.file) ?? 0) - (began.get(b.file) ?? 0))
    .map(
      ({ field, file }): UploadedFile => ({
        field,
        path: file.filepath,
        name: file.originalFilename ?? '',
        type: file.mimetype ?? 'application/octet-stream',
        size: file.size,
      }),
    );
  request.cleanUp = () => {
    for (const { path } of found) rm(path, { force: true }).catch(() => undefined);
  };
  return { fields: (koa.request.body ?? {}) as MultipartBody['fields'], files: found };
}

/** What a parser throws, in our words. Only what it says itself reaches the client. */
function readable(error: unknown, request: Exchange): unknown {
  if (error instanceof AppError || typeof error !== 'object' || error === null) return error;
  const message = 'message' in error ? String(error.message) : '';
  const status = 'status' in error ? error.status : 'httpCode' in error ? error.httpCode : undefined;
  const type = 'type' in error ? error.type : undefined;
  if (status === 413 || type === 'entity.too.large') return coreErrors.BODY_TOO_LARGE();
  if (status === 415)
    return coreErrors.BODY_UNSUPPORTED_TYPE(
      `with encoding ${String(request.header('content-encoding')).slice(0, 40)}`,
      'it plain, or with gzip, deflate or br',
    );
  if (error instanceof SyntaxError || error instanceof RangeError) return coreErrors.BODY_SYNTAX(message);
  if (status === 400 || type === 'request.aborted') return coreErrors.BODY_SYNTAX(message);
  const encoding = request.header('content-encoding');
  if (encoding !== undefined) return coreErrors.BODY_SYNTAX(`the body is not valid ${encoding.slice(0, 40)}`);
  return error;
}
