// Requests without an answer: answers them with a timeout after `limit` milliseconds.
import type { Exchange } from '../request/exchange';

export interface InFlight {
  add(request: Exchange): void;
  remove(request: Exchange): void;
  readonly size: number;
  stop(): void;
}

/**
 * One timer serves all requests. `limit` 0: no limit. `expire` returns false for a request that may end soon: it is called again at the
 * next turn of the timer, as the last time.
 */
export function createInFlight(
  limit: number,
  expire: (request: Exchange, isLast: boolean) => boolean,
): InFlight {
  const waiting = new Map<Exchange, number>();
  const late = new Set<Exchange>();
  const period = Math.min(1000, Math.max(20, Math.floor(limit / 5)));
  const sweep = () => {
    for (const request of late) {
      late.delete(request);
      expire(request, true);
    }
    const oldest = performance.now() - limit;
    for (const [request, since] of waiting) {
      // The requests are in order of arrival.
      if (since > oldest) return;
      waiting.delete(request);
      if (!expire(request, false)) late.add(request);
    }
  };
  const timer = limit > 0 ? setInterval(sweep, period).unref() : null;
  return {
    add(request) {
      request.isRunning = true;
      waiting.set(request, limit > 0 ? performance.now() : 0);
    },
    remove: (request) => {
      if (!waiting.delete(request)) late.delete(request);
      request.end();
    },
    get size() {
      return waiting.size + late.size;
    },
    stop: () => {
      if (timer !== null) clearInterval(timer);
    },
  };
}
