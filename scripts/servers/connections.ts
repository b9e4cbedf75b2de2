// Statements on a server that was just started.
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseOptions } from '../../core/database/config-types';
import type { Database } from '../../core/database/database';
import { connectDatabase } from '../../core/database/run/connect';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function withDatabase<T>(
  config: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connectDatabase(config, { log, dir: tmpdir() });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export const createDatabase = (first: DatabaseOptions, name: string): Promise<void> =>
  withDatabase(first, (database) => database.knex.raw(`CREATE DATABASE ${name}`));

/** Servers answer some time after their port opens. */
export const untilConnects = (config: DatabaseOptions): Promise<void> =>
  untilWorks(() => withDatabase(config, async () => undefined));

export async function untilWorks<T>(work: () => Promise<T>, attempts = 300): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts) throw error;
      await pause(100);
    }
}
