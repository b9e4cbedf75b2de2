// The built-in steps of config/middlewares: each has a name, a checked configuration, and an effect on the settings of the server.
import type { Check } from '../check/check';
import { boolean, integer, object, oneOf, optional, string } from '../check/checks';
import { described } from '../check/described';
import { type BodyLimits, DEFAULT_BODY_LIMITS } from './request/body-limits';
import type { ChainStep } from './request/koa-step';
import type { CompressionConfig } from './response/compression';
import { type Cors, type CorsConfig, type CorsHeaders, corsConfig, createCors } from './response/cors';
import { type SecurityConfig, securityConfig, securityHeaders } from './response/security-headers';

export interface HttpSettings {
  readonly requestId: { readonly header: string; readonly accept: boolean } | null;
  /** The log level of requests; null: requests are not logged. */
  readonly requestLog: 'info' | 'debug' | null;
  readonly security: readonly string[];
  readonly cors: Cors | null;
  readonly compression: CompressionConfig | null;
  /** Milliseconds for a handler to answer; replaces server.timeouts.answer. */
  readonly answerTimeout: number | null;
  readonly body: BodyLimits;
  /** The koa middlewares in order; `cors` marks the place that answers preflights. */
  readonly chain: readonly ('cors' | ChainStep)[];
}

/** Settings while the steps are read. */
interface Gathered {
  requestId: HttpSettings['requestId'];
  requestLog: HttpSettings['requestLog'];
  security: readonly string[];
  cors: Cors | null;
  compression: CompressionConfig | null;
  answerTimeout: number | null;
  body: BodyLimits;
  chain: ('cors' | ChainStep)[];
}

/** What the steps need beside their configuration. */
export interface StepSurroundings {
  readonly isDevelopment: boolean;
  /** `logs.requests` of config/server. */
  readonly requestLog?: 'info' | 'debug' | 'off' | undefined;
  /** Headers that plugins add. */
  readonly headers: CorsHeaders;
}

interface BuiltIn<C> {
  /** Disabled without an entry, also if config/middlewares does not exist. */
  readonly isOptional?: boolean;
  readonly config: Check<C>;
  apply(settings: Gathered, config: C, around: StepSurroundings): void;
}

const builtIn = <C>(definition: BuiltIn<C>): BuiltIn<unknown> => ({
  ...definition,
  // The check has verified the type.
  apply: (settings, config, around) => definition.apply(settings, config as C, around),
});

const size = (meaning: string, otherwise: number) =>
  described(meaning, optional(integer({ min: 1 }), otherwise));

const moved = (limit: string) =>
  described(
    `The maximum number as in \`limits.${limit}\` of config/api. Write it there: this key is the former place.`,
    optional(integer({ min: 1 })),
  );

/** By name, in the default order. */
export const BUILT_IN_MIDDLEWARES: ReadonlyMap<string, BuiltIn<unknown>> = new Map([
  ['errors', builtIn({ config: object({}), apply: () => undefined })],
  [
    'request-id',
    builtIn({
      config: object({
        header: described(
          'The header with the id of a request, in requests and responses.',
          optional(string({ pattern: /^[\w-]+$/, expected: 'a header name' }), 'X-Request-Id'),
        ),
        accept: described('Use the id that the client sends.', optional(boolean(), true)),
      }),
      apply: (settings, config) => {
        settings.requestId = config;
      },
    }),
  ],
  [
    'logger',
    builtIn({
      config: object({
        level: described(
          'The log level of requests. Default: `logs.requests` of config/server.',
          optional(oneOf('info', 'debug', 'off')),
        ),
      }),
      apply: (settings, config, { isDevelopment, requestLog }) => {
        const level = config.level ?? requestLog ?? (isDevelopment ? 'info' : 'debug');
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
      apply: (settings, config, { headers }) => {
        settings.cors = createCors(config, headers);
        settings.chain.push('cors');
      },
    }),
  ],
  [
    'compression',
    builtIn<CompressionConfig>({
      isOptional: true,
      config: object({
        threshold: size('The minimum size of a response that is compressed (bytes).', 1024),
      }),
      apply: (settings, config) => {
        settings.compression = config;
      },
    }),
  ],
  [
    'timeout',
    builtIn({
      config: object({
        answer: described(
          'Time (ms) that a handler may take; 0: no limit. Default: `timeouts.answer` of config/server.',
          optional(integer({ min: 0, max: 2_147_483_647 })),
        ),
      }),
      apply: (settings, { answer }) => {
        settings.answerTimeout = answer ?? null;
      },
    }),
  ],
  [
    'query',
    builtIn({
      // core/kernel/config/query-step-alias.ts reads it.
      config: object({
        arrayLimit: moved('arrayLimit'),
        depth: moved('depth'),
        parameters: moved('parameters'),
      }),
      apply: () => undefined,
    }),
  ],
  [
    'body',
    builtIn<BodyLimits>({
      config: object({
        json: size('The maximum size of a JSON or form body (bytes).', DEFAULT_BODY_LIMITS.json),
        file: size('The maximum size of a file (bytes).', DEFAULT_BODY_LIMITS.file),
        files: size('The maximum number of files in a request.', DEFAULT_BODY_LIMITS.files),
        request: described(
          'The maximum size of all files of a request together (bytes). Default: `file` × `files`.',
          optional(integer({ min: 1 })),
        ),
        fields: size(
          'The maximum size of the text fields next to files (bytes).',
          DEFAULT_BODY_LIMITS.fields,
        ),
      }),
      apply: (settings, config) => {
        settings.body = config;
      },
    }),
  ],
]);

export const emptySettings = (): Gathered => ({
  requestId: null,
  requestLog: null,
  security: [],
  cors: null,
  compression: null,
  answerTimeout: null,
  body: DEFAULT_BODY_LIMITS,
  chain: [],
});
