// `strapi.db`: queries of rows, lifecycles, transactions, and SQL.
import type { App } from '../../../core';
import type { Lifecycles } from '../content/lifecycles';
import { offering, outOfReach } from '../project/out-of-reach';
import { connectionOf } from './connection';
import type { queryOf } from './database';
import type { StrapiModels } from './models';
import type { Knex } from './project-knex';
import { beginTransaction, type TransactionTools, transact } from './transactions';

const OUT_OF_REACH = {
  queryBuilder: 'use strapi.documents, strapi.db.query or strapi.db.connection',
  schema: 'use strapi.contentTypes',
  migrations: 'Quire migrates its tables itself',
};

type Tools = Pick<TransactionTools, 'trx' | 'commit' | 'rollback' | 'onCommit' | 'onRollback'>;

export function databaseOf(
  app: App,
  query: ReturnType<typeof queryOf>,
  lifecycles: Lifecycles,
  metadata: StrapiModels['metadata'],
): object {
  // Late: the database is not open when the project is loaded.
  let made: Knex | null = null;
  const connection = (): Knex => {
    made ??= connectionOf(app.database);
    return made;
  };
  const db: object = Object.create(null, {
    ...outOfReach(OUT_OF_REACH, 'strapi.db.'),
    ...Object.getOwnPropertyDescriptors({
      query,
      metadata,
      lifecycles: { subscribe: lifecycles.subscribe },
      /** `sqlite`, `mysql` or `postgres` */
      get dialect() {
        return { client: app.database.dialect.name };
      },
      get connection() {
        return connection();
      },
      getConnection: (table?: string) => (table === undefined ? connection() : connection()(table)),
      /** Calls inside join the transaction; an error rolls it back. Without a function, only statements of `get()` belong to it. */
      transaction: (work?: (tools: Tools) => unknown): Promise<unknown> =>
        typeof work === 'function' ? transact(app.database, work) : begun(app),
    }),
  });
  return offering(db, (member) => `strapi.db.${member}`);
}

async function begun({ database }: App): Promise<object> {
  const { commit, rollback, trx } = await beginTransaction(database);
  return { commit, rollback, get: () => trx };
}
