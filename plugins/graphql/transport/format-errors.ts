// Errors as the endpoint answers them: `{ message, path, extensions: { code, error } }`.
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { AppError, toResponse } from '../../../core';

export interface Formatting {
  /** An error that no table knows: the client gets nothing of it. */
  onUnexpected(error: unknown): void;
  /** Without introspection, messages do not name what exists. */
  readonly hidesNames: boolean;
  /** `errorCodePrefix` */
  readonly prefix: string;
}

export function formatError(
  error: GraphQLError,
  { onUnexpected, hidesNames, prefix }: Formatting,
): GraphQLFormattedError {
  const { originalError, path, locations, extensions } = error;
  const cause = originalError ?? error;
  if (cause instanceof AppError) {
    const { body } = toResponse(cause);
    const { name, details } = body.error;
    const message = body.error.message === 'Forbidden' ? 'Forbidden access' : body.error.message;
    return {
      message: name === 'ForbiddenError' ? 'Forbidden access' : message,
      ...(path ? { path } : {}),
      extensions: { code: codeOf(name, prefix), error: { name, message, details } },
    };
  }
  const isOurs = originalError !== undefined && originalError !== null && !isGraphqlError(originalError);
  if (isOurs && !isMissingValue(originalError)) {
    onUnexpected(originalError);
    return {
      message: 'Internal Server Error',
      ...(path ? { path } : {}),
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    };
  }
  const shown = hidesNames ? error.message.replace(/ Did you mean .*\?$/, '') : error.message;
  return {
    message: path ? shown : shortened(shown),
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: { code: defaultCode(error), ...extensions },
  };
}

/**
 * Before an operation runs, graphql-js writes whole refused values into its messages. The start names the variable, the end names the path
 * and the reason.
 */
const LONGEST_MESSAGE = 1_000;
const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, 500)} … ${message.slice(-480)}` : message;

/** `NotFoundError` → `STRAPI_NOT_FOUND_ERROR`; clients of the peer switch on these codes. */
function codeOf(name: string, prefix: string): string {
  const known = CODES[name];
  if (known) return known;
  return `${prefix}${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
}

const CODES: Readonly<Record<string, string>> = {
  ValidationError: 'BAD_USER_INPUT',
  ForbiddenError: 'FORBIDDEN',
  PolicyError: 'FORBIDDEN',
  UnauthorizedError: 'UNAUTHENTICATED',
  InternalServerError: 'INTERNAL_SERVER_ERROR',
};

/** graphql-js itself: a value that does not fit below a path, else the text. */
const defaultCode = ({ path }: GraphQLError): string =>
  path ? 'INTERNAL_SERVER_ERROR' : 'GRAPHQL_VALIDATION_FAILED';

/** A draft may lack a required value, and the field of a required attribute is non-null. graphql-js throws a plain `Error` then. */
const isMissingValue = ({ message }: Error): boolean =>
  message.startsWith('Cannot return null for non-nullable field ');

const isGraphqlError = (error: Error): boolean => error.name === 'GraphQLError';
