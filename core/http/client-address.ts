// The address a request came from. Forwarded headers are anyone's word, so they count only from as many hops as configured.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** `hops`: how many proxies of ours stand in front; 0 ignores `X-Forwarded-For`. */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const remote = plain(request.socket.remoteAddress ?? '');
  if (hops === 0) return remote;
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return remote;
  const list = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    .split(',')
    .map((part) => plain(part.trim()));
  // The nearest proxy wrote the last entry, the one before it the last but one; what is further left was sent to them.
  const address = list[Math.max(0, list.length - hops)] ?? '';
  return isIP(address) ? address : remote;
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
