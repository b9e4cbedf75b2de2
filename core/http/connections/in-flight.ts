// Requests without an answer: answers them with a timeout after `limit` milliseconds.
import type { Exchange } from '../request/exchange';

export interface InFlight {
  add(request: Exchange): void;
  remove(request: Exchange): void;
  readonly size: number;
  stop(): void;
}

/** One timer serves all requests. `limit` 0: no limit. */
export function createInFlight(limit: number, expire: (request: Exchange) => void): InFlight {
  const waiting = new Map<Exchange, number>();
  const period = Math.min(1000, Math.max(20, Math.floor(limit / 5)));
  const sweep = () => {
    const oldest = performance.now() - limit;
    for (const [request, since] of waiting) {
      // The requests are in order of arrival.
      if (since > oldest) return;
      waiting.delete(request);
      expire(request);
    }
  };
  const timer = limit > 0 ? setInterval(sweep, period).unref() : null;
  return {
    add: (request) => void waiting.set(request, limit > 0 ? performance.now() : 0),
    remove: (request) => void waiting.delete(request),
    get size() {
      return waiting.size;
    },
    stop: () => {
      if (timer !== null) clearInterval(timer);
    },
  };
}
