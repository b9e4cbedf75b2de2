// How a request ended: one line in the log, and the hook `request.done`.
import type { RequestContext } from './context';
import type { Exchange } from './exchange';
import type { Logger } from './logger';

export interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** What happens after each answer; null where nobody wants to know. */
export function outcomes(
  requestLog: 'info' | 'debug' | null,
  log: Logger,
  onDone: ((request: RequestContext, outcome: Outcome) => void) | null,
): ((request: Exchange, status: number, bytes: number) => void) | null {
  const write = requestLog === null || !log.isEnabled(requestLog) ? null : log[requestLog];
  if (write === null && onDone === null) return null;
  return (request: Exchange, status: number, bytes: number): void => {
    const milliseconds = Math.round((performance.now() - request.startedAt) * 100) / 100;
    if (write !== null)
      write('request', {
        request: request.id,
        method: request.method,
        path: request.path,
        status,
        milliseconds,
        bytes,
        ip: request.ip,
        ...(request.principal === null ? {} : { principal: request.principal.label }),
      });
    try {
      onDone?.(request, { status, milliseconds, bytes });
    } catch (error) {
      log.error('a tap of request.done failed', { request: request.id, error });
    }
  };
}
