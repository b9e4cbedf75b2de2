// config/middlewares → what every request goes through. Built-in steps become settings that are applied in one go; an
// application's own are koa middlewares, and only where there are some does a request walk koa's chain.
import type { Middleware } from 'koa';
import { type Check, pathToText, runCheck } from '../check/check';
import { boolean, integer, object, oneOf, optional, string } from '../check/checks';
import { type Mistake, StartupError } from '../errors/startup-error';
import { type BodyLimits, DEFAULT_BODY_LIMITS } from './body';
import { type Cors, type CorsConfig, corsConfig, createCors } from './cors';
import { unknownName } from './named';
import { DEFAULT_QUERY_LIMITS, type QueryLimits } from './query-string';
import { type SecurityConfig, securityConfig, securityHeaders } from './security-headers';

/** As config/middlewares has it. */
export interface MiddlewareEntry {
  readonly name: string;
  readonly resolve?: string;
  readonly config: unknown;
  readonly enabled: boolean;
}

export interface HttpSettings {
  readonly requestId: { readonly header: string; readonly accept: boolean } | null;
  /** At which level each request is logged; null: not at all. */
  readonly requestLog: 'info' | 'debug' | null;
  readonly security: readonly string[];
  readonly cors: Cors | null;
  /** Until a handler has answered, instead of server.timeouts.answer. */
  readonly answerTimeout: number | null;
  readonly query: QueryLimits;
  readonly body: BodyLimits;
  /** The application's own, in order; `cors` marks where preflights are answered. */
  readonly chain: readonly ('cors' | Middleware)[];
}

interface Gathered {
  requestId: HttpSettings['requestId'];
  requestLog: HttpSettings['requestLog'];
  security: readonly string[];
  cors: Cors | null;
  answerTimeout: number | null;
  query: QueryLimits;
  body: BodyLimits;
  chain: ('cors' | Middleware)[];
}

interface BuiltIn<C> {
  readonly config: Check<C>;
  apply(settings: Gathered, config: C): void;
}

const builtIn = <C>(definition: BuiltIn<C>): BuiltIn<unknown> => ({
  config: definition.config,
  // The check above has made it a C.
  apply: (settings, config) => definition.apply(settings, config as C),
});

const size = (otherwise: number) => optional(integer({ min: 1 }), otherwise);

/** By name, in the order that holds when config/middlewares gives none. */
export const BUILT_IN_MIDDLEWARES: ReadonlyMap<string, BuiltIn<unknown>> = new Map([
  ['errors', builtIn({ config: object({}), apply: () => undefined })],
  [
    'request-id',
    builtIn({
      config: object({
        header: optional(string({ pattern: /^[\w-]+$/, expected: 'a header name' }), 'X-Request-Id'),
        accept: optional(boolean(), true),
      }),
      apply: (settings, config) => {
        settings.requestId = config;
      },
    }),
  ],
  [
    'logger',
    builtIn({
      config: object({ level: optional(oneOf('info', 'debug', 'off'), 'debug' as const) }),
      apply: (settings, { level }) => {
        settings.requestLog = level === 'off' ? null : level;
      },
    }),
  ],
  [
    'security',
    builtIn<SecurityConfig>({
      config: securityConfig,
      apply: (settings, config) => {
        settings.security = securityHeaders(config);
      },
    }),
  ],
  [
    'cors',
    builtIn<CorsConfig>({
      config: corsConfig,
      apply: (settings, config) => {
        settings.cors = createCors(config);
        settings.chain.push('cors');
      },
    }),
  ],
  [
    'timeout',
    builtIn({
      config: object({ answer: optional(integer({ min: 0, max: 2_147_483_647 })) }),
      apply: (settings, { answer }) => {
        settings.answerTimeout = answer ?? null;
      },
    }),
  ],
  [
    'query',
    builtIn<QueryLimits>({
      config: object({
        arrayLimit: size(DEFAULT_QUERY_LIMITS.arrayLimit),
        depth: size(DEFAULT_QUERY_LIMITS.depth),
        parameters: size(DEFAULT_QUERY_LIMITS.parameters),
      }),
      apply: (settings, config) => {
        settings.query = config;
      },
    }),
  ],
  [
    'body',
    builtIn<BodyLimits>({
      config: object({
        json: size(DEFAULT_BODY_LIMITS.json),
        file: size(DEFAULT_BODY_LIMITS.file),
        files: size(DEFAULT_BODY_LIMITS.files),
        fields: size(DEFAULT_BODY_LIMITS.fields),
      }),
      apply: (settings, config) => {
        settings.body = config;
      },
    }),
  ],
]);

export interface MiddlewareSources {
  /** Loads the file or package of `resolve`: what it exports. */
  load(resolve: string): unknown;
  /** Given to factories as their second argument. */
  readonly host: unknown;
}

/** Limits and the error boundary hold even where their steps are not named; the other built-in steps are off then. */
export async function readMiddlewares(
  entries: readonly MiddlewareEntry[] | null,
  sources: MiddlewareSources,
): Promise<HttpSettings> {
  const mistakes: Mistake[] = [];
  const settings: Gathered = {
    requestId: null,
    requestLog: null,
    security: [],
    cors: null,
    answerTimeout: null,
    query: DEFAULT_QUERY_LIMITS,
    body: DEFAULT_BODY_LIMITS,
    chain: [],
  };
  const list: readonly MiddlewareEntry[] =
    entries ?? [...BUILT_IN_MIDDLEWARES.keys()].map((name) => ({ name, config: undefined, enabled: true }));
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    if (!entry.enabled) continue;
    const place = { where: 'config/middlewares', at: `[${index}]` };
    if (entry.resolve !== undefined) {
      const own = await loadOwn(entry.resolve, entry.config, sources, place, mistakes);
      if (own) settings.chain.push(own);
      continue;
    }
    const known = BUILT_IN_MIDDLEWARES.get(entry.name);
    if (!known) {
      const mistake = unknownName('middleware', entry.name, [...BUILT_IN_MIDDLEWARES.keys()], place);
      mistakes.push({
        ...mistake,
        message: `${mistake.message} (a middleware of your own needs "resolve" with its path)`,
      });
      continue;
    }
    if (seen.has(entry.name))
      mistakes.push({ ...place, message: `"${entry.name}" stands in the list twice` });
    seen.add(entry.name);
    const { value, issues } = runCheck(known.config, entry.config ?? {});
    for (const issue of issues)
      mistakes.push({ ...place, message: `${entry.name} → ${pathToText(issue.path)}: ${issue.message}` });
    if (issues.length === 0) known.apply(settings, value);
  }
  if (mistakes.length > 0) throw new StartupError('The middlewares cannot be set up:', mistakes);
  return settings;
}

async function loadOwn(
  resolve: string,
  config: unknown,
  sources: MiddlewareSources,
  place: Omit<Mistake, 'message'>,
  mistakes: Mistake[],
): Promise<Middleware | null> {
  const expected = 'a function (config, { kernel }) that returns a koa middleware (ctx, next) => …';
  try {
    const factory = await sources.load(resolve);
    if (typeof factory !== 'function') {
      mistakes.push({ ...place, message: `${resolve} exports no function; expected ${expected}` });
      return null;
    }
    const middleware: unknown = await factory(config, sources.host);
    if (typeof middleware === 'function') return middleware as Middleware;
    mistakes.push({ ...place, message: `${resolve} returned no function; expected ${expected}` });
  } catch (error) {
    mistakes.push({
      ...place,
      message: `${resolve} could not be loaded: ${error instanceof Error ? error.message : error}`,
    });
  }
  return null;
}
