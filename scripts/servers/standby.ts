// PostgreSQL with a standby that streams from it. A commit waits until the standby has it, so a promoted standby has lost nothing.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseOptions } from '../../core/database/config-types';
import { untilConnects, untilWorks, withDatabase } from './connections';
import { freePort } from './free-ports';
import { type PrivateServer, startPrivateServer } from './private-server';
import { asUser, postgresProgram } from './programs';
import { createServerProcess } from './server-process';

const run = promisify(execFile);
const NAME = 'standby';

export interface Standby {
  readonly config: DatabaseOptions;
  crash(): Promise<void>;
  start(): Promise<void>;
  /** The standby takes writes from now on, and waits for no other server. */
  promote(): Promise<void>;
  /** Stops and continues the replay of received commits. */
  replay(goesOn: boolean): Promise<void>;
  remove(): Promise<void>;
}

export interface PostgresPair {
  readonly primary: PrivateServer;
  readonly standby: Standby;
  remove(): Promise<void>;
}

export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const primary = await startPrivateServer({ client: 'postgres', folder, isDurable: false });
  try {
    const standby = await startStandby(primary.config, folder);
    return {
      primary,
      standby,
      async remove() {
        await standby.remove();
        await primary.remove();
      },
    };
  } catch (error) {
    await primary.remove();
    throw error;
  }
}

/** A copy of the primary. Commits of the primary wait for it from now on. */
export async function startStandby(
  primary: DatabaseOptions,
  folder: string,
  ownPort?: number,
): Promise<Standby> {
  const dir = mkdtempSync(join(folder, 'quire-standby-'));
  const port = ownPort ?? (await freePort());
  const data = join(dir, 'data');
  const config: DatabaseOptions = { ...primary, port };
  const child = createServerProcess(
    asUser('postgres', postgresProgram('postgres'), [
      ...['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1', '-c', 'fsync=off'],
    ]),
    port,
  );
  const statement = (server: DatabaseOptions, text: string): Promise<void> =>
    withDatabase(server, (database) => database.knex.raw(text));
  const standby: Standby = {
    config,
    crash: () => child.end('SIGQUIT'),
    async start() {
      await child.start();
      await untilConnects(config);
    },
    async promote() {
      // The copied settings name a standby of its own.
      await statement(config, "ALTER SYSTEM SET synchronous_standby_names = ''").catch(() => undefined);
      await statement(config, 'SELECT pg_promote(true, 60)');
      await statement(config, "ALTER SYSTEM SET synchronous_standby_names = ''");
      await statement(config, 'SELECT pg_reload_conf()');
    },
    replay: (goesOn) => statement(config, `SELECT pg_wal_replay_${goesOn ? 'resume' : 'pause'}()`),
    async remove() {
      await child.end('SIGQUIT');
      await rm(dir, { recursive: true, force: true });
    },
  };
  try {
    chmodSync(dir, 0o777);
    const address = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${NAME}`;
    const copy = asUser('postgres', postgresProgram('pg_basebackup'), [
      ...['--pgdata', data, '--dbname', address],
      ...['--checkpoint=fast', '--wal-method=stream', '--no-sync', '-R'],
    ]);
    await run(copy.file, copy.args, { cwd: dir });
    await standby.start();
    await statement(primary, `ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`);
    await statement(primary, 'SELECT pg_reload_conf()');
    await untilWorks(() => withDatabase(primary, requireSync));
    return standby;
  } catch (error) {
    await standby.remove();
    throw error;
  }
}

async function requireSync(database: { readonly knex: { raw(text: string): PromiseLike<unknown> } }) {
  const rows = await database.knex.raw('SELECT sync_state FROM pg_stat_replication');
  if (!/"sync_state":"sync"/.test(JSON.stringify(rows)))
    throw new Error('The standby is not synchronous yet');
}
