// The errors of the core. Clients rely on names, statuses and keys of details; codes are for logs and tests.
import { defineErrors } from './define-errors';

/** One mistake in a body, as clients receive it. `path` contains strings, also for array indexes. */
export interface BodyIssue {
  readonly path: readonly string[];
  readonly message: string;
  readonly name: 'ValidationError';
  readonly value?: unknown;
}

export type ParamName = 'filters' | 'sort' | 'fields' | 'populate' | (string & {});

const plural = (issues: readonly BodyIssue[]): string =>
  issues.length === 1 ? (issues[0]?.message ?? '') : `${issues.length} errors occurred`;

export const coreErrors = defineErrors('core', {
  // routing
  ROUTE_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Not Found' },
  ROUTE_METHOD_NOT_ALLOWED: {
    status: 405,
    name: 'MethodNotAllowedError',
    message: () => 'Method Not Allowed',
    headers: (allow: string) => ({ Allow: allow }),
  },
  HOST_SEVERAL: {
    status: 400,
    name: 'BadRequestError',
    message: () => 'The request names several hosts. Send one Host header with one name.',
    details: () => null,
  },
  ROUTE_PATH_ENCODING: {
    status: 400,
    name: 'BadRequestError',
    message: () => 'failed to decode',
    details: () => null,
  },

  // access
  ACCESS_UNAUTHORIZED: { status: 401, name: 'UnauthorizedError', message: (message: string) => message },
  ACCESS_FORBIDDEN: {
    status: 403,
    name: 'ForbiddenError',
    message: (hint?: string) => (hint ? `Forbidden: ${hint}` : 'Forbidden'),
  },

  // any value
  VALUE_NUL: {
    status: 400,
    name: 'ValidationError',
    message: (key: string, _source: 'query' | 'path' | 'body') =>
      `${key} contains a NUL character (U+0000), which cannot be stored. Remove the character.`,
    details: (key: string, source: 'query' | 'path' | 'body') => ({ key, source }),
  },

  /** Between the two steps of a migration (`--expand`, `--contract`). */
  VALUE_NEEDS_CONTRACT: {
    status: 409,
    name: 'ConflictError',
    message: (attribute: string) =>
      `The value of ${attribute} has no form in the former type of the attribute, which other processes still use. Send it after "quire migrate apply --contract".`,
    details: (attribute: string) => ({ attribute }),
  },

  // the query
  /** A key that does not exist, or that the caller may not see: clients cannot tell these apart. */
  QUERY_INVALID_KEY: {
    status: 400,
    name: 'ValidationError',
    message: (key: string, path: string | null, _param: ParamName) =>
      path && path !== key ? `Invalid key ${key} at ${path}` : `Invalid key ${key}`,
    details: (key: string, path: string | null, param: ParamName) => ({ key, path, source: 'query', param }),
  },
  /** Any other mistake in a parameter; the message names key, place and remedy. */
  QUERY_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: (message: string, _details?: Record<string, unknown>) => message,
    details: (_message: string, details?: Record<string, unknown>) => details ?? {},
  },
  QUERY_PAGINATION: { status: 400, name: 'PaginationError', message: (message: string) => message },
  QUERY_TOO_COSTLY: {
    status: 400,
    name: 'ValidationError',
    message: (path: string, what: string, budget: number) =>
      `The query is too costly at ${path}: more than ${budget} ${what}. Use more filters, fewer populated relations or a smaller page.`,
    details: (path: string, what: string, budget: number) => ({ path, budget, what, source: 'query' }),
  },
  /** `limits.answerBytes`. The rows that become the answer count too. */
  ANSWER_TOO_LARGE: {
    status: 400,
    name: 'ValidationError',
    message: (limit: number) =>
      `The response has more than ${limit} bytes (limits.answerBytes of config/api). Request fewer fields, fewer populated relations or a smaller page`,
    details: (limit: number) => ({ limit, name: 'limits.answerBytes', source: 'query' }),
  },
  /** `limits.conditions`. */
  QUERY_TOO_MANY_CONDITIONS: {
    status: 400,
    name: 'ValidationError',
    message: (most: number, _param: ParamName) =>
      `The filters have more than ${most} conditions (limits.conditions of config/api). Use one list ($in) instead of many values, or send several requests`,
    details: (limit: number, param: ParamName) => ({ limit, source: 'query', param }),
  },
  /** A transport takes no longer lists inside a document (`Selection.most`). */
  QUERY_LIST_TOO_LONG: {
    status: 400,
    name: 'ValidationError',
    message: (path: string, most: number) =>
      `A list at ${path} has more than ${most} documents. Request a page of it, or add filters.`,
    details: (path: string, most: number) => ({ path, most, source: 'query' }),
  },

  // the body
  BODY_MISSING_DATA: {
    status: 400,
    name: 'ValidationError',
    message: (_remedy?: string | null) => 'Missing "data" payload in the request body',
    /** `remedy`: the request has a body that was not read. */
    details: (remedy?: string | null) => (remedy ? { remedy } : {}),
  },
  BODY_INVALID_KEY: {
    status: 400,
    name: 'ValidationError',
    /** Without a path, `details` has no `path` (`id`, `documentId`). */
    message: (key: string, path?: string | null) =>
      path && path !== key ? `Invalid key ${key} at ${path}` : `Invalid key ${key}`,
    details: (key: string, path?: string | null) => ({ key, path, source: 'body' }),
  },
  BODY_ISSUES: {
    status: 400,
    name: 'ValidationError',
    message: (issues: readonly BodyIssue[]) => plural(issues),
    details: (issues: readonly BodyIssue[]) => ({ errors: issues }),
  },
  /** One problem without a list of errors (dates, relation targets). */
  BODY_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: (message: string, _details?: Record<string, unknown>) => message,
    details: (_message: string, details?: Record<string, unknown>) => details ?? {},
  },
  BODY_RULE: { status: 400, name: 'ApplicationError', message: (message: string) => message },
  BODY_SYNTAX: {
    status: 400,
    name: 'SyntaxError',
    message: (message: string) => message,
    // The message of JSON.parse quotes the text around the mistake.
    logged: 'the body has a syntax error; the answer says which',
    details: () => null,
  },
  BODY_TOO_LARGE: {
    status: 413,
    name: 'PayloadTooLargeError',
    message: () => 'request entity too large',
    details: () => null,
  },
  BODY_FILE_TOO_LARGE: {
    status: 413,
    name: 'PayloadTooLargeError',
    message: () => 'FileTooBig',
    details: () => ({}),
  },
  BODY_TOO_MANY_PARTS: {
    status: 413,
    name: 'PayloadTooLargeError',
    message: (parts: 'files' | 'fields', most: number) =>
      `The request has more than ${most} ${parts}; send fewer in each request`,
  },
  BODY_NO_SPACE: {
    status: 507,
    name: 'InsufficientStorageError',
    message: () => 'The server has no space for the files of the request',
  },
  BODY_UNSUPPORTED_TYPE: {
    status: 415,
    name: 'UnsupportedMediaTypeError',
    message: (type: string, accepted: string) =>
      `The content type ${type} is not accepted here; send ${accepted}`,
  },

  // documents
  DOCUMENT_NOT_FOUND: { status: 404, name: 'NotFoundError', message: () => 'Not Found' },
  DOCUMENT_CONFLICT: { status: 409, name: 'ConflictError', message: (message: string) => message },
  DOCUMENT_EXISTS: {
    status: 409,
    name: 'ConflictError',
    message: (_documentId: string) =>
      'This document exists already, because an earlier request has created it; update it instead',
    details: (documentId: string) => ({ documentId }),
  },
  /** `uses`: only those that the caller may see. */
  DOCUMENT_IN_USE: {
    status: 409,
    name: 'ConflictError',
    message: (uses: readonly { readonly type: string; readonly attribute: string }[], _hasMore: boolean) =>
      `The document cannot be deleted, because other documents link to it (${
        uses.map(({ type, attribute }) => `${type}.${attribute}`).join(', ') ||
        'documents that you cannot see'
      }). Remove these links first.`,
    details: (uses: readonly unknown[], hasMore: boolean) => ({ uses, hasMore }),
  },
  CASCADE_TOO_LARGE: {
    status: 409,
    name: 'ConflictError',
    message: (limit: number) =>
      `The delete would take more than ${limit} other documents along (limits.cascade of config/api). Delete some of them first.`,
    details: (limit: number) => ({ limit, name: 'limits.cascade' }),
  },
  DOCUMENT_STALE: { status: 412, name: 'PreconditionFailedError', message: (message: string) => message },

  // many writes in one call
  /** `items`: by index. */
  ITEMS_REFUSED: {
    status: 400,
    name: 'BulkWriteError',
    message: (items: readonly unknown[], count: number) =>
      `${items.length} of ${count} items were refused, so nothing was stored. Correct them, or send "atomic": false to store the others.`,
    details: (items: readonly unknown[], _count: number) => ({ items }),
  },
  ITEMS_TOO_MANY: {
    status: 400,
    name: 'BulkWriteError',
    message: (count: number, limit: number) =>
      `The request writes ${count} documents, and limits.bulkItems of config/api is ${limit}. Send several requests.`,
    details: (_count: number, limit: number) => ({ limit, name: 'limits.bulkItems' }),
  },

  // availability
  DATABASE_UNAVAILABLE: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: (_seconds: number) => 'The database is not available at the moment. Try again shortly.',
    headers: (seconds: number) => ({ 'Retry-After': String(seconds) }),
  },
  SERVER_BUSY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: (_seconds: number) => 'The server is busy. Try again shortly.',
    headers: (seconds: number) => ({ 'Retry-After': String(seconds) }),
  },
  /** Of a process that does not know the present schema of the database. */
  SCHEMA_CHANGED: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: () =>
      'The database has a newer schema than this process. Send the request again: another process may answer it.',
    headers: () => ({ 'Retry-After': '1' }),
  },
  /** Of a process with `server.readOnly`. */
  READ_ONLY: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: () => 'This process only reads. Send writes to a process that may write.',
  },
  REQUEST_TIMEOUT: {
    status: 503,
    name: 'ServiceUnavailableError',
    /** `waiting`: the taps that the request waited for; empty in production. */
    message: (waiting: readonly string[]) =>
      waiting.length === 0
        ? 'The request took too long and was stopped. Try again with a smaller request.'
        : `The request took too long and was stopped: it waited for ${waiting.join(', ')}. Let the tap end sooner: give its calls of other services a time limit, or make them after the answer.`,
  },
  /** A write may be stored, so the client must not repeat it blindly. */
  OUTCOME_UNKNOWN: {
    status: 503,
    name: 'OutcomeUnknownError',
    message: () =>
      'The request may have been stored, but its result is not available. Read the data before you send the request again.',
    details: () => ({ outcome: 'unknown' }),
  },
  /** For logs: no client receives it. */
  REQUEST_CLOSED: {
    status: 499,
    name: 'ClientClosedRequestError',
    message: () => 'The client closed the connection before the response.',
  },
  REQUEST_MALFORMED: {
    status: 400,
    name: 'BadRequestError',
    message: (reason: string) => `The request is not valid HTTP: ${reason}`,
  },
  /** The time limits of `server.timeouts.headers` and `.request`. */
  REQUEST_INCOMPLETE: {
    status: 408,
    name: 'RequestTimeoutError',
    message: () => 'The request did not arrive in time. Send it again over a new connection.',
  },
  HEAD_TOO_LARGE: {
    status: 431,
    name: 'RequestHeaderFieldsTooLargeError',
    message: (limit: number) =>
      `The URL and the headers are longer than ${limit} bytes together; shorten the query string or send fewer headers`,
  },
  URL_TOO_LONG: {
    status: 414,
    name: 'UriTooLongError',
    message: (limit: number) => `The URL is longer than ${limit} characters; shorten the query string`,
  },
});
