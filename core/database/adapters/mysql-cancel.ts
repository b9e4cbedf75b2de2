// Ends statements of MySQL and MariaDB by KILL QUERY. Statements may use all connections of the pool, so KILL QUERY has its own connection.
// This connection stays open for a while after the last cancellation.
import type { PoolConnection, Connection as SingleConnection } from 'mysql2';

export interface MysqlCancels {
  /** Resolves when the server has accepted it. */
  cancel(taken: PoolConnection): Promise<void>;
  /** Later cancellations reject. */
  close(): void;
}

/** Milliseconds. */
const KEPT = 60_000;
const PATIENCE = 5_000;

export function createMysqlCancels(connectAlone: () => SingleConnection): MysqlCancels {
  let killer: SingleConnection | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isOpen = true;

  const disconnect = (): void => {
    clearTimeout(idle);
    killer?.destroy();
    killer = null;
  };

  const connected = (): SingleConnection => {
    clearTimeout(idle);
    idle = setTimeout(disconnect, KEPT).unref();
    if (killer) return killer;
    const opened = connectAlone();
    // A lost connection also fails the statement that waits on it.
    opened.on('error', () => {
      opened.destroy();
      if (killer === opened) killer = null;
    });
    killer = opened;
    return opened;
  };

  return {
    close() {
      isOpen = false;
      disconnect();
    },
    async cancel(taken) {
      if (!isOpen) throw new Error('the connections of the pool are closed');
      const killing = connected();
      await new Promise<void>((resolve, reject) => {
        killing.query({ sql: `KILL QUERY ${taken.threadId}`, timeout: PATIENCE }, (error) => {
          if (!error) return resolve();
          // A connection that fails may be dead: the next cancellation opens another.
          if (killer === killing) disconnect();
          reject(error);
        });
      });
    },
  };
}
