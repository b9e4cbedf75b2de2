// config/middlewares → settings of the server. Built-in steps become settings; other steps are koa middlewares. Requests pass
// koa's chain only if the application has such middlewares.
import type { Middleware } from 'koa';
import { type Check, pathToText, runCheck } from '../check/check';
import { boolean, integer, object, oneOf, optional, string } from '../check/checks';
import { type Mistake, StartupError } from '../errors/startup-error';
import { type BodyLimits, DEFAULT_BODY_LIMITS } from './request/body';
import { DEFAULT_QUERY_LIMITS, type QueryStringLimits } from './request/query-string';
import { type Cors, type CorsConfig, corsConfig, createCors } from './response/cors';
import { type SecurityConfig, securityConfig, securityHeaders } from './response/security-headers';
import { unknownName } from './routes/named';

const FILE = 'config/middlewares';

/** An entry of config/middlewares. */
export interface MiddlewareEntry {
  readonly name: string;
  readonly resolve?: string;
  readonly config: unknown;
  readonly enabled: boolean;
}

export interface HttpSettings {
  readonly requestId: { readonly header: string; readonly accept: boolean } | null;
  /** The log level of requests; null: requests are not logged. */
  readonly requestLog: 'info' | 'debug' | null;
  readonly security: readonly string[];
  readonly cors: Cors | null;
  /** Milliseconds for a handler to answer; replaces server.timeouts.answer. */
  readonly answerTimeout: number | null;
  readonly query: QueryStringLimits;
  readonly body: BodyLimits;
  /** The koa middlewares in order; `cors` marks the place that answers preflights. */
  readonly chain: readonly ('cors' | Middleware)[];
}

interface Gathered {
  requestId: HttpSettings['requestId'];
  requestLog: HttpSettings['requestLog'];
  security: readonly string[];
  cors: Cors | null;
  answerTimeout: number | null;
  query: QueryStringLimits;
  body: BodyLimits;
  chain: ('cors' | Middleware)[];
}

interface BuiltIn<C> {
  readonly config: Check<C>;
  apply(settings: Gathered, config: C, isDevelopment: boolean): void;
}

const builtIn = <C>(definition: BuiltIn<C>): BuiltIn<unknown> => ({
  config: definition.config,
  // The check has verified the type.
  apply: (settings, config, isDevelopment) => definition.apply(settings, config as C, isDevelopment),
});

const size = (otherwise: number) => optional(integer({ min: 1 }), otherwise);

/** By name, in the default order. */
const BUILT_IN_MIDDLEWARES: ReadonlyMap<string, BuiltIn<unknown>> = new Map([
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
      config: object({ level: optional(oneOf('info', 'debug', 'off')) }),
      apply: (settings, config, isDevelopment) => {
        const level = config.level ?? (isDevelopment ? 'info' : 'debug');
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
    builtIn<QueryStringLimits>({
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
  /** Returns the export of the file or package in `resolve`. */
  load(resolve: string): unknown;
  /** The second argument of factories. */
  readonly host: unknown;
  readonly isDevelopment: boolean;
}

const listOf = (entries: readonly MiddlewareEntry[] | null): readonly MiddlewareEntry[] =>
  entries ?? [...BUILT_IN_MIDDLEWARES.keys()].map((name) => ({ name, config: undefined, enabled: true }));

/** Mistakes in names and in configurations of built-in steps. Loads no file. */
export function middlewareMistakes(entries: readonly MiddlewareEntry[] | null, where: string): Mistake[] {
  const seen = new Set<string>();
  return listOf(entries).flatMap((entry, index): Mistake[] => {
    if (!entry.enabled || entry.resolve !== undefined) return [];
    const place = { where, at: `[${index}]` };
    const known = BUILT_IN_MIDDLEWARES.get(entry.name);
    if (!known) {
      const mistake = unknownName('middleware', entry.name, [...BUILT_IN_MIDDLEWARES.keys()], place);
      const hint = ' (a middleware of the application needs "resolve" with its path)';
      return [{ ...mistake, message: mistake.message + hint }];
    }
    const twice = `"${entry.name}" occurs twice in the list; remove one entry`;
    const mistakes = seen.has(entry.name) ? [{ ...place, message: twice }] : [];
    seen.add(entry.name);
    for (const { path, message } of runCheck(known.config, entry.config ?? {}).issues)
      mistakes.push({ ...place, message: `${entry.name} → ${pathToText(path)}: ${message}` });
    return mistakes;
  });
}

/** Limits and error handling also apply without their steps; other built-in steps are disabled without an entry. */
export async function readMiddlewares(
  entries: readonly MiddlewareEntry[] | null,
  sources: MiddlewareSources,
): Promise<HttpSettings> {
  const mistakes = middlewareMistakes(entries, FILE);
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
  for (const [index, entry] of listOf(entries).entries()) {
    if (!entry.enabled) continue;
    if (entry.resolve !== undefined) {
      const place = { where: FILE, at: `[${index}]` };
      const own = await loadOwn(entry.resolve, entry.config, sources, place, mistakes);
      if (own) settings.chain.push(own);
      continue;
    }
    const known = BUILT_IN_MIDDLEWARES.get(entry.name);
    if (!known) continue;
    const { value, issues } = runCheck(known.config, entry.config ?? {});
    if (issues.length === 0) known.apply(settings, value, sources.isDevelopment);
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
      mistakes.push({ ...place, message: `${resolve} does not export a function; expected ${expected}` });
      return null;
    }
    const middleware: unknown = await factory(config, sources.host);
    if (typeof middleware === 'function') return middleware as Middleware;
    mistakes.push({ ...place, message: `${resolve} did not return a function; expected ${expected}` });
  } catch (error) {
    mistakes.push({
      ...place,
      message: `${resolve} could not be loaded: ${error instanceof Error ? error.message : error}`,
    });
  }
  return null;
}
