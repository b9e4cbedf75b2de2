// A conversation over a raw socket: what an attacker sends that an HTTP client refuses to send.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';

export interface Talk {
  readonly received: string;
  /** The server ended the connection. */
  readonly isClosed: boolean;
  /** The status of each answer. */
  readonly statuses: readonly number[];
  /** A line for a shell. */
  readonly command: string;
}

export interface TalkOptions {
  /** The time without a byte after which the conversation ends. */
  readonly quietMs?: number;
  /** The same before the first byte, for attacks that expect an answer also of a busy deployment. Default: `quietMs`. */
  readonly firstMs?: number;
  /** Ends the writing side after the last byte. */
  readonly halfClose?: boolean;
}

const SHOWN = 1_000;

export async function talk(url: string, text: string, options: TalkOptions = {}): Promise<Talk> {
  const { quietMs = 400, firstMs = quietMs, halfClose = false } = options;
  const socket = await open(url);
  let received = '';
  let isClosed = false;
  let last = performance.now();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    last = performance.now();
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  socket.write(Buffer.from(text, 'latin1'));
  if (halfClose) socket.end();
  last = performance.now();
  while (!isClosed && performance.now() - last < (received === '' ? firstMs : quietMs)) await pause(5);
  socket.destroy();
  return { received, isClosed, statuses: statusesOf(received), command: commandOf(url, text) };
}

export function open(url: string): Promise<Socket> {
  const { hostname, port, protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  const to = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), allowHalfOpen: true };
  return new Promise((resolve, reject) => {
    const socket: Socket = isSecure
      ? connectSecurely({ ...to, servername: hostname, rejectUnauthorized: false }, () => resolve(socket))
      : connect(to, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A status line begins an answer; a body of these attacks never contains one. */
const statusesOf = (received: string): number[] =>
  [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));

function commandOf(url: string, text: string): string {
  const { hostname, port, protocol } = new URL(url);
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}` : text;
  const escaped = JSON.stringify(shown)
    .slice(1, -1)
    .replaceAll("'", "'\\''")
    .replaceAll('%', '%%')
    .replaceAll('\\"', '"')
    .replaceAll('\\u00', '\\x')
    // Credentials become a variable, because people share reports.
    .replace(/(Authorization: Bearer )[\w.-]+/, '$1\'"$TOKEN"\'');
  const end = text.length > SHOWN ? `   # the first ${SHOWN} of ${text.length} bytes` : '';
  const program =
    protocol === 'https:'
      ? `openssl s_client -quiet -connect ${hostname}:${port || 443}`
      : `nc ${hostname} ${port || 80}`;
  return `printf '${escaped}' | ${program}${end}`;
}
