// `trx` of a transaction of a project: knex whose statements run in this transaction from anywhere, until it has ended.
import { AsyncLocalStorage } from 'node:async_hooks';
import { boundKnex, type Database, type Knex, projectKnex } from './project-knex';

export type Tx = NonNullable<ReturnType<Database['currentTransaction']>>;

/** What code passes to `trx.commit` and `trx.rollback`. */
export interface Given {
  value?: unknown;
  error?: unknown;
}

export interface Ending {
  commit(): Promise<void>;
  rollback(): Promise<void>;
  readonly given: Given;
  /** A transaction of knex inside this one. */
  nest(database: Database, work: unknown, options?: unknown): Promise<unknown>;
}

export const hasEnded = (): Error =>
  new Error('The transaction has ended; a statement was not awaited, or came later');

/** Whether `tx`, the current transaction, has ended. */
export function endOf(database: Database, tx: Tx): () => boolean {
  const inside = AsyncLocalStorage.snapshot();
  return () => inside(() => database.currentTransaction()) !== tx;
}

/** knex whose statements run in `tx`, the current transaction. `nest`: what `trx.transaction` and `trx.savepoint` run, inside it. */
export function knexInside(database: Database, tx: Tx, { commit, rollback, given, nest }: Ending): Knex {
  const { knex } = database;
  const inside = AsyncLocalStorage.snapshot();
  const isOver = endOf(database, tx);
  const requireOpen = (): void => {
    if (isOver()) throw hasEnded();
  };
  const client: object = Object.create(knex.client, {
    // knex asks for it in `builder.transacting(trx)`.
    transacting: { value: true },
    acquireConnection: {
      async value() {
        requireOpen();
        return inside(() => knex.client.acquireConnection());
      },
    },
    releaseConnection: { value: (driver: unknown) => inside(() => knex.client.releaseConnection(driver)) },
  });
  const nested = async (work: unknown, options?: unknown): Promise<unknown> => {
    requireOpen();
    return inside(() => nest(database, work, options));
  };
  const own = {
    client,
    isTransaction: true,
    isCompleted: isOver,
    transaction: nested,
    savepoint: nested,
    async commit(value?: unknown): Promise<void> {
      given.value = value;
      await commit();
    },
    async rollback(error?: unknown): Promise<void> {
      given.error = error;
      await rollback();
    },
  };
  const trx: Knex = projectKnex(
    boundKnex(knex, () => trx),
    own,
    'trx',
  );
  return trx;
}
