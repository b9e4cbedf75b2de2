// Transactions of a project. One ends with its work, or before it with `commit` or `rollback`. Calls inside the work join it; statements of
// `trx` run in it from anywhere.
import { AsyncLocalStorage } from 'node:async_hooks';
import { OutOfReach } from '../project/out-of-reach';
import { boundKnex, type Database, type Knex, projectKnex } from './project-knex';

type Tx = NonNullable<ReturnType<Database['currentTransaction']>>;

export interface TransactionTools {
  readonly trx: Knex;
  /** Ends the transaction now; resolves when it has ended. Only the first call counts. */
  commit(): Promise<void>;
  /** Rejects if the transaction has been committed. */
  rollback(): Promise<void>;
  readonly onCommit: Tx['afterCommit'];
  readonly onRollback: Tx['afterRollback'];
  /** Resolves with `commit` or `rollback`. */
  readonly ended: Promise<void>;
  readonly given: Given;
}

/** What code passes to `trx.commit` and `trx.rollback`. */
interface Given {
  value?: unknown;
  error?: unknown;
}

type Work<T> = (tools: TransactionTools) => T | PromiseLike<T>;

export async function transact<T>(database: Database, work: Work<T>): Promise<T> {
  const ending = createEnding();
  let result: Promise<T> | undefined;
  const done = database.transaction(async (tx) => {
    if (ending.how !== null)
      throw new Error(
        'The database asks to repeat a transaction that the code has ended with commit(); nothing was stored',
      );
    const tools = { commit, rollback, ended: ending.promise, given: {} };
    const trx = knexInside(database, tx, tools);
    const { afterCommit: onCommit, afterRollback: onRollback } = tx;
    result = (async () => work({ ...tools, trx, onCommit, onRollback }))();
    await Promise.race([result, ending.promise]);
    if (ending.how === 'rollback') throw new Error('The code has called rollback()');
  });

  async function commit(): Promise<void> {
    ending.set('commit');
    await done;
  }
  async function rollback(): Promise<void> {
    ending.set('rollback');
    const isUndone = await done.then(
      () => false,
      () => true,
    );
    if (!isUndone) throw new Error('rollback() undid nothing: the transaction has been committed');
  }

  try {
    await done;
  } catch (error) {
    if (ending.how !== 'rollback') throw error;
  }
  return result as Promise<T>;
}

type Begun = Pick<TransactionTools, 'trx' | 'commit' | 'rollback'>;

/**
 * A transaction without work. Inside another it is that one: a savepoint would lock the code that began it. Otherwise it lasts until
 * `commit` or `rollback`, at most for `database.transactionTimeout`.
 */
export async function beginTransaction(database: Database): Promise<Begun> {
  const tx = database.currentTransaction();
  return tx ? joinTransaction(database, tx) : openTransaction(database);
}

const openTransaction = (database: Database): Promise<Begun> =>
  new Promise((resolve, reject) => {
    transact(database, (tools) => {
      resolve(tools);
      return tools.ended;
    }).catch(reject);
  });

/** As in Strapi, `commit` and `rollback` do nothing. `trx.rollback` makes the whole transaction fail: nothing smaller can be undone. */
function joinTransaction(database: Database, tx: Tx): Begun {
  const isOver = endOf(database, tx);
  const commit = async (): Promise<void> => {
    if (isOver()) throw hasEnded();
  };
  const refuse = async (): Promise<void> =>
    tx.refuseCommit(new Error('Code inside this transaction has called trx.rollback(); nothing was stored'));
  return {
    trx: knexInside(database, tx, { commit, rollback: refuse, given: {} }),
    commit,
    rollback: commit,
  };
}

/**
 * `connection.transaction(work)` of knex. The value of `commit` is the result, and the error of `rollback` is thrown. Work that returns no
 * promise ends the transaction itself.
 */
export async function knexTransaction(
  database: Database,
  work: unknown,
  options?: unknown,
): Promise<unknown> {
  if (options !== undefined || (work !== undefined && typeof work !== 'function'))
    throw new OutOfReach('an option of connection.transaction', 'pass the work only');
  if (work === undefined) return (await beginTransaction(database)).trx;
  let given: Given = {};
  const result = await transact(database, (tools) => {
    given = tools.given;
    const made: unknown = work(tools.trx);
    return typeof Reflect.get(Object(made), 'then') === 'function' ? made : tools.ended;
  });
  if (given.error !== undefined) throw given.error;
  return given.value ?? result;
}

const hasEnded = (): Error =>
  new Error('The transaction has ended; a statement was not awaited, or came later');

/** Whether `tx`, the current transaction, has ended. */
function endOf(database: Database, tx: Tx): () => boolean {
  const inside = AsyncLocalStorage.snapshot();
  return () => inside(() => database.currentTransaction()) !== tx;
}

/** knex whose statements run in `tx`, the current transaction. */
function knexInside(
  database: Database,
  tx: Tx,
  { commit, rollback, given }: Pick<TransactionTools, 'commit' | 'rollback' | 'given'>,
): Knex {
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
    return inside(() => knexTransaction(database, work, options));
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

function createEnding() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return {
    promise,
    how: null as 'commit' | 'rollback' | null,
    set(wanted: 'commit' | 'rollback'): void {
      this.how ??= wanted;
      resolve();
    },
  };
}
