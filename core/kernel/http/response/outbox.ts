// Sends small answers of one turn of the event loop together: one wake-up of a proxy costs less than several.
import type { UnsentBytes } from '../connections/unsent-bytes';
import type { Exchange } from '../request/exchange';

export interface Outbox {
  /** Ends a response whose head is written. */
  end(request: Exchange, body: string | Buffer | null, bytes: number): void;
}

/** An answer waits at most 0.5 ms plus the time of one request, and for at most 32 others. */
const LONGEST = 0.5;
const MOST_WAITING = 32;
/** Bytes. A larger answer is sent at once, as a buffer: node would keep a string in addition to its bytes. */
export const LARGE = 65_536;

export function createOutbox(unsent: UnsentBytes): Outbox {
  let waiting: (() => void)[] = [];
  let since = 0;

  const flush = () => {
    const now = waiting;
    waiting = [];
    for (const send of now) send();
  };

  return {
    end({ response, isRead }, body, bytes) {
      const send = () => {
        if (body === null) return void response.end();
        response.end(bytes > LARGE && typeof body === 'string' ? Buffer.from(body) : body);
        if (response.writableLength > 0) unsent.watch(response, bytes, isRead);
      };
      if (bytes > LARGE) return send();
      if (waiting.length === 0) {
        since = performance.now();
        setImmediate(flush);
      }
      waiting.push(send);
      if (waiting.length === MOST_WAITING || performance.now() - since > LONGEST) flush();
    },
  };
}
