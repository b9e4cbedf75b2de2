// The module of the database: connects it first, and closes it last.

import { token } from '../kernel/app/container';
import { hookScopesOf } from '../kernel/app/hook-scope';
import { defineModule } from '../kernel/app/module';
import { pendingTapsOf } from '../kernel/app/plugin-hooks';
import type { Database } from './database';
import { connectDatabase } from './run/connect';

export const DATABASE = token<Database>('database', 'boot.before');

declare module '../types' {
  interface ApplicationMap {
    /** From `boot.before` on. */
    readonly database: Database;
  }
}

export const databaseModule = defineModule({
  name: 'database',
  application: ({ container }) => ({
    get database() {
      return container.resolve(DATABASE);
    },
  }),
  async start({ config, container, dir, hooks, log }, next) {
    const { slowQuery } = config.server.logs;
    const pendingTaps = () => pendingTapsOf(hooks);
    const database = await connectDatabase(config.database, {
      log,
      dir,
      slowQuery,
      pendingTaps,
      writeRefusal: hookScopesOf(hooks).writeRefusal,
    });
    container.provide(DATABASE, database);
    // Processes that start at the same time run this one by one: the second finds the seeds of the first.
    await database.exclusively(next);
  },
  around: ({ database }, { commits }, work) => database.watched(commits, work),
  ready: ({ database }) => database.probe(),
  async stop({ container }) {
    if (container.has(DATABASE)) await container.resolve(DATABASE).close();
  },
});
