// Refuses reads whose answer is too large, and reads for lack of room among the unread bytes: before the work, while rows arrive, and with the finished answer. For a second
// after a refusal, the same read is refused before its work, while its answer still has no room.

import { coreErrors } from '../../errors/core-errors';
import { RETRY_AFTER } from '../../errors/retry-after';
import type { Exchange } from '../request/exchange';
import type { UnsentBytes } from './unsent-bytes';

export interface AnswerBudget {
  /** Before the work: throws the 503 of a request whose answer cannot be sent. */
  requireBefore(request: Exchange): void;
  /**
   * During the work: counts bytes of the coming answer; a negative number takes them back. Throws the 503 of a read that finds no room,
   * and the 400 of a read with too many bytes.
   */
  hold(request: Exchange, bytes: number): void;
  /** Whether `hold` would find room for so many bytes. */
  hasRoomFor(request: Exchange, bytes: number): boolean;
  /** The bytes of `hold` count no longer. */
  release(request: Exchange): void;
  /** With the size of the finished answer. A write has been committed, so its answer is always sent, whatever its size. */
  require(request: Exchange, bytes: number): void;
}

/** Requests. */
const MOST_REMEMBERED = 100;
const REASON = 'unread answers fill server.buffers.total';

interface Refused {
  readonly bytes: number;
  /** Milliseconds on the clock of `performance.now`. */
  readonly until: number;
}

/** Rows, and the text that is made of them: `hold` counts both. */
const COPIES = 2;

/** `answerBytes`: of one answer to a read. */
export function createAnswerBudget(
  unsent: UnsentBytes,
  answerBytes = Number.POSITIVE_INFINITY,
): AnswerBudget {
  /** The oldest first. */
  const refused = new Map<string, Refused>();

  const remember = (key: string, bytes: number): void => {
    refused.delete(key);
    refused.set(key, { bytes, until: performance.now() + RETRY_AFTER.answers * 1_000 });
    for (const oldest of refused.keys()) {
      if (refused.size <= MOST_REMEMBERED) return;
      refused.delete(oldest);
    }
  };

  const forgetExpired = (): void => {
    for (const [key, { until }] of refused) {
      if (performance.now() < until) return;
      refused.delete(key);
    }
  };

  const isRemembered = (request: Exchange): boolean => {
    forgetExpired();
    if (refused.size === 0 || !request.isRead) return false;
    const key = askedOf(request);
    const known = key === null ? undefined : refused.get(key);
    if (known === undefined) return false;
    return !unsent.hasRoomFor(Math.max(0, known.bytes - request.held), request.held);
  };

  const hasRoomFor = (request: Exchange, bytes: number): boolean =>
    !request.isRead || unsent.hasRoomFor(bytes, request.held);

  const refuseLarge = (request: Exchange, bytes: number): void => {
    if (bytes > answerBytes && request.isRead) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
  };

  const requireFor = (request: Exchange, bytes: number): void => {
    if (hasRoomFor(request, bytes)) return;
    const key = askedOf(request);
    if (key !== null) remember(key, request.held + bytes);
    throw noRoom();
  };

  const release = (request: Exchange): void => {
    request.isReleased = true;
    if (request.held === 0) return;
    unsent.add(-request.held);
    request.held = 0;
  };

  return {
    requireBefore(request) {
      // Its answer may be a 304, which needs no room.
      if (isConditional(request)) return;
      if (!unsent.mayBegin(request.isRead) || isRemembered(request)) throw noRoom();
    },
    hold(request, bytes) {
      // Bytes that nothing releases would count for ever.
      if (request.isReleased) throw coreErrors.REQUEST_CLOSED();
      // Rows of a 304 need room too.
      if (bytes > 0) refuseLarge(request, (request.held + bytes) / COPIES);
      if (bytes > 0 || (bytes === 0 && !isConditional(request))) {
        if (isRemembered(request)) throw noRoom();
        requireFor(request, bytes);
      }
      request.held += bytes;
      unsent.add(bytes);
    },
    hasRoomFor,
    release,
    require(request, bytes) {
      release(request);
      refuseLarge(request, bytes);
      requireFor(request, bytes);
    },
  };
}

function noRoom(): Error {
  const error = coreErrors.SERVER_BUSY(RETRY_AFTER.answers);
  error.cause = REASON;
  return error;
}

/** Another caller may get a shorter answer to the same read. null: the read has no name. */
function askedOf({ request, method, readText }: Exchange): string | null {
  const text = method === 'GET' ? (request.url ?? '') : readText();
  return text === null ? null : `${request.headers.authorization ?? ''} ${text}`;
}

const isConditional = ({ request, method }: Exchange): boolean =>
  (method === 'GET' || method === 'HEAD') && request.headers['if-none-match'] !== undefined;
