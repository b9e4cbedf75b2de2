// An application on disk with a private database: written, opened, and removed after a scenario.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AnyPlugin, createKernel, type Kernel } from '../../core';
import type { DatabaseOptions } from '../../core/database/config-types';
import { createTestDatabase, type TestDatabase } from '../../core/testing/databases';

export interface Application {
  /** Path → content. */
  readonly files: Readonly<Record<string, unknown>>;
  /** Plugins given as objects. */
  readonly plugins: readonly AnyPlugin[];
  /** The content of `config/plugins`. */
  readonly enabled: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A worker process opens the same application by its folder and database. */
export interface Opened {
  readonly kernel: Kernel;
  readonly dir: string;
  readonly database: DatabaseOptions;
}

export const openApplication = (
  { plugins, enabled, env }: Application,
  dir: string,
  database: DatabaseOptions,
): Promise<Kernel> =>
  createKernel({
    dir,
    env: { NODE_ENV: 'production', ...env },
    overrides: {
      database: { ...database },
      server: { port: 0, anonymous: 'full', logs: { level: 'silent' } },
      plugins: { ...enabled },
    },
    plugins: [...plugins],
  });

export async function withApplication<T>(
  application: Application,
  client: TestDatabase,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(client);
  try {
    return await withApplicationOn(application, database.config, work);
  } finally {
    await database.drop();
  }
}

export async function withApplicationOn<T>(
  application: Application,
  database: DatabaseOptions,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-torture-'));
  try {
    for (const [name, content] of Object.entries(application.files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), JSON.stringify(content));
    }
    const kernel = await openApplication(application, dir, database);
    try {
      const result = await work({ kernel, dir, database });
      await kernel.stop();
      return result;
    } catch (error) {
      await kernel.stop().catch(() => undefined);
      throw error;
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
