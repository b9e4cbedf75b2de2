// Turns a thrown error into an answer. An error outside the error tables is a 500 without details; the log names error, plugin
// and request. Requests that a busy server refuses are counted in the log. Development also logs refused requests, with code and help.
import { AppError } from '../../errors/app-error';
import { coreErrors } from '../../errors/core-errors';
import { errorSourceOf } from '../../errors/error-source';
import type { SecretNames } from '../../errors/secret-names';
import { type ErrorBody, toResponse } from '../../errors/to-response';
import type { Logger } from '../../log/logger';
import type { Events } from '../../observe/events';
import type { Exchange } from '../request/exchange';
import type { Answer } from '../routes/route';

const BUSY = 'SERVER_BUSY';

export type ReshapeError = (body: ErrorBody, error: AppError, request: Exchange) => ErrorBody;

/** Where the documentation explains a code. */
export type ErrorHelp = (code: string) => string | undefined;

export function createErrorBoundary(
  reshape: ReshapeError | null,
  log: Logger,
  events: Events,
  help: ErrorHelp | null,
  secrets: SecretNames,
): (error: unknown, request: Exchange) => Answer {
  return (caught, request) => {
    const thrown = honest(caught, request);
    const error = thrown instanceof AppError ? thrown : null;
    if (error?.code === BUSY) events.emit({ event: 'request.refused', request, error });
    else if (error === null || error.status >= 500) report(thrown, request, log);
    else if (help !== null)
      log.info(`${request.method} ${request.path} refused: ${secrets.messageOf(error)}`, {
        request: request.id,
        code: error.code,
        help: help(error.code),
      });
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

/** A 503 says "nothing was done, try again". After a commit that may be wrong. */
function honest(thrown: unknown, request: Exchange): unknown {
  if (!(thrown instanceof AppError) || thrown.status !== 503 || !request.mayBeStored) return thrown;
  if (thrown.code === 'OUTCOME_UNKNOWN') return thrown;
  const error = coreErrors.OUTCOME_UNKNOWN();
  error.cause = thrown;
  return error;
}

function report(error: unknown, request: Exchange, log: Logger): void {
  const source = errorSourceOf(error);
  log.error(`${request.method} ${request.path} failed`, {
    request: request.id,
    plugin: source?.plugin ?? request.source ?? undefined,
    ...(source ? { hook: source.at } : {}),
    error,
  });
}
