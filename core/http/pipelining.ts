// Requests that a client sends ahead of answers (pipelining). Node begins each as it reads it and keeps the answers whose turn has
// not come, so a client that asks and never reads would fill the memory. Here only some are begun ahead; the others wait their turn.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** One connection's requests behind the one whose answer it is being sent. */
interface Line {
  /** Begun, with an answer that is not wholly handed over. */
  begun: number;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/** So many of one connection are begun ahead: as many as may pipeline without noticing, and all that one may keep of answers. */
export const MOST_AHEAD = 16;

export function boundPipelining(serve: Serve): Serve {
  const lines = new WeakMap<Socket, Line>();

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { begun: 0, waiting: [] };
    lines.set(socket, line);
    // Node resumes after each message that it has read; while some wait, no more are read.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    return line;
  };

  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.begun++;
    response.once('close', () => {
      line.begun--;
      goOn(line, request.socket);
    });
    serve(request, response);
  };

  const goOn = (line: Line, socket: Socket): void => {
    const { waiting } = line;
    if (waiting.length === 0) return;
    // Who has gone is served nothing that was not begun: as if it had not been read.
    if (socket.destroyed) waiting.length = 0;
    while (line.begun < MOST_AHEAD) {
      const next = waiting.shift();
      if (next === undefined) break;
      begin(line, ...next);
    }
    if (waiting.length === 0) socket.resume();
  };

  return (request, response) => {
    // Node gives a response its connection once all before it are handed over: nearly always at once.
    if (response.socket !== null) return serve(request, response);
    const { socket } = request;
    const line = lineOf(socket);
    if (line.begun < MOST_AHEAD) return begin(line, request, response);
    line.waiting.push([request, response]);
    socket.pause();
  };
}
