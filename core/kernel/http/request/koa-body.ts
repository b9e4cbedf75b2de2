// `ctx.request.body` and `ctx.request.files` for koa middlewares that ask for them. The first such request loads koa-body. Limits and temporary
// files are those of other bodies.
import type { File } from 'formidable';
import { coreErrors } from '../../errors/core-errors';
import { hasBody } from './body';
import { bodyError } from './body-error';
import type { BodyLimits } from './body-limits';
import type { Exchange } from './exchange';
import { formOptions, MultipartBody, temporaryFiles, uploadedFile } from './multipart-body';
import { refuseNulInBody } from './nul';
import type { QueryStringLimits } from './query-string';

export type KoaBodyReader = (request: Exchange) => Promise<void>;

export function createKoaBodyReader(limits: BodyLimits, query: QueryStringLimits): KoaBodyReader {
  const most = { files: limits.files, fields: query.parameters };
  return async (request) => {
    if (request.readBody !== null) return show(request, request.readBody.value);
    const { koa } = request;
    if (!hasBody(request)) return;
    const { HttpMethodEnum, koaBody }: typeof import('koa-body') = require('koa-body');
    const isMultipart = Boolean(koa.is('multipart'));
    const files = isMultipart ? await temporaryFiles(request, limits.file) : null;
    try {
      const parse = koaBody({
        multipart: true,
        // `ctx.request.rawBody`, the text as it was sent: signatures are made of it.
        includeUnparsed: true,
        jsonLimit: limits.json,
        formLimit: limits.json,
        textLimit: limits.json,
        parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH, HttpMethodEnum.DELETE],
        queryString: { depth: query.depth, arrayLimit: query.arrayLimit, parameterLimit: query.parameters },
        ...(files && { formidable: formOptions(files, limits, query) }),
      });
      await parse(koa, async () => undefined);
      files?.check();
      refuseNulInBody(koa.request.body);
    } catch (error) {
      request.cleanUp?.();
      throw parseError(bodyError(error, most));
    }
    request.readBody = { value: files ? multipartOf(koa.request.body, koa.request.files) : koa.request.body };
  };
}

/** The body that the route has read. */
function show({ koa }: Exchange, body: unknown): void {
  if (!(body instanceof MultipartBody)) {
    Reflect.set(koa.request, 'body', body);
    return;
  }
  Reflect.set(koa.request, 'body', body.fields);
  const files = body.files.map(({ field, path, name, type, size }) => [
    field,
    { filepath: path, originalFilename: name, mimetype: type, size },
  ]);
  Reflect.set(koa.request, 'files', Object.fromEntries(files));
}

/** For a route that takes files, behind a koa middleware that has read them. */
function multipartOf(fields: unknown, files: NodeJS.Dict<File | File[]> | undefined): MultipartBody {
  const list = Object.entries(files ?? {}).flatMap(([field, found = []]) =>
    [found].flat().map((file) => uploadedFile([field, file])),
  );
  const values = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  return new MultipartBody(Object.fromEntries(values), list);
}

/** Of co-body, which reads JSON and forms for koa-body. */
function parseError(error: unknown): unknown {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return coreErrors.BODY_TOO_LARGE();
  if (status === 400 && error instanceof Error) return coreErrors.BODY_SYNTAX('The body cannot be parsed');
  return error;
}
