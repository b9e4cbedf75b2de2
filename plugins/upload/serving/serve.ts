// Serves the files of the local provider: ranges, conditional requests, and headers that stop scripts in uploaded files.
import {
  type Answer,
  coreErrors,
  type Logger,
  type RequestContext,
  type RouteDefinition,
  route,
} from '../../../core';
import type { UploadConfig } from '../config';
import { uploadErrors } from '../errors';
import { mimeTypes } from '../mime/mime-types';
import { isShown } from '../mime/shown-type';
import { LOCAL_PATH } from '../storage/providers/local';
import type { ByteRange, StoredObject, UploadProvider } from '../storage/providers/provider';
import { fromStorage } from '../storage/storage';
import type { Presets } from './presets';

const SAFE = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'cross-origin' };
/** Repetitions when a file is replaced after its facts were read and before its bytes are read. */
const TRIES = 5;
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface ServeOptions {
  readonly provider: () => UploadProvider;
  /** Makes a format at its first request; false: no format has this name. null: uploads make all formats. */
  readonly make: ((name: string) => Promise<boolean>) | null;
  /** null: the configuration has no presets. */
  readonly presets: Presets | null;
  readonly config: Pick<UploadConfig, 'maxAge' | 'presetMaxAge'>;
  readonly log: Logger;
}

export function serveRoute({ provider, make, presets, config, log }: ServeOptions): RouteDefinition {
  const cacheControl = `public, max-age=${config.maxAge}`;
  const transformed = { 'Cache-Control': `public, max-age=${config.presetMaxAge}` };
  const stat = (name: string) => fromStorage(() => provider().stat(name), log);
  const get = (name: string, range?: ByteRange) => fromStorage(() => provider().get(name, range), log);

  const bytesOf = async (
    request: RequestContext,
    name: string,
    cached: object,
    tries = TRIES,
  ): Promise<Answer> => {
    const found = await stat(name);
    if (!found) throw coreErrors.ROUTE_NOT_FOUND();
    const headers = { ...headersOf(found), ...cached };
    if (isOther(request, headers))
      throw coreErrors.DOCUMENT_STALE('The file is not the one that If-Match or If-Unmodified-Since names');
    if (isKnown(request, headers)) return { status: 304, headers };
    const range = rangeOf(request, found, headers);
    if (range === 'unsatisfiable')
      return { status: 416, headers: { 'Content-Range': `bytes */${found.size}` } };
    const length = range ? range.end - range.start + 1 : found.size;
    const sent = {
      ...headers,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${found.size}` }),
    };
    const status = range ? 206 : 200;
    if (request.method === 'HEAD' || length === 0) return { status, headers: sent };
    // A replacement may be longer than the file of these headers, so the range is explicit.
    const stream = await get(name, range ?? { start: 0, end: found.size - 1 });
    const now =
      stream &&
      (await stat(name).catch((error: unknown) => {
        stream.destroy();
        throw error;
      }));
    if (stream && now && etagOf(now) === headers.ETag)
      return { status, headers: sent, stream, type: sent['Content-Type'] };
    stream?.destroy();
    if (tries === 0) throw uploadErrors.UPLOAD_STORAGE_DOWN();
    return bytesOf(request, name, cached, tries - 1);
  };

  return route({
    method: 'GET',
    path: `${LOCAL_PATH}/:name`,
    action: null,
    summary: 'Returns the bytes of a file',
    tags: ['Upload'],
    cacheControl,
    async handler(request): Promise<Answer> {
      const asked = request.params.name ?? '';
      const preset = presets?.asked(request.query) ?? null;
      const name = presets && preset !== null ? await presets.object(asked, preset) : asked;
      if (name === null) throw coreErrors.ROUTE_NOT_FOUND();
      if (!(await stat(name))) await make?.(name);
      return bytesOf(request, name, preset === null ? {} : transformed);
    },
  });
}

function headersOf(found: StoredObject) {
  const { name, modified } = found;
  const type = mimeTypes().lookup(name) || 'application/octet-stream';
  return {
    ...SAFE,
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    // Types that browsers show lack these headers, because browsers refuse to show a PDF in a sandbox.
    ...(isShown(type)
      ? {}
      : {
          'Content-Disposition': `attachment; filename="${name}"`,
          'Content-Security-Policy': NO_SCRIPTS,
        }),
    'Accept-Ranges': 'bytes',
    'Last-Modified': modified.toUTCString(),
    ETag: etagOf(found),
  };
}

const etagOf = ({ size, modified }: StoredObject): string =>
  `"${size.toString(16)}-${modified.getTime().toString(16)}"`;

type Headers = ReturnType<typeof headersOf>;

/** If-Match takes precedence over If-Unmodified-Since. */
function isOther(request: RequestContext, headers: Headers): boolean {
  const tags = request.header('if-match');
  if (tags !== undefined) return tags !== '*' && !tags.split(',').some((tag) => tag.trim() === headers.ETag);
  const since = Date.parse(request.header('if-unmodified-since') ?? '');
  return since < Date.parse(headers['Last-Modified']);
}

/** If-None-Match takes precedence over If-Modified-Since. */
function isKnown(request: RequestContext, headers: Headers): boolean {
  const tags = request.header('if-none-match');
  if (tags !== undefined)
    return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers.ETag);
  const since = Date.parse(request.header('if-modified-since') ?? '');
  return since >= Date.parse(headers['Last-Modified']);
}

/** One range of a GET. Several ranges, other units and a stale If-Range get the whole file. */
function rangeOf(request: RequestContext, { size }: StoredObject, headers: Headers) {
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
