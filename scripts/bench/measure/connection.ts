// One keep-alive connection over a bare socket: writes a request and waits for the whole answer. It knows the HTTP of a JSON API:
// a length, chunks, or no body.
import { connect, type Socket } from 'node:net';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string;
}

export interface Target {
  readonly host: string;
  readonly port: number;
  /** The prefix of every path, for a deployment below a path. */
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export interface Connection {
  send(request: Buffer): Promise<Answer>;
  close(): void;
}

export function encodeRequest(
  request: WireRequest,
  { host, port, prefix = '', headers = {} }: Target,
): Buffer {
  const { method, path, body } = request;
  const lines = [`${method} ${prefix}${path} HTTP/1.1`, `Host: ${host}:${port}`, 'Accept: application/json'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

export function openConnection({ host, port }: Target): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(createConnection(socket));
    });
  });
}

const NOTHING = Buffer.alloc(0);

function createConnection(socket: Socket): Connection {
  let waiting: { done: (answer: Answer) => void; failed: (error: Error) => void } | null = null;
  let received: Buffer = NOTHING;
  const end = (error: Error): void => {
    const failed = waiting?.failed;
    waiting = null;
    failed?.(error);
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (!answer) return;
    received = NOTHING;
    const done = waiting?.done;
    waiting = null;
    done?.(answer);
  });
  return {
    send: (request) =>
      new Promise((done, failed) => {
        waiting = { done, failed };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** Null: the answer is incomplete. Requests are not pipelined. */
function readAnswer(data: Buffer): Answer | null {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = data.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const start = end + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const stop = start + Number(length);
    return data.length < stop ? null : { status, body: data.subarray(start, stop) };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, body: NOTHING };
  return data.subarray(-5).equals(LAST_CHUNK) ? { status, body: unchunk(data.subarray(start)) } : null;
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function unchunk(data: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = data.indexOf('\r\n', at);
    const size = Number.parseInt(data.toString('latin1', at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return Buffer.concat(parts);
    parts.push(data.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
