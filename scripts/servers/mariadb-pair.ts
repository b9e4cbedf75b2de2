// MariaDB with a replica that follows its binary log.
import type { DatabaseOptions } from '../../core/database/config-types';
import { withDatabase } from './connections';
import { type PrivateServer, startPrivateServer } from './private-server';

export interface MariadbPair {
  readonly primary: PrivateServer;
  readonly standby: PrivateServer & {
    /** Stops and continues the replay of received commits. */
    replay(goesOn: boolean): Promise<void>;
  };
  remove(): Promise<void>;
}

export async function startMariadbPair(folder: string): Promise<MariadbPair> {
  // A primary that loses commits in a crash is behind its replica.
  const primary = await startPrivateServer({
    ...{ client: 'mysql', folder, isDurable: true },
    more: ['--server-id=1', '--log-bin=commits', '--binlog-format=row', '--sync-binlog=1'],
  });
  let standby: PrivateServer | null = null;
  const remove = async (): Promise<void> => {
    await standby?.remove();
    await primary.remove();
  };
  try {
    const own = await startPrivateServer({
      ...{ client: 'mysql', folder, isDurable: true },
      more: ['--server-id=2', '--read-only=1'],
    });
    standby = own;
    // Both servers have made the database.
    await statements(own.config, [
      `SET GLOBAL gtid_slave_pos = '${await positionOf(primary.config)}'`,
      `CHANGE MASTER TO master_host = '127.0.0.1', master_port = ${primary.config.port}, master_user = 'root', master_connect_retry = 1, master_use_gtid = slave_pos`,
      'START SLAVE',
    ]);
    const replay = (goesOn: boolean) =>
      statements(own.config, [`${goesOn ? 'START' : 'STOP'} SLAVE SQL_THREAD`]);
    return { primary, standby: { ...own, replay }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const statements = (server: DatabaseOptions, texts: readonly string[]): Promise<void> =>
  withDatabase(server, async ({ knex }) => {
    for (const text of texts) await knex.raw(text);
  });

const positionOf = (server: DatabaseOptions): Promise<string> =>
  withDatabase(server, async ({ knex }) => {
    const [[row]] = await knex.raw('SELECT @@gtid_current_pos AS position');
    return row.position;
  });
