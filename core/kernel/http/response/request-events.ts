// The events of requests, and their reader for the log.

import type { AppError } from '../../errors/app-error';
import type { Logger } from '../../log/logger';
import type { Events } from '../../observe/events';
import type { RequestContext } from '../request/context';
import type { Exchange } from '../request/exchange';

export interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

declare module '../../../types' {
  interface EventMap {
    /** The response is sent. */
    'request.done': Outcome & { readonly request: RequestContext };
    /** A busy server refused the request (503). */
    'request.refused': { readonly request: RequestContext; readonly error: AppError };
  }
}

declare module '../../../types' {
  interface SpanMap {
    /** The work until the answer is known. `request.done` follows. */
    request: { readonly request: RequestContext };
  }
}

export interface RequestEvents {
  began(request: Exchange): void;
  done(request: Exchange, status: number, bytes: number): void;
}

/** `answerTimeout`: with a limit of time, each request is timed. */
export function requestEvents(events: Events, answerTimeout: number): RequestEvents {
  const observation = events.observation('request.done');
  return {
    began(request) {
      if (observation.isObserved || answerTimeout > 0) request.startedAt = performance.now();
    },
    done(request, status, bytes) {
      // 0: its first reader came during the request.
      if (!observation.isObserved || request.startedAt === 0) return;
      const milliseconds = Math.round((performance.now() - request.startedAt) * 100) / 100;
      events.emit({ event: 'request.done', request, status, milliseconds, bytes });
    },
  };
}

/** A line per request; null: none. */
export function logRequests(events: Events, level: 'info' | 'debug' | null, log: Logger): void {
  if (level === null || !log.isEnabled(level)) return;
  events.observe('request.done', ({ request, status, milliseconds, bytes }) =>
    log[level]('request', {
      request: request.id,
      method: request.method,
      path: request.path,
      status,
      milliseconds,
      bytes,
      ip: request.ip,
      ...(request.principal === null ? {} : { principal: request.principal.label }),
    }),
  );
}
