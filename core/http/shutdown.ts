// Stops a server so that nobody notices: readiness says no while new requests are still answered, each answer ends its
// connection, what is in flight ends, and only then idle connections are closed. A deadline or `force` cuts it short.

import type { RequestListener, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

export interface ShutdownTimes {
  /** How long new connections are still taken, for load balancers to look at readiness. */
  readonly drain: number;
  /** How long a connection without a request is kept, so that one under way is not cut. */
  readonly idle: number;
  /** When connections are cut, whatever they do. */
  readonly deadline: number;
}

export interface Shutdown {
  readonly isClosing: boolean;
  /** Ends once every connection has ended. Again: the same end. */
  close(): Promise<void>;
  /** Cuts all connections at once. */
  force(): void;
}

const POLL = 50;
const QUIET = 20;
const SETTLE_AT_MOST = 500;

export function createShutdown(server: Server, times: ShutdownTimes): Shutdown {
  let ending: Promise<void> | null = null;
  let wake: () => void = () => undefined;
  let isForced = false;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** To node a connection is idle once its answer is handed over, even while a slow client is still reading it. */
  const isSending = (): boolean => {
    for (const { writableLength } of sockets) if (writableLength > 0) return true;
    return false;
  };

  const run = async (): Promise<void> => {
    const began = performance.now();
    if (!server.listening) return;
    await pause(Math.min(times.drain, times.deadline));
    const letGo = hold(server);
    await settle();
    let hasEnded = false;
    const ended = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(server, () => {
        hasEnded = true;
        resolve();
        wake();
      }),
    );
    letGo();
    const stopped = performance.now();
    while (!hasEnded && !isForced) {
      if (performance.now() - began >= times.deadline) break;
      if (performance.now() - stopped >= times.idle && !isSending()) server.closeIdleConnections();
      await pause(POLL);
    }
    if (!hasEnded) server.closeAllConnections();
    await ended;
  };

  /** Connections that wait to be taken are reset when the door closes: wait for a moment in which none comes. */
  const settle = async (): Promise<void> => {
    let last = performance.now();
    const note = () => {
      last = performance.now();
    };
    server.on('connection', note);
    const until = performance.now() + SETTLE_AT_MOST;
    do await pause(QUIET);
    while (!isForced && performance.now() - last < QUIET && performance.now() < until);
    // After the poll phase, in which node takes what has come.
    await new Promise(setImmediate);
    server.off('connection', note);
  };

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (isForced || milliseconds <= 0) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    get isClosing() {
      return ending !== null;
    },
    close() {
      ending ??= run();
      return ending;
    },
    force() {
      isForced = true;
      wake();
      server.closeAllConnections();
    },
  };
}

/** Keeps requests waiting, so that clients that come back with every answer do not while the door closes. */
function hold(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[];
  const waiting: Parameters<RequestListener>[] = [];
  const keep: RequestListener = (request, response) => void waiting.push([request, response]);
  server.removeAllListeners('request').on('request', keep);
  return () => {
    server.off('request', keep);
    for (const listener of listeners) server.on('request', listener);
    for (const [request, response] of waiting) server.emit('request', request, response);
  };
}
