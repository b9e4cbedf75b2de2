// Serves the files of the local provider: ranges, conditional requests, and types that run no code of other people.
import { type Answer, coreErrors, type RequestContext, type RouteDefinition, route } from '../../core';
import type { UploadConfig } from './config';
import type { Presets } from './presets';
import { LOCAL_PATH } from './providers/local';
import type { StoredObject, UploadProvider } from './providers/provider';
import { mimeTypes } from './types/mime-types';

/** Browsers show these types in place. They download all others, because HTML and SVG can run scripts. */
const SHOWN = /^(image\/(?!svg)|video\/|audio\/|text\/plain$|application\/pdf$)/;
const SAFE = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface ServeOptions {
  readonly provider: () => UploadProvider;
  /** Makes a format that is asked for the first time; false: the name is of no format. null: uploads make all formats. */
  readonly make: ((name: string) => Promise<boolean>) | null;
  /** null: the configuration has no presets. */
  readonly presets: Presets | null;
  readonly config: Pick<UploadConfig, 'maxAge' | 'presetMaxAge'>;
}

export function serveRoute({ provider, make, presets, config }: ServeOptions): RouteDefinition {
  const cacheControl = `public, max-age=${config.maxAge}`;
  const transformed = { 'Cache-Control': `public, max-age=${config.presetMaxAge}` };
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
      let found = await provider().stat(name);
      if (!found && make && (await make(name))) found = await provider().stat(name);
      if (!found) throw coreErrors.ROUTE_NOT_FOUND();
      const headers = { ...headersOf(found), ...(preset === null ? {} : transformed) };
      if (isKnown(request, headers)) return { status: 304, headers };
      const range = rangeOf(request, found, headers);
      if (range === 'unsatisfiable')
        return { status: 416, headers: { 'Content-Range': `bytes */${found.size}` } };
      const { start, end } = range ?? { start: 0, end: found.size - 1 };
      const whole = { ...headers, 'Content-Length': String(end - start + 1) };
      const partial = range && { 'Content-Range': `bytes ${start}-${end}/${found.size}` };
      const status = range ? 206 : 200;
      if (request.method === 'HEAD') return { status, headers: { ...whole, ...partial } };
      const stream = await provider().get(found.name, { start, end });
      if (!stream) throw coreErrors.ROUTE_NOT_FOUND();
      return { status, headers: { ...whole, ...partial }, stream, type: whole['Content-Type'] };
    },
  });
}

function headersOf({ name, size, modified }: StoredObject) {
  const type = mimeTypes().lookup(name) || 'application/octet-stream';
  const isShown = SHOWN.test(type);
  return {
    ...SAFE,
    'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    // Not on types that are shown: browsers refuse to show a PDF in a sandbox.
    ...(isShown
      ? {}
      : {
          'Content-Disposition': `attachment; filename="${name}"`,
          'Content-Security-Policy': NO_SCRIPTS,
        }),
    'Accept-Ranges': 'bytes',
    'Last-Modified': modified.toUTCString(),
    ETag: `"${size.toString(16)}-${modified.getTime().toString(16)}"`,
  };
}

type Headers = ReturnType<typeof headersOf>;

/** If-None-Match counts before If-Modified-Since. */
function isKnown(request: RequestContext, headers: Headers): boolean {
  const tags = request.header('if-none-match');
  if (tags !== undefined)
    return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers.ETag);
  const since = Date.parse(request.header('if-modified-since') ?? '');
  return since >= Date.parse(headers['Last-Modified']);
}

/** One range. Several ranges, other units and a stale If-Range get the whole file. */
function rangeOf(request: RequestContext, { size }: StoredObject, headers: Headers) {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.header('range') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const expected = request.header('if-range');
  if (expected !== undefined && expected !== headers.ETag && expected !== headers['Last-Modified'])
    return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || start > end || (first === '' && last === '0') ? 'unsatisfiable' : { start, end };
}
