// One HTTP request → the operation that it asks for, or the 4xx that says why not.
import type { RequestContext } from '../../../core';
import type { ServerOptions } from '../config';

/** The operation of a request: a text, an id (`extensions.persistedQuery`), or both. */
export interface Sent {
  readonly query: string | null;
  readonly id: string | null;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>> | null;
  /** GET: only queries. */
  readonly isReading: boolean;
}

export interface Asked extends Sent {
  readonly query: string;
}

export interface Refused {
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CSRF =
  'This operation has been blocked as a potential Cross-Site Request Forgery (CSRF). ' +
  "Please either specify a 'content-type' header (with a type that is not one of application/x-www-form-urlencoded, multipart/form-data, text/plain) " +
  'or provide a non-empty value for one of the following headers: x-apollo-operation-name, apollo-require-preflight';
const EMPTY = 'POST body missing, invalid Content-Type, or JSON object has no keys.';

/** Operations of one body that is a list, where `allowBatchedHttpRequests` allows it. */
const MOST_OPERATIONS = 20;

export function readPost(
  request: RequestContext,
  body: unknown,
  { csrfPrevention = true, allowBatchedHttpRequests = false }: ServerOptions,
): Sent | Refused | readonly (Sent | Refused)[] {
  if (csrfPrevention && !isPreflighted(request)) return badRequest(CSRF);
  if (Array.isArray(body)) {
    if (!allowBatchedHttpRequests) return badRequest('Operation batching disabled.');
    if (body.length === 0 || body.length > MOST_OPERATIONS)
      return badRequest(`A list of operations has 1 to ${MOST_OPERATIONS} of them, got ${body.length}.`);
    return body.map((each) => (isObject(each) ? readOperation(each, false) : badRequest(EMPTY)));
  }
  if (!isObject(body) || Object.keys(body).length === 0 || !isJson(request)) return badRequest(EMPTY);
  return readOperation(body, false);
}

export function readGet(request: RequestContext, { csrfPrevention = true }: ServerOptions): Sent | Refused {
  if (csrfPrevention && !isPreflighted(request)) return badRequest(CSRF);
  const { variables, extensions, ...rest } = request.query;
  const parsed: Record<string, unknown> = { ...rest };
  for (const [name, text] of Object.entries({ variables, extensions })) {
    if (text === undefined) continue;
    const value = typeof text === 'string' ? fromJson(text) : undefined;
    if (value === undefined) return badRequest(`The ${name} search parameter contains invalid JSON.`);
    parsed[name] = value;
  }
  return readOperation(parsed, true);
}

export function readOperation(given: Readonly<Record<string, unknown>>, isReading: boolean): Sent | Refused {
  const { query, operationName, variables, extensions } = given;
  if (query !== undefined && query !== null && typeof query !== 'string')
    return badRequest('`query` takes a text with the operation.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return badRequest('`operationName` takes a text.');
  if (variables !== undefined && variables !== null && !isObject(variables))
    return badRequest('`variables` takes an object.');
  if (extensions !== undefined && extensions !== null && !isObject(extensions))
    return badRequest('`extensions` takes an object.');
  const id = persistedId(extensions?.persistedQuery);
  if (typeof id === 'object' && id !== null) return id;
  if (!query && id === null)
    return badRequest('GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.');
  return {
    query: query || null,
    id,
    operationName: operationName || null,
    variables: variables ?? null,
    isReading,
  };
}

/** `{ version: 1, sha256Hash: "…" }` → the hash; null: the request names none. */
function persistedId(persisted: unknown): string | null | Refused {
  if (persisted === undefined || persisted === null) return null;
  if (!isObject(persisted)) return badRequest('`extensions.persistedQuery` takes an object.');
  if (persisted.version !== 1) return badRequest('Unsupported persisted query version');
  const { sha256Hash } = persisted;
  if (typeof sha256Hash === 'string' && sha256Hash !== '') return sha256Hash;
  return badRequest('`extensions.persistedQuery.sha256Hash` takes a text.');
}

const badRequest = (message: string): Refused => ({ status: 400, message, code: 'BAD_REQUEST' });

/** Did the browser ask for permission first? It does for these headers and for all content types but three. */
export function isPreflighted(request: RequestContext): boolean {
  if (request.header('x-apollo-operation-name') || request.header('apollo-require-preflight')) return true;
  const type = contentType(request);
  return type !== '' && !SIMPLE_TYPES.has(type);
}

const SIMPLE_TYPES: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

const contentType = (request: RequestContext): string =>
  (request.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const isJson = (request: RequestContext): boolean => contentType(request) === 'application/json';

function fromJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
