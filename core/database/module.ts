// The module of the database: connects it first, and closes it last.

import { pendingSince } from '../kernel/app/activity';
import { hookScopesOf } from '../kernel/app/hook-scope';
import { defineModule } from '../kernel/app/module';
import { AppError } from '../kernel/errors/app-error';
import { StartupError } from '../kernel/errors/startup-error';
import { token } from '../kernel/registry/container';
import type { Database } from './database';
import type { RowOf } from './models/column-kinds';
import type { Columns, ModelDefinition, OwnModel } from './models/model-definition';
import { createOwnTables, type OwnTables } from './models/own-tables';
import { logReplicas } from './replicas/log-replicas';
import { connectDatabase } from './run/connect';

export const DATABASE = token<Database>('database', 'boot.before');

/** The tables that modules and plugins declare with models. */
export const OWN_TABLES = token<OwnTables>('own tables');

declare module '../types' {
  interface ApplicationMap {
    /** From `boot.before` on. */
    readonly database: Database;
  }
  interface AppMap {
    /** Declares a table of the plugin, and returns its model of objection. In `register` only; the next start creates the table. */
    model<const C extends Columns>(definition: ModelDefinition<C>): OwnModel<RowOf<C>>;
  }
}

export const databaseModule = defineModule({
  name: 'database',
  application({ container }) {
    container.provide(
      OWN_TABLES,
      createOwnTables(() => container.resolve(DATABASE)),
    );
    return {
      get database() {
        return container.resolve(DATABASE);
      },
    };
  },
  app({ container }) {
    const tables = container.resolve(OWN_TABLES);
    return ({ name }) => ({
      model: (definition) => tables.define(name, definition),
    });
  },
  describe: ({ container }) => ({
    table: container.resolve(OWN_TABLES).all.map(({ name, owner, columns }) => ({
      name,
      plugin: owner,
      description: columns.map((column) => column.name).join(', '),
    })),
  }),
  async start({ config, container, dir, events, hooks, isProduction, log }, next) {
    const {
      readOnly,
      logs: { slowQuery },
    } = config.server;
    logReplicas(events, log);
    const pendingTaps = (since: number) => pendingSince(hooks, since);
    const database = await connectDatabase(config.database, {
      log,
      events,
      dir,
      slowQuery,
      pendingTaps,
      showsPending: !isProduction,
      writeRefusal: hookScopesOf(hooks).writeRefusal,
      readOnly,
      usesReplicas: !readOnly,
    });
    container.provide(DATABASE, database);
    // Processes that start at the same time run this one by one: the second finds the seeds of the first.
    await database.exclusively(readOnly ? () => onlyReading(next) : next);
  },
  around: ({ database }, { commits }, work) => database.watched(commits, work),
  ready: ({ database }) => database.probe(),
  // Addresses are for the log: everybody can read this.
  health: ({ database: { replicas } }): Readonly<Record<string, object>> =>
    replicas.length === 0 ? {} : { replicas: replicas.map(({ status }) => status) },
  async stop({ container }) {
    if (container.has(DATABASE)) await container.resolve(DATABASE).close();
  },
});

/** A start that only reads must find nothing to write. */
async function onlyReading(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'READ_ONLY') throw error;
    throw new StartupError(
      'The database lacks what a start writes, and this process only reads. Start a process that may write once, with the same files and configuration.',
    );
  }
}
