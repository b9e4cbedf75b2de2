// Closes the connection after an answer that left the body of its request unread, for example a 413.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Node drops a smaller rest, and the connection serves further requests. */
const SMALL = 65_536;
export const TOO_LARGE = 413;
/** Milliseconds for the client to finish sending: a connection cut earlier may lose the answer. */
export const LINGER = 2_000;

/** `status`: of the answer. After a 413, the client sends a body that nothing reads, of any size. */
export function leavesBody(request: IncomingMessage, status: number): boolean {
  if (request.complete) return false;
  if (status === TOO_LARGE) return true;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL;
}

/** Sends the whole answer now; ends the response after the body, or after LINGER. */
export function endAfterBody(response: ServerResponse, body: string | Buffer | null): void {
  const { req: request } = response;
  if (body === null) response.flushHeaders();
  else response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    request.off('end', end).off('close', end);
    response.end();
  };
  const timer = setTimeout(end, LINGER).unref();
  request.once('end', end).once('close', end);
  request.unpipe();
  request.resume();
}
