// Ends a statement of PostgreSQL by the cancel request of its protocol. The request is a short connection without a login, to the address
// of the connection with the statement. A pooler forwards the request.
import { type EventEmitter, once } from 'node:events';
import type { PoolClient } from 'pg';

/** The part of pg's own connection that its types leave out. */
interface BareConnection extends EventEmitter {
  readonly stream: { destroy(): void };
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(process: number, secret: number): void;
}

interface Running extends Pick<PoolClient, 'host' | 'port'> {
  readonly ssl: unknown;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** Resolves when the server has closed the connection; it says nothing about the outcome. `patience`: milliseconds. */
export async function cancelStatement(
  pg: typeof import('pg'),
  client: PoolClient,
  patience: number,
): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as Running;
  if (processID === null || secretKey === null)
    throw new Error('the server gave no key to cancel statements with');
  const connection = new pg.Connection({ ssl } as object) as unknown as BareConnection;
  const send = (): void => connection.cancel(processID, secretKey);
  connection.once('connect', ssl ? () => connection.requestSsl() : send).once('sslconnect', send);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  try {
    // Rejects on `error`.
    await once(connection, 'end', { signal: AbortSignal.timeout(patience) });
  } finally {
    // A late error of a dropped connection changes nothing.
    connection.on('error', () => undefined);
    connection.stream.destroy();
  }
}
