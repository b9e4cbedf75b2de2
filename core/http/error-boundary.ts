// What was thrown becomes an answer: ours as it says, everything else a 500 that tells nothing but leaves error, plugin and
// request in the log.
import { AppError } from '../errors/app-error';
import { culpritOf } from '../errors/culprit';
import { type ErrorBody, toResponse } from '../errors/to-response';
import type { Exchange } from './exchange';
import type { Logger } from './logger';
import type { Answer } from './route';

export type ReshapeError = (body: ErrorBody, error: AppError, request: Exchange) => ErrorBody;

export function createErrorBoundary(
  reshape: ReshapeError | null,
  log: Logger,
): (error: unknown, request: Exchange) => Answer {
  return (thrown, request) => {
    const error = thrown instanceof AppError ? thrown : null;
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

function report(error: unknown, request: Exchange, log: Logger): void {
  const culprit = culpritOf(error);
  log.error(`${request.method} ${request.path} failed`, {
    request: request.id,
    plugin: culprit?.plugin ?? request.source ?? undefined,
    ...(culprit ? { hook: culprit.at } : {}),
    error,
  });
}
