// Transactions of a project. One ends with its work, or before it with `commit` or `rollback`. Calls inside the work join it; statements of
// `trx` run in it from anywhere.
import { OutOfReach } from '../project/out-of-reach';
import type { Database, Knex } from './project-knex';
import { endOf, type Given, hasEnded, knexInside, type Tx } from './trx';

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
    const trx = knexInside(database, tx, { ...tools, nest: knexTransaction });
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
    trx: knexInside(database, tx, { commit, rollback: refuse, given: {}, nest: knexTransaction }),
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
