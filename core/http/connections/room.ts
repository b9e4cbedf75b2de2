// Refuses requests for lack of room among the unread bytes. A refused GET is remembered for a second: the same request is then
// refused before its work, as long as its answer would still find no room.
import { coreErrors } from '../../errors/core-errors';
import type { Exchange } from '../request/exchange';
import type { UnsentBytes } from './unsent-bytes';

export interface Room {
  /** Before the work: throws the 503 of a request whose answer cannot be sent. */
  requireBefore(request: Exchange): void;
  /** After the work. A write has been committed, so its answer is always sent. */
  require(request: Exchange, bytes: number): void;
}

/** Seconds. */
const RETRY_AFTER = 1;
/** Requests. */
const MOST_REMEMBERED = 100;

interface Refused {
  readonly bytes: number;
  /** Milliseconds on the clock of `performance.now`. */
  readonly until: number;
}

export function createRoom(unsent: UnsentBytes): Room {
  /** The oldest first. */
  const refused = new Map<string, Refused>();

  const remember = (key: string, bytes: number): void => {
    refused.delete(key);
    refused.set(key, { bytes, until: performance.now() + RETRY_AFTER * 1_000 });
    for (const oldest of refused.keys()) {
      if (refused.size <= MOST_REMEMBERED) return;
      refused.delete(oldest);
    }
  };

  const isRefused = (key: string): boolean => {
    const known = refused.get(key);
    if (known === undefined) return false;
    if (performance.now() < known.until) return !unsent.hasRoomFor(known.bytes);
    refused.delete(key);
    return false;
  };

  return {
    requireBefore(request) {
      if (unsent.isFull) throw coreErrors.SERVER_BUSY(RETRY_AFTER);
      if (refused.size > 0 && request.method === 'GET' && isRefused(keyOf(request)))
        throw coreErrors.SERVER_BUSY(RETRY_AFTER);
    },
    require(request, bytes) {
      if (request.method !== 'GET' || unsent.hasRoomFor(bytes)) return;
      remember(keyOf(request), bytes);
      throw coreErrors.SERVER_BUSY(RETRY_AFTER);
    },
  };
}

/** Another caller may get a shorter answer at the same URL. */
function keyOf({ request }: Exchange): string {
  return `${request.headers.authorization ?? ''} ${request.url ?? ''}`;
}
