// After each answer: one line in the log, and the hook `request.done`.

import type { Logger } from '../../log/logger';
import type { RequestContext } from '../request/context';
import type { Exchange } from '../request/exchange';

export interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** `onDone` throws nothing. null: requests are not logged and `request.done` has no tap. */
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
    onDone?.(request, { status, milliseconds, bytes });
  };
}
