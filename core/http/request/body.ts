// Reads the body of a request: JSON, forms, files. The first form or file loads koa-body.
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Context as KoaContext, Middleware } from 'koa';
import { coreErrors } from '../../errors/core-errors';
import type { BodyKind } from '../routes/route';
import { bodyError } from './body-error';
import type { RequestContext } from './context';
import type { Exchange } from './exchange';
import { createFileStream } from './file-stream';
import { brokenOff, isJson, readJson } from './json-body';
import { refuseNulInBody } from './nul';
import type { QueryStringLimits } from './query-string';
import { abandonedFolders, removeFolder, temporaryFolder } from './temporary-folders';

export interface BodyLimits {
  /** Bytes of a JSON or form body. */
  readonly json: number;
  /** Bytes of one file. */
  readonly file: number;
  readonly files: number;
  /** Bytes of all files of a request. Absent: `file` × `files`. */
  readonly request?: number | undefined;
  /** Bytes of all text fields of a multipart body. */
  readonly fields: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = {
  json: 1_048_576,
  file: 209_715_200,
  files: 100,
  fields: 1_048_576,
};

/** A file of a multipart body. Its temporary file is removed after the answer. */
export interface UploadedFile {
  readonly field: string;
  readonly path: string;
  /** The client's file name; do not use it as a path. */
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** A class, so that no JSON body can pass for files of this machine: check a body with `instanceof`. */
export class MultipartBody {
  constructor(
    readonly fields: Readonly<Record<string, string | readonly string[]>>,
    readonly files: readonly UploadedFile[],
  ) {}
}

/** undefined: the request has no body that this route reads. */
export type BodyReader = (request: Exchange) => Promise<unknown>;

export function createBodyReader(
  kind: Exclude<BodyKind, 'none'>,
  limits: BodyLimits,
  query: QueryStringLimits,
): BodyReader {
  return async (request) => {
    if (!hasBody(request)) return undefined;
    // The client may have left during authentication.
    if (request.request.destroyed) throw brokenOff();
    const type = request.header('content-type');
    refuseUnknownCharset(type);
    if (isJson(type)) return readJson(request.request, limits.json);
    const koa = request.koa;
    koa.request.body = undefined;
    let files: TemporaryFiles | null = null;
    try {
      files = kind === 'multipart' ? await temporaryFiles(limits.file) : null;
      if (files) request.cleanUp = files.remove;
      await loadParser(limits, query, files)(koa, done);
      files?.check();
    } catch (error) {
      files?.remove();
      throw bodyError(error, request, { files: limits.files, fields: query.parameters });
    }
    refuseNulInBody(koa.request.body);
    return files && koa.request.files !== undefined ? multipart(koa, files) : koa.request.body;
  };
}

/** The remedy for a body that was not read; null: the request has none. */
export function unreadRemedy(request: RequestContext): string | null {
  if (!hasBody(request)) return null;
  const type = request.header('content-type');
  const came = type === undefined ? 'has no Content-Type' : `has the Content-Type ${type.slice(0, 40)}`;
  return `The body ${came} and was not read; send JSON with Content-Type: application/json`;
}

/** The files of one request, in a folder of their own. */
interface TemporaryFiles {
  readonly folder: string;
  /** In the client's order; the parser reports them in the order of completion. */
  readonly begun: object[];
  begin(file: { readonly filepath: string }): Writable;
  /** Throws the error of a file. The parser can miss it: it takes the callback of `end` for success. */
  check(): void;
  remove(): void;
}

let isCleaned = false;

/** Once per process. */
async function removeAbandoned(): Promise<void> {
  for await (const path of abandonedFolders()) await removeFolder(path);
}

async function temporaryFiles(most: number): Promise<TemporaryFiles> {
  if (!isCleaned) removeAbandoned().catch(() => undefined);
  isCleaned = true;
  const folder = await temporaryFolder();
  const begun: object[] = [];
  const streams: Writable[] = [];
  let isRemoved = false;
  return {
    folder,
    begun,
    begin(file) {
      const stream = createFileStream(file.filepath, most);
      begun.push(file);
      streams.push(stream);
      if (isRemoved) stream.destroy();
      return stream;
    },
    check() {
      for (const { errored } of streams) if (errored) throw errored;
    },
    remove() {
      isRemoved = true;
      // After an error, the parser leaves files open, and may still open one.
      for (const stream of streams) stream.destroy();
      rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}

const done = () => Promise.resolve();

function hasBody(request: RequestContext): boolean {
  return (
    request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) > 0
  );
}

function loadParser(limits: BodyLimits, query: QueryStringLimits, files: TemporaryFiles | null): Middleware {
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
    multipart: files !== null,
    formidable: {
      uploadDir: files?.folder,
      // The stream of a file refuses more bytes than one file may have.
      maxFileSize: Number.POSITIVE_INFINITY,
      maxTotalFileSize: limits.request ?? limits.file * limits.files,
      maxFiles: limits.files,
      maxFieldsSize: limits.fields,
      maxFields: query.parameters,
      allowEmptyFiles: true,
      minFileSize: 0,
      fileWriteStreamHandler: files?.begin as never,
    },
  });
}

const KNOWN_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

function refuseUnknownCharset(type: string | undefined): void {
  const charset = type === undefined ? undefined : /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  if (charset !== undefined && !KNOWN_CHARSETS.has(charset.toLowerCase()))
    throw coreErrors.BODY_UNSUPPORTED_TYPE(`with charset ${charset.slice(0, 40)}`, 'UTF-8');
}

function multipart(koa: KoaContext, { begun }: TemporaryFiles): MultipartBody {
  const found = Object.entries(koa.request.files ?? {})
    .flatMap(([field, of]) => [of].flat().map((file) => ({ field, file })))
    .sort((a, b) => begun.indexOf(a.file) - begun.indexOf(b.file))
    .map(
      ({ field, file }): UploadedFile => ({
        field,
        path: file.filepath,
        name: file.originalFilename ?? '',
        type: file.mimetype ?? 'application/octet-stream',
        size: file.size,
      }),
    );
  return new MultipartBody((koa.request.body ?? {}) as MultipartBody['fields'], found);
}
