// The request of a connection that leaves HTTP, such as a WebSocket. It passes no route, so nothing is checked but its origin.
import { type IncomingMessage, ServerResponse } from 'node:http';
import { coreErrors } from '../../errors/core-errors';
import { Exchange, type ExchangeShell } from './exchange';

/** Headers that replace those of the request: credentials that came in a message. */
interface AllowedOrigins {
  allows(origin: string): boolean;
}

export type OwnHeaders = Readonly<Record<string, string>>;

/** Throws the 403 when the page's origin may not read answers: browsers do not apply CORS to WebSockets. */
export function upgradedRequest(
  shell: ExchangeShell,
  cors: AllowedOrigins | null,
  incoming: IncomingMessage,
  own: OwnHeaders,
): Exchange {
  const { origin, host } = incoming.headers;
  if (origin !== undefined && hostOf(origin) !== host && !cors?.allows(origin))
    throw coreErrors.ACCESS_FORBIDDEN(`pages of ${origin} may not connect; add the origin to cors.origin`);
  const headers = { ...incoming.headers, ...own };
  const request = Object.create(incoming, { headers: { value: headers } }) as IncomingMessage;
  return new UpgradedExchange(shell, request, new ServerResponse(incoming));
}

/** It has no answer: it ends with its connection. */
class UpgradedExchange extends Exchange {
  protected override whenClosed(closed: () => void): void {
    const { socket } = this.request;
    if (socket.closed) closed();
    else socket.once('close', closed);
  }
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
