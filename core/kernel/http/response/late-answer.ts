// The answer of a request that runs longer than the timeout: a 503, or none yet if its write may be stored.
import { coreErrors } from '../../errors/core-errors';
import type { Logger } from '../../log/logger';
import type { Exchange } from '../request/exchange';

export interface LateAnswerParts {
  readonly log: Logger;
  /** The taps since then that wait, for the message of a timeout: `documents.prepare of the plugin "audit"`. */
  readonly pendingTaps?: (since: number) => readonly string[];
  /** The answer names them, too. */
  readonly showsPending?: boolean;
  sendError(request: Exchange, error: Error): void;
}

/** The result is false if the request is asked again, one last time. */
export const createLateAnswer =
  ({ log, pendingTaps, showsPending, sendError }: LateAnswerParts) =>
  (request: Exchange, isLast: boolean): boolean => {
    // Of the whole process: a tap that waits for long is probably the one of this request.
    const pending = pendingTaps?.(request.startedAt) ?? [];
    const timeout = () => coreErrors.REQUEST_TIMEOUT(showsPending ? pending : []);
    request.commits.expire(timeout());
    // Its write is stored, and nothing holds back its answer any more.
    if (request.mayBeStored && !isLast) {
      if (pending.length > 0)
        log.warn(`${request.method} ${request.path} is answered before its last taps have ended`, {
          request: request.id,
          pending,
        });
      return false;
    }
    const error = request.mayBeStored ? coreErrors.OUTCOME_UNKNOWN() : timeout();
    request.stop(error);
    if (request.response.headersSent) return true;
    if (pending.length > 0) error.cause = new Error(`pending: ${pending.join(', ')}`);
    sendError(request, error);
    return true;
  };
