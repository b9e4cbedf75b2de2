// The address of the client. X-Forwarded-For counts only from as many proxies as configured: clients can send it too.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** `hops`: trusted proxies in front of the server; with 0 `X-Forwarded-For` is ignored. */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const remote = plain(request.socket.remoteAddress ?? '');
  if (hops === 0) return remote;
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return remote;
  const list = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    .split(',')
    .map((part) => plain(withoutPort(part.trim())));
  // Each proxy appends the address of its client: with two proxies the last but one entry is the client.
  const address = list[Math.max(0, list.length - hops)] ?? '';
  return isIP(address) ? address : remote;
}

/** `1.2.3.4:5678`, `[2001:db8::1]:5678`, `[2001:db8::1]` */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
