// Bounds pipelining: a client may send requests without waiting for answers. Node starts each request at once and keeps all
// answers in memory. This file starts a few of them; later requests of the connection wait.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { UnsentBytes } from './unsent-bytes';
import { hasDeclinedUpgrade } from './upgrades';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
/** `hasWaited`: behind other requests of its connection. */
export type Serve = (request: IncomingMessage, response: ServerResponse, hasWaited: boolean) => void;

/** The requests of a connection behind the one that is being answered. */
interface Line {
  /** Started requests whose answer is not sent. */
  begun: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/** The most started requests per connection. */
export const MOST_AHEAD = 16;

export function boundPipelining(serve: Serve, unsent: UnsentBytes): Listener {
  const lines = new WeakMap<Socket, Line>();

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { begun: 0, waiting: [] };
    lines.set(socket, line);
    unsent.onRead(socket, () => goOn(line, socket));
    // Node resumes the socket after each message; it must stay paused while requests wait.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    return line;
  };

  const hasRoom = (line: Line, socket: Socket): boolean =>
    line.begun < MOST_AHEAD && !unsent.isBehind(socket);

  const begin = (
    line: Line,
    request: IncomingMessage,
    response: ServerResponse,
    hasWaited: boolean,
  ): void => {
    line.begun++;
    response.once('close', () => {
      line.begun--;
      goOn(line, request.socket);
    });
    serve(request, response, hasWaited);
  };

  const goOn = (line: Line, socket: Socket): void => {
    const { waiting } = line;
    if (waiting.length === 0) return;
    // The client has gone: drop its waiting requests.
    if (socket.destroyed) waiting.length = 0;
    while (hasRoom(line, socket)) {
      const next = waiting.shift();
      if (next === undefined) break;
      begin(line, ...next, true);
    }
    if (waiting.length === 0) socket.resume();
  };

  return (request, response) => {
    if (hasDeclinedUpgrade(request)) response.shouldKeepAlive = false;
    // Node assigns the socket once all earlier responses are sent: nearly always at once.
    if (response.socket !== null) return serve(request, response, false);
    const { socket } = request;
    const line = lineOf(socket);
    if (line.waiting.length === 0 && hasRoom(line, socket)) return begin(line, request, response, false);
    line.waiting.push([request, response]);
    socket.pause();
  };
}
