// Answers requests that node cannot parse or that do not arrive in time. Node's own listener destroys the socket with its
// answer; while the client still sends, that discards the answer. Here the client gets time to finish sending.
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../errors/app-error';
import { coreErrors } from '../../errors/core-errors';
import { toResponse } from '../../errors/to-response';
import { LINGER } from './unread-body';

export function answerUnparsed(server: Server, maxHead: number): void {
  const answered = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const socket = connection as Socket;
    // Node reports each later chunk of a refused request again.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    // Node's own field. The bytes may follow a request that is being answered: its answer is sent, and the connection closes.
    const current = (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
    if (current?.headersSent || current?.req.complete)
      return void current.once('close', () => socket.destroySoon());
    const refusal = refusalOf(error, maxHead);
    // Its body was arriving: the route may still write to the response.
    if (current) return void socket.end(textOf(refusal), () => socket.destroy());
    refuse(socket, refusal);
  });
}

/** Answers on a connection that has no response of node, and ends it. */
export function refuse(socket: Duplex, error: AppError): void {
  const cut = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(cut));
  socket.end(textOf(error));
  socket.resume();
}

function refusalOf(error: NodeJS.ErrnoException, maxHead: number): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return coreErrors.HEAD_TOO_LARGE(maxHead);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return coreErrors.BODY_TOO_LARGE();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return coreErrors.REQUEST_INCOMPLETE();
    default:
      return coreErrors.REQUEST_MALFORMED((error as { reason?: string }).reason ?? error.message);
  }
}

function textOf(error: AppError): string {
  const { status, body } = toResponse(error);
  const json = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Connection: close',
    '',
    json,
  ].join('\r\n');
}
