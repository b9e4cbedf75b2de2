// Serves the files of the local provider: ranges, conditional requests, and headers that stop scripts in uploaded files.
import {
  type Answer,
  coreErrors,
  fileHead,
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
/** The file in the place of its image: another process makes the image. */
const NOT_KEPT = { 'Cache-Control': 'no-store' };
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface ServeOptions {
  readonly provider: () => UploadProvider;
  /** Makes a format at its first request, and names the object to serve; null: no format has this name. Absent: uploads make all formats. */
  readonly make: ((name: string) => Promise<string | null>) | null;
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

  const madeOf = async (name: string) =>
    make === null || (await stat(name)) ? name : ((await make(name)) ?? name);

  const bytesOf = async (
    request: RequestContext,
    name: string,
    cached: object,
    tries = TRIES,
  ): Promise<Answer> => {
    const found = await stat(name);
    if (!found) throw coreErrors.ROUTE_NOT_FOUND();
    const headers = { ...headersOf(found), ...cached };
    const { range, ...head } = fileHead(request, found.size, headers);
    if (range === null) return head;
    // A replacement may be longer than the file of these headers, so the range is explicit.
    const stream = await get(name, range);
    const now =
      stream &&
      (await stat(name).catch((error: unknown) => {
        stream.destroy();
        throw error;
      }));
    if (stream && now && etagOf(now) === headers.ETag)
      return { ...head, stream, type: headers['Content-Type'] };
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
    // The bytes are the same for every caller.
    cacheControl: { anonymous: cacheControl, authenticated: cacheControl },
    async handler(request): Promise<Answer> {
      const asked = request.params.name ?? '';
      const preset = presets?.asked(request.query) ?? null;
      const name = presets && preset !== null ? await presets.object(asked, preset) : await madeOf(asked);
      if (name === null) throw coreErrors.ROUTE_NOT_FOUND();
      const isFileInPlace = (name === asked) === (preset !== null);
      if (isFileInPlace) return bytesOf(request, name, NOT_KEPT);
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
    'Last-Modified': modified.toUTCString(),
    ETag: etagOf(found),
  };
}

const etagOf = ({ size, modified }: StoredObject): string =>
  `"${size.toString(16)}-${modified.getTime().toString(16)}"`;
