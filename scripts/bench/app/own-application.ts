// The application of one scenario: its folder, its database, and the servers that run on both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, type Where } from '../data/store';
import type { Server } from './processes';
import { writeFolder } from './write-application';

export interface OwnApplication {
  readonly dir: string;
  readonly where: Where;
  /** Stops the server when the application closes. */
  keep(starting: Promise<Server>): Promise<Server>;
  close(): Promise<void>;
}

/** `files`: as in `writeFolder`. After a failure of `make`, nothing is left. */
export async function openOwnApplication<D>(
  where: Where,
  name: string,
  files: Readonly<Record<string, unknown>>,
  make: (own: OwnApplication) => Promise<D>,
): Promise<D> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  const own = { ...where, filename: join(dir, 'bench.db'), database: `${where.database}_${name}` };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) await server.stop();
    await dropDatabase(own);
    rmSync(dir, { recursive: true, force: true });
  };
  const keep = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    await dropDatabase(own);
    await createDatabase(own);
    writeFolder(dir, own, files);
    return await make({ dir, where: own, keep, close });
  } catch (error) {
    await close();
    throw error;
  }
}
