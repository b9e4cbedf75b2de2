// `strapi.db.connection`: knex on the tables of Quire. A statement belongs to the transaction that it runs in.

import { type Database, type Knex, projectKnex } from './project-knex';
import { knexTransaction, transact } from './transactions';

export const connectionOf = (database: Database): Knex =>
  projectKnex(
    database.knex,
    {
      transaction: (work: unknown, options?: unknown) => knexTransaction(database, work, options),
      /** All rows or none. */
      batchInsert: (...given: Parameters<Knex['batchInsert']>) =>
        transact(database, ({ trx }) => trx.batchInsert(...given)),
    },
    'strapi.db.connection',
  );
