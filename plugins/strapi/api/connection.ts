// `strapi.db.connection`: knex on the tables of Quire. A statement belongs to the transaction that it runs in.

import { type Database, type Knex, projectKnex } from './project-knex';
import { knexTransaction, transact } from './transactions';

export const connectionOf = (database: Database): Knex =>
  projectKnex(
    database.knex,
    {
      transaction: (work: unknown, options?: unknown) => knexTransaction(database, work, options),
      batchInsert: (...given: Parameters<Knex['batchInsert']>) => batchInsert(database, given),
    },
    'strapi.db.connection',
  );

/** All rows or none. As with knex, `returning` and `transacting` come in the same turn. */
function batchInsert(database: Database, given: Parameters<Knex['batchInsert']>): object {
  let returning: unknown[] | undefined;
  let transaction: Knex | undefined;
  const insert = (trx: Knex) => {
    const rows = trx.batchInsert(...given);
    return returning ? Reflect.apply(rows.returning, rows, returning) : rows;
  };
  const done = Promise.resolve().then(() =>
    transaction ? insert(transaction) : transact(database, ({ trx }) => insert(trx)),
  );
  return Object.assign(done, {
    returning(...columns: unknown[]) {
      returning = columns;
      return this;
    },
    transacting(trx: Knex) {
      transaction = trx;
      return this;
    },
  });
}
