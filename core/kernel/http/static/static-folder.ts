// A folder of files as a route: index files, a fallback page, precompressed siblings. It lists no folder.
import { statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { coreErrors } from '../../errors/core-errors';
import { acceptsHtml } from '../request/accepts-html';
import type { CacheControl } from '../request/cache-control';
import type { RequestContext } from '../request/context';
import { acceptedEncoding, type ContentEncoding, isCompressible } from '../response/accept-encoding';
import { fileHead } from '../response/file-head';
import type { Answer, MiddlewareReference, PolicyReference, RouteDefinition } from '../routes/route';
import { tagOf } from './file-tag';
import { hasHash } from './hashed-name';
import { isServed, type OpenFile, openFile } from './open-file';

export interface StaticFolder {
  /** `/app` serves the file `assets/main.js` of the folder as `/app/assets/main.js`. */
  readonly path: string;
  /** Absolute, or from the application folder. */
  readonly folder: string;
  /** The file that a folder answers with. Default: `index.html`; null: none. */
  readonly index?: string | null;
  /** The page for addresses without a file, for single-page applications: a file of the folder. Only requests that accept HTML get it. */
  readonly fallback?: string;
  /** Files that never change under their name, by their path in the folder. Default: names with a hash, such as `main.8f3a9c2e.js`. */
  readonly immutable?: RegExp;
  /** `Cache-Control` of the other files. Default: `no-cache`, so browsers ask with the ETag each time. */
  readonly cacheControl?: string;
  /** Headers of every file. They replace the security headers of the server. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The permission that a caller needs. Default: null, which is none. */
  readonly action?: string | null;
  readonly policies?: readonly PolicyReference[];
  readonly middlewares?: readonly MiddlewareReference[];
  readonly summary?: string;
  /** As in a route: a name for this address in `GET /`. */
  readonly link?: string;
}

export interface StaticRoute {
  readonly definition: RouteDefinition;
  /** Called at startup. Returns the mistake; null: there is none. */
  check(): string | null;
}

const YEAR = 'max-age=31536000, immutable';
const SIBLINGS: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };

export function staticRoute(given: StaticFolder): StaticRoute {
  const site = { ...given, headers: ownHeaders(given.headers) };
  const { action = null, policies = [], middlewares = [] } = site;
  // A middleware may refuse callers, too.
  const isPublic = action === null && policies.length === 0 && middlewares.length === 0;
  return {
    check: () => mistakeOf(site),
    definition: {
      method: 'GET',
      path: `${site.path.endsWith('/') ? site.path.slice(0, -1) : site.path}/*file`,
      action,
      summary: site.summary ?? 'Returns a file',
      ...(site.link === undefined ? {} : { link: site.link }),
      policies,
      middlewares,
      cacheControl: cacheControlOf(site.cacheControl, isPublic),
      handler: (request) => answerOf(request, site, isPublic),
    },
  };
}

/** The files of a public folder are the same for every caller. */
const cacheControlOf = (given: string | undefined, isPublic: boolean): CacheControl =>
  isPublic
    ? { anonymous: given ?? 'no-cache', authenticated: given ?? 'no-cache' }
    : (given ?? 'private, no-cache');

function mistakeOf({ folder, fallback, index }: StaticFolder): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found)
    return folder.split(sep).includes('node_modules')
      ? `the folder ${folder} does not exist; add it to "files" in the package.json of the package, and pack it again`
      : `the folder ${folder} does not exist; create it (build its files), or change "folder"`;
  if (!found.isDirectory()) return `${folder} is not a folder; change "folder"`;
  if (index !== undefined && index !== null && (index.includes('/') || !isServed([index])))
    return `the index "${index}" is not the name of a file, such as index.html`;
  if (fallback !== undefined && !isServed(fallback.split('/')))
    return `the fallback page "${fallback}" is not a path in the folder, such as index.html; change "fallback"`;
  if (fallback === undefined || statSync(join(folder, fallback), { throwIfNoEntry: false })?.isFile())
    return null;
  return `the fallback page "${fallback}" is not a file of the folder ${folder}; create it, or change "fallback"`;
}

