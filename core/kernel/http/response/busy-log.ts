// Logs requests that a busy server refused (503): the first at once, all others of the next seconds in one line.
import type { Logger } from '../../log/logger';
import type { Events } from '../../observe/events';

/** Milliseconds. */
const PERIOD = 5_000;
const MESSAGE = 'the server is busy; requests were answered 503';

/** Returns the function that logs the counts so far. */
export function logRefusals(events: Events, log: Pick<Logger, 'warn'>): () => void {
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

  events.observe('request.refused', ({ request: { method, path }, error: { cause } }) => {
    requests++;
    last = { last: `${method} ${path}`, ...(typeof cause === 'string' ? { reason: cause } : {}) };
    if (timer) return;
    write();
    wait();
  });
  return () => {
    clearTimeout(timer);
    timer = undefined;
    if (requests > 0) write();
  };
}
