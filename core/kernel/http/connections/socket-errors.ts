// Keeps the process alive after errors of connections. An `error` event without a listener ends a process.
import type { Server } from 'node:http';
import type { Logger } from '../../log/logger';

/**
 * Node listens to errors of a connection only while it serves HTTP: not during and after an upgrade. So each connection has a listener
 * from its first moment. The connection closes after its error, and `close` ends its work.
 */
export function surviveSocketErrors(server: Server, log: Logger): void {
  server.on('connection', (socket) =>
    socket.on('error', (error) => log.debug('a connection failed', { error })),
  );
}

/** After the start: a connection that the operating system could not accept, for example without a free file handle. */
export function surviveAcceptErrors(server: Server, log: Logger): void {
  server.on('error', (error) => log.error('a connection could not be accepted', { error }));
}