async function answerOf(request: RequestContext, site: StaticFolder, isPublic: boolean): Promise<Answer> {
  const { file = '' } = request.params;
  const parts = file === '' ? [] : file.split('/');
  const isFolderPath = (request.path.split('#')[0] ?? '').endsWith('/');
  const found = await openFile(site.folder, parts);
  if (found === 'folder') {
    const index = site.index === undefined ? 'index.html' : site.index;
    const page = index === null ? null : await opened(site.folder, [...parts, index]);
    if (page && index !== null) {
      if (isFolderPath) return send(request, site, [...parts, index], page, isPublic);
      await page.handle.close();
      return toFolder(request);
    }
  } else if (found) {
    if (!isFolderPath) return send(request, site, parts, found, isPublic);
    await found.handle.close();
  }
  const page =
    site.fallback !== undefined &&
    acceptsHtml(request) &&
    (await opened(site.folder, site.fallback.split('/')));
  if (!page || site.fallback === undefined) throw coreErrors.ROUTE_NOT_FOUND();
  return send(request, site, site.fallback.split('/'), page, isPublic);
}

/** Relative addresses in the page of a folder need the slash. */
const toFolder = ({ path, querystring }: RequestContext): Answer => ({
  status: 301,
  headers: { Location: `${path.split('#')[0]}/${querystring === '' ? '' : `?${querystring}`}` },
});

async function opened(folder: string, parts: readonly string[]): Promise<OpenFile | null> {
  const found = await openFile(folder, parts);
  return found === 'folder' ? null : found;
}

async function send(
  request: RequestContext,
  site: StaticFolder,
  parts: readonly string[],
  plain: OpenFile,
  isPublic: boolean,
): Promise<Answer> {
  const type = typeOf(parts.at(-1) ?? '');
  const encoded = isCompressible(type) ? await encodedSibling(request, site.folder, parts, plain) : null;
  const file = encoded?.file ?? plain;
  const { handle, size, modified } = file;
  let isSent = false;
  try {
    if (encoded) await plain.handle.close();
    const { range, ...head } = fileHead(request, size, {
      'Content-Type': type,
      ...varyOf(type, site),
      ...(encoded ? { 'Content-Encoding': encoded.encoding } : {}),
      ...(isImmutable(site, parts) ? { 'Cache-Control': `${isPublic ? 'public' : 'private'}, ${YEAR}` } : {}),
      ...site.headers,
      'Last-Modified': modified.toUTCString(),
      ETag: await tagOf(file),
    });
    if (range === null) return head;
    isSent = true;
    return { ...head, stream: handle.createReadStream(range), type };
  } finally {
    if (!isSent) await handle.close();
  }
}

/** Names as this file and the server write them. */
const NAMES = ['Cache-Control', 'Content-Encoding', 'Content-Type', 'ETag', 'Last-Modified', 'Vary'];

/** Letter case makes no other header. */
const ownHeaders = (given: StaticFolder['headers'] = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      NAMES.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name,
      value,
    ]),
  );

/** The answer to one address depends on the encoding, and with a fallback page also on the accepted types. */
function varyOf(type: string, { fallback }: StaticFolder): Readonly<Record<string, string>> {
  const names = [
    ...(fallback === undefined ? [] : ['Accept']),
    ...(isCompressible(type) ? ['Accept-Encoding'] : []),
  ];
  return names.length === 0 ? {} : { Vary: names.join(', ') };
}

const isImmutable = ({ immutable, fallback, index }: StaticFolder, parts: readonly string[]): boolean => {
  const path = parts.join('/');
  if (path === fallback || parts.at(-1) === (index ?? 'index.html')) return false;
  return immutable === undefined ? hasHash(path) : path.search(immutable) !== -1;
};

/** The files of a package are written one after the other, in any order. */
const SAME_TIME = 1_000;

/** `main.js.br` beside `main.js`. A sibling that is older than its file is stale. */
async function encodedSibling(
  request: RequestContext,
  folder: string,
  parts: readonly string[],
  plain: OpenFile,
): Promise<{ readonly encoding: ContentEncoding; readonly file: OpenFile } | null> {
  const offered: ContentEncoding[] = ['br', 'gzip'];
  for (;;) {
    const encoding = acceptedEncoding(request.header('accept-encoding'), offered);
    if (encoding === null) return null;
    const name = `${parts.at(-1)}${SIBLINGS[encoding]}`;
    const file = await opened(folder, [...parts.slice(0, -1), name]);
    if (file && file.modified.getTime() + SAME_TIME >= plain.modified.getTime()) return { encoding, file };
    await file?.handle.close();
    offered.splice(offered.indexOf(encoding), 1);
  }
}

/** The table of types is loaded with the first file. */
function typeOf(name: string): string {
  const { contentType }: typeof import('mime-types') = require('mime-types');
  return contentType(extname(name)) || 'application/octet-stream';
}
