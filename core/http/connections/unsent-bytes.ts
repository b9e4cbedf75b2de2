// Counts bytes of answers that clients have not read, and of rows that become answers. Drops connections without progress.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface SendLimits {
  /** Milliseconds without progress before a connection is dropped; 0: no limit. */
  readonly timeout: number;
  /** Unread bytes of one connection; its next pipelined request is not begun while there are more. */
  readonly connection: number;
  /** Unread bytes of all connections; a request is answered 503 while there are more. */
  readonly total: number;
}

export const DEFAULT_SEND_LIMITS: SendLimits = { timeout: 30_000, connection: 1_048_576, total: 67_108_864 };

export interface UnsentBytes {
  /** Whether all connections together are over the limit. */
  readonly isFull: boolean;
  /** Whether so many bytes fit in addition; `own`: counted bytes of the same answer. One answer alone always fits. */
  hasRoomFor(bytes: number, own: number): boolean;
  /** Counts bytes of an answer that is under way; a negative number takes them back. */
  add(bytes: number): void;
  /** Whether the connection is over its limit. */
  isBehind(socket: Socket): boolean;
  /** Calls `work` after the client has read an answer on this connection. */
  onRead(socket: Socket, work: () => void): void;
  /** Counts an ended response that the operating system has not accepted whole. */
  watch(response: ServerResponse, bytes: number): void;
}

interface Backlog {
  bytes: number;
  onRead: (() => void) | null;
}

export function createUnsentBytes({ timeout, connection, total: limit }: SendLimits): UnsentBytes {
  const backlogs = new WeakMap<Socket, Backlog>();
  let total = 0;

  const backlogOf = (socket: Socket): Backlog => {
    const known = backlogs.get(socket);
    if (known) return known;
    const backlog: Backlog = { bytes: 0, onRead: null };
    backlogs.set(socket, backlog);
    // A queued response of a lost connection emits no `close`.
    socket.once('close', () => {
      total -= backlog.bytes;
      backlog.bytes = 0;
    });
    return backlog;
  };

  return {
    get isFull() {
      return total >= limit;
    },
    hasRoomFor: (bytes, own) => total === own || total + bytes <= limit,
    add(bytes) {
      total += bytes;
    },
    isBehind: (socket) => (backlogs.get(socket)?.bytes ?? 0) >= connection,
    onRead(socket, work) {
      backlogOf(socket).onRead = work;
    },
    watch(response, bytes) {
      const { socket } = response.req;
      if (socket.destroyed) return;
      const backlog = backlogOf(socket);
      backlog.bytes += bytes;
      total += bytes;
      if (timeout > 0) dropWithoutProgress(response, timeout);
      response.once('close', () => {
        if (socket.destroyed) return;
        backlog.bytes -= bytes;
        total -= bytes;
        backlog.onRead?.();
      });
    },
  };
}

/** Node restarts the timer while the operating system accepts bytes. */
export function dropWithoutProgress(response: ServerResponse, timeout: number): void {
  response.setTimeout(timeout, () => {
    if (response.writableLength > 0) response.req.socket.destroy();
  });
  // Node's own listener runs next and starts the keep-alive timer.
  response.prependOnceListener('finish', () => response.setTimeout(0));
}
