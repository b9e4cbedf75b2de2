// The address of the client. X-Forwarded-For counts only from as many proxies as configured: clients can send it too.
import type { IncomingMessage, Server } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/** A closed socket knows its address only if it was asked for before. The log names it after the answer. */
export const keepAddresses = (server: Server): void =>
  void server.on('connection', (socket) => void socket.remoteAddress);

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

/** A client can use all IPv6 addresses of its /64 network, so the network is the key. */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** `2001:db8::1` → its eight groups. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const spelt = (part: string): string[] =>
    part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
  const head = spelt(before);
  if (after === undefined) return head;
  const tail = spelt(after);
  const gap = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...new Array<string>(gap).fill('0'), ...tail];
}
