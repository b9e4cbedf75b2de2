// CORS: the web pages of other origins that may read answers. Only listed origins may send credentials.
import type { Check } from '../../check/check';
import { anyOf, array, boolean, integer, object, oneOf, optional, string } from '../../check/checks';
import { described } from '../../check/described';
import type { Exchange } from '../request/exchange';
import type { Answer } from '../routes/route';

export interface CorsConfig {
  readonly origin: '*' | readonly string[];
  readonly credentials: boolean;
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly expose: readonly string[];
  readonly maxAge: number;
}

export interface Cors {
  /** Headers of every answer: names and values in turn. */
  readonly fixed: readonly string[];
  /** Adds headers that depend on the request's origin; null: there are none. */
  readonly add: ((request: Exchange, headers: string[]) => void) | null;
  /** May pages of the origin read answers? */
  allows(origin: string): boolean;
  /** The answer to a preflight; undefined for other requests. */
  preflight(request: Exchange): Answer | undefined;
}

const origin = string({
  pattern: /^[a-z][a-z0-9+.-]*:\/\/[^\s/*]+$/,
  expected: 'an origin like "https://example.org", without a path',
});
const name = string({ pattern: /^[\w-]+$/, expected: 'a header or method name' });

const shape = object({
  origin: described(
    'The origins whose pages may read responses: `"*"` (all), or a list.',
    optional(
      anyOf(
        '"*", or a list of origins like "https://example.org", without paths',
        oneOf('*'),
        array(origin, { distinct: true }),
      ),
      '*' as const,
    ),
  ),
  credentials: described(
    'Pages of the listed origins may send cookies. Needs a list in `origin`.',
    optional(boolean(), false),
  ),
  methods: described(
    'The allowed methods.',
    optional(array(name), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
  ),
  headers: described(
    'The headers that a page may send.',
    optional(array(name), [
      'Content-Type',
      'Authorization',
      'Origin',
      'Accept',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
      'Strapi-Response-Format',
    ]),
  ),
  expose: described('The headers that a page may read.', optional(array(name), ['ETag', 'X-Request-Id'])),
  maxAge: described(
    'Seconds for which browsers cache the response to a preflight request.',
    optional(integer({ min: 0 }), 31_536_000),
  ),
});

export const corsConfig: Check<CorsConfig> = {
  schema: shape.schema,
  parse(input, path, issues) {
    const config = shape.parse(input, path, issues);
    if (config.credentials && config.origin === '*')
      issues.push({
        path: [...path, 'credentials'],
        message: 'credentials need a list of origins; set "origin" to a list',
      });
    return config;
  },
};

/** Headers that plugins add. */
export interface CorsHeaders {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

/** Browsers ignore letter case in names of headers. */
function together(names: readonly string[], added: readonly string[]): string {
  const known = new Set(names.map((one) => one.toLowerCase()));
  return [...names, ...added.filter((one) => !known.has(one.toLowerCase()))].join(',');
}

export function createCors(config: CorsConfig, added: CorsHeaders): Cors {
  const allowed = config.origin === '*' ? null : new Set(config.origin);
  const exposed = together(config.expose, added.response);
  const common = [
    ...(config.credentials ? ['Access-Control-Allow-Credentials', 'true'] : []),
    ...(exposed === '' ? [] : ['Access-Control-Expose-Headers', exposed]),
  ];
  const preflightHeaders = {
    'Access-Control-Allow-Methods': config.methods.join(','),
    'Access-Control-Allow-Headers': together(config.headers, added.request),
    'Access-Control-Max-Age': String(config.maxAge),
  };
  return {
    fixed: allowed === null ? ['Access-Control-Allow-Origin', '*', ...common] : ['Vary', 'Origin'],
    add:
      allowed === null
        ? null
        : (request, headers) => {
            const asked = request.request.headers.origin;
            if (asked !== undefined && allowed.has(asked))
              headers.push('Access-Control-Allow-Origin', asked, ...common);
          },
    allows: (origin) => allowed === null || allowed.has(origin),
    preflight(request) {
      const { headers } = request.request;
      if (request.method !== 'OPTIONS' || headers.origin === undefined) return undefined;
      if (headers['access-control-request-method'] === undefined) return undefined;
      const isAllowed = allowed === null || allowed.has(headers.origin);
      return { status: 204, headers: isAllowed ? preflightHeaders : {} };
    },
  };
}
