// Stops a server without failed requests. `/_ready` answers 503, each answer ends its connection, requests in flight finish,
// then idle connections close. A deadline or `force` cuts the rest.

import { setMaxListeners } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

export interface ShutdownTimes {
  /** Milliseconds in which new connections are accepted, so that load balancers notice `/_ready`. */
  readonly drain: number;
  /** Milliseconds without any request before idle connections close: a request may be on its way. */
  readonly idle: number;
  /** Milliseconds before all connections are cut. */
  readonly deadline: number;
}

export interface Shutdown {
  readonly isClosing: boolean;
  /** Aborts when the port closes. */
  readonly closing: AbortSignal;
  /** Resolves when all connections have ended; a second call returns the same promise. */
  close(): Promise<void>;
  /** Cuts all connections now. */
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
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  /** Node calls a connection idle while a slow client is still reading the answer. */
  const isSending = (): boolean => {
    for (const { writableLength } of sockets) if (writableLength > 0) return true;
    return false;
  };

  const run = async (): Promise<void> => {
    const began = performance.now();
    if (!server.listening) return closing.abort();
    await pause(Math.min(times.drain, times.deadline));
    closing.abort();
    const releaseRequests = hold(server);
    await settle();
    let hasEnded = false;
    const ended = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(server, () => {
        hasEnded = true;
        resolve();
        wake();
      }),
    );
    releaseRequests();
    // While some clients still send requests, others may too: a busy machine delays them all.
    let last = performance.now();
    server.prependListener('request', () => {
      last = performance.now();
    });
    while (!hasEnded && !isForced) {
      if (performance.now() - began >= times.deadline) break;
      if (performance.now() - last >= times.idle && !isSending()) closeIdle();
      await pause(POLL);
    }
    if (!hasEnded) cut();
    await ended;
  };

  /** For node, a connection that never sent a byte waits for its first request. Browsers open some ahead of time. */
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };

  /** Node does not close connections that left HTTP, such as WebSockets. */
  const cut = (): void => {
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  };

  /** Closing the port resets connections in its queue: wait for a moment without new ones, and without answers, which bring new ones. */
  const settle = async (): Promise<void> => {
    let last = performance.now();
    const note = () => {
      last = performance.now();
    };
    server.on('connection', note);
    const until = performance.now() + SETTLE_AT_MOST;
    let written = bytesWritten();
    let isQuiet = false;
    while (!isForced && !isQuiet && performance.now() < until) {
      await pause(QUIET);
      // After the poll phase, in which node accepts queued connections.
      await new Promise(setImmediate);
      const before = written;
      written = bytesWritten();
      isQuiet = written === before && performance.now() - last >= QUIET;
    }
    server.off('connection', note);
  };

  const bytesWritten = (): number => {
    let bytes = 0;
    for (const socket of sockets) bytes += socket.bytesWritten;
    return bytes;
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
    closing: closing.signal,
    close() {
      ending ??= run();
      return ending;
    },
    force() {
      isForced = true;
      wake();
      cut();
    },
  };
}

/** Delays requests, so that clients do not send the next one while the port closes. */
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
