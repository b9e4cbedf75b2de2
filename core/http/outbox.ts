// Answers made in one turn of the event loop go out together. Who waits for one on the same machine, a proxy say, sleeps until it
// comes, and the kernel charges waking to who writes: a good part of what a small answer costs. Woken once, it stays awake for
// the others.
import type { ServerResponse } from 'node:http';

export interface Outbox {
  /** Ends a response whose head is written. */
  end(response: ServerResponse, body: string | null): void;
}

/** No answer waits for longer than this, or for more than so many others, but for what one request takes. */
const LONGEST = 0.5;
const MOST = 32;

export function createOutbox(): Outbox {
  let waiting: (() => void)[] = [];
  let since = 0;

  const flush = () => {
    const now = waiting;
    waiting = [];
    for (const send of now) send();
  };

  return {
    end(response, body) {
      const send = body === null ? () => void response.end() : () => void response.end(body);
      if (waiting.length === 0) {
        since = performance.now();
        setImmediate(flush);
      }
      waiting.push(send);
      if (waiting.length === MOST || performance.now() - since > LONGEST) flush();
    },
  };
}
