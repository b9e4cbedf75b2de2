// Counts bytes of answers that clients have not read, and of rows that become answers. Drops connections without progress.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface SendLimits {
  /** Milliseconds without progress before a connection is dropped; 0: no limit. */
  readonly timeout: number;
  /** Unread bytes of one connection; its next pipelined request is not begun while there are more. */
  readonly connection: number;
  /** Unread bytes of all connections; a read is answered 503 while there are more, and a write while answers to writes have more. */
  readonly total: number;
}

export const DEFAULT_SEND_LIMITS: SendLimits = { timeout: 30_000, connection: 1_048_576, total: 67_108_864 };

export interface UnsentBytes {
  /** Whether a request may begin. Answers to reads never hinder a write. */
  mayBegin(isRead: boolean): boolean;
  /** Whether so many bytes fit in addition; `own`: counted bytes of the same answer. One answer alone always fits. */
  hasRoomFor(bytes: number, own: number): boolean;
  /** Counts bytes of an answer that is under way; a negative number takes them back. */
  add(bytes: number): void;
  /** Whether the connection is over its limit. */
  isBehind(socket: Socket): boolean;
  /** Calls `work` after the client has read an answer on this connection. */
  onRead(socket: Socket, work: () => void): void;
  /** Counts an ended response that the operating system has not accepted whole. */
  watch(response: ServerResponse, bytes: number, isRead: boolean): void;
}

interface Backlog {
  bytes: number;
  /** Those of answers to writes. */
  ofWrites: number;
  onRead: (() => void) | null;
}

export function createUnsentBytes({ timeout, connection, total: limit }: SendLimits): UnsentBytes {
  const backlogs = new WeakMap<Socket, Backlog>();
  let total = 0;
  /** Unread bytes of answers to writes. */
  let ofWrites = 0;

  const backlogOf = (socket: Socket): Backlog => {
    const known = backlogs.get(socket);
    if (known) return known;
    const backlog: Backlog = { bytes: 0, ofWrites: 0, onRead: null };
    backlogs.set(socket, backlog);
    // A queued response of a lost connection emits no `close`.
    socket.once('close', () => {
      count(backlog, -backlog.bytes, -backlog.ofWrites);
    });
    return backlog;
  };

  const count = (backlog: Backlog, bytes: number, written: number): void => {
    backlog.bytes += bytes;
    backlog.ofWrites += written;
    total += bytes;
    ofWrites += written;
  };

  return {
    mayBegin: (isRead) => (isRead ? total : ofWrites) < limit,
    hasRoomFor: (bytes, own) => total === own || total + bytes <= limit,
    add(bytes) {
      total += bytes;
    },
    isBehind: (socket) => (backlogs.get(socket)?.bytes ?? 0) >= connection,
    onRead(socket, work) {
      backlogOf(socket).onRead = work;
    },
    watch(response, bytes, isRead) {
      const { socket } = response.req;
      if (socket.destroyed) return;
      const backlog = backlogOf(socket);
      const written = isRead ? 0 : bytes;
      count(backlog, bytes, written);
      if (timeout > 0) dropWithoutProgress(response, timeout);
      response.once('close', () => {
        if (socket.destroyed) return;
        count(backlog, -bytes, -written);
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
