// What was thrown becomes an answer: ours as it says, the database's absence as 503, everything else a 500 that tells nothing
// but leaves error, plugin and request in the log.
import { AppError } from '../errors/app-error';
import { coreErrors } from '../errors/core-errors';
import { culpritOf } from '../errors/culprit';
import { type ErrorBody, toResponse } from '../errors/to-response';
import type { Exchange } from './exchange';
import type { Logger } from './logger';
import type { Answer } from './route';

export type ReshapeError = (body: ErrorBody, error: AppError, request: Exchange) => ErrorBody;

const RETRY_SECONDS = 1;

export function createErrorBoundary(
  reshape: ReshapeError | null,
  log: Logger,
): (error: unknown, request: Exchange) => Answer {
  return (thrown, request) => {
    const error = known(thrown);
    if (error === null || error.status >= 500) report(thrown, request, log);
    const { status, headers, body } = toResponse(error ?? thrown);
    if (error === null || reshape === null) return { status, headers, json: body };
    try {
      const reshaped = reshape(body, error, request);
      return { status: reshaped.error.status, headers, json: reshaped };
    } catch (failure) {
      report(failure, request, log);
      return { status, headers, json: body };
    }
  };
}

/** The error as one of ours; null: nobody foresaw it. */
function known(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const isUnavailable =
    typeof error === 'object' && error !== null && 'status' in error && error.status === 503;
  if (!isUnavailable) return null;
  return coreErrors.DATABASE_UNAVAILABLE(RETRY_SECONDS);
}

function report(error: unknown, request: Exchange, log: Logger): void {
  const culprit = culpritOf(error);
  log.error(`${request.method} ${request.path} failed`, {
    request: request.id,
    plugin: culprit?.plugin ?? request.source ?? undefined,
    ...(culprit ? { hook: culprit.at } : {}),
    error,
  });
}
