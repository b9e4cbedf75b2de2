// An error as the client receives it. Any error outside the tables is a 500 without details; the log has them.
import { AppError, type ErrorDetails } from './app-error';

/** Key order is part of the contract: status, name, message, details. */
export interface ErrorBody {
  readonly data: null;
  readonly error: {
    readonly status: number;
    readonly name: string;
    readonly message: string;
    readonly details?: ErrorDetails;
  };
}

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

const INTERNAL: ErrorResponse = Object.freeze({
  status: 500,
  headers: Object.freeze({}),
  body: Object.freeze({
    data: null,
    error: Object.freeze({ status: 500, name: 'InternalServerError', message: 'Internal Server Error' }),
  }),
});

export function toResponse(error: unknown): ErrorResponse {
  if (!(error instanceof AppError)) return INTERNAL;
  const { status, name, message, details, headers } = error;
  return {
    status,
    headers,
    body: { data: null, error: { status, name, message, ...(details === null ? {} : { details }) } },
  };
}
