// Logs requests that a busy server refused (503): the first at once, all others of the next seconds in one line.
import type { AppError } from '../../errors/app-error';
import type { Logger } from '../../log/logger';
import type { Exchange } from '../request/exchange';

export interface BusyLog {
  refused(error: AppError, request: Exchange): void;
  /** Logs the counts so far. */
  flush(): void;
}

/** Milliseconds. */
const PERIOD = 5_000;
const MESSAGE = 'the server is busy; requests were answered 503';

export function createBusyLog(log: Pick<Logger, 'warn'>): BusyLog {
  let requests = 0;
  let last: Readonly<Record<string, unknown>> = {};
  let timer: NodeJS.Timeout | undefined;

  const write = (): void => {
    log.warn(MESSAGE, { requests, ...last });
    requests = 0;
  };
  const look = (): void => {
    timer = undefined;
    if (requests === 0) return;
    write();
    wait();
  };
  const wait = (): void => {
    timer = setTimeout(look, PERIOD).unref();
  };

  return {
    refused({ cause }, request) {
      requests++;
      last = {
        last: `${request.method} ${request.path}`,
        ...(typeof cause === 'string' ? { reason: cause } : {}),
      };
      if (timer) return;
      write();
      wait();
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      if (requests > 0) write();
    },
  };
}
