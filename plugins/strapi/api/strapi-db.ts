// `strapi.db`: queries of rows, lifecycles, transactions.
import type { App } from '../../../core';
import type { Lifecycles } from '../content/lifecycles';
import { OutOfReach, outOfReach } from '../project/out-of-reach';
import type { queryOf } from './database';

/** Tables have other names here, so SQL of a project would not find them. */
const DATABASE_OUT_OF_REACH = {
  connection: 'tables have other names than in Strapi; use strapi.documents or strapi.db.query',
  queryBuilder: 'use strapi.documents or strapi.db.query',
  metadata: 'use strapi.contentTypes',
  schema: 'use strapi.contentTypes',
  migrations: 'Quire migrates its tables itself',
};

const TRANSACTION_OUT_OF_REACH = {
  trx: 'tables have other names than in Strapi; use strapi.documents or strapi.db.query',
  onCommit: 'do the work after strapi.db.transaction has returned',
  onRollback: 'catch the error of strapi.db.transaction',
};

export function databaseOf(app: App, query: ReturnType<typeof queryOf>, lifecycles: Lifecycles): object {
  return Object.create(null, {
    ...outOfReach(DATABASE_OUT_OF_REACH, 'strapi.db.'),
    ...Object.getOwnPropertyDescriptors({
      query,
      lifecycles: { subscribe: lifecycles.subscribe },
      /** Calls inside join the transaction; an error rolls it back. */
      transaction: <T>(work?: (tools: object) => Promise<T>): Promise<T> => {
        if (typeof work !== 'function')
          throw new OutOfReach(
            'strapi.db.transaction() without a function',
            'pass the work as a function, so that the transaction always ends',
          );
        return app.documents.transaction(() =>
          work(Object.create(null, outOfReach(TRANSACTION_OUT_OF_REACH, 'transaction.'))),
        );
      },
    }),
  });
}
