// Transactions of a project. One ends with its work, or before it with `commit` or `rollback`. Calls inside the work join it; statements of
// `trx` run in it from anywhere.
import { AsyncLocalStorage } from 'node:async_hooks';
import { OutOfReach } from '../project/out-of-reach';
import { boundKnex, type Database, type Knex, projectKnex } from './project-knex';

type After = () => void | Promise<void>;

export interface TransactionTools {
  readonly trx: Knex;
  /** Ends the transaction now; resolves when it has ended. Only the first call counts. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  onCommit(after: After): void;
  onRollback(after: After): void;
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
  let isOver = false;
  let undone: After[] = [];
  let result: Promise<T> | undefined;
  const done = database.transaction(async (tx) => {
    if (ending.how !== null)
      throw new Error(
        'The database asks to repeat a transaction that the code has ended with commit(); nothing was stored',
      );
    undone = [];
    const tools = { commit, rollback, ended: ending.promise, given: {} };
    const trx = knexInside(database, tools, () => isOver);
    const onRollback = (after: After): void => void undone.push(after);
    result = (async () => work({ ...tools, trx, onCommit: tx.afterCommit, onRollback }))();
    await Promise.race([result, ending.promise]);
    if (ending.how === 'rollback') throw new Error('The code has called rollback()');
  });

  async function commit(): Promise<void> {
    ending.set('commit');
    await done;
  }
  async function rollback(): Promise<void> {
    ending.set('rollback');
    await done.catch(() => undefined);
  }

  try {
    await done;
  } catch (error) {
    isOver = true;
    for (const after of undone) await after();
    if (ending.how !== 'rollback') throw error;
  }
  isOver = true;
  return result as Promise<T>;
}

/** A transaction that lasts until `commit` or `rollback`, at most for `database.transactionTimeout`. */
export const openTransaction = (database: Database): Promise<TransactionTools> =>
  new Promise((resolve, reject) => {
    transact(database, (tools) => {
      resolve(tools);
      return tools.ended;
    }).catch(reject);
  });

/** For code inside a transaction: the same one, which ends by itself. */
export function runningTransaction(
  database: Database,
): Pick<TransactionTools, 'trx' | 'commit' | 'rollback'> {
  const ended = async (): Promise<void> => undefined;
  const tools = { commit: ended, rollback: ended };
  return { ...tools, trx: knexInside(database, { ...tools, given: {} }, () => false) };
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
  if (work === undefined) return (await openTransaction(database)).trx;
  let given: Given = {};
  const result = await transact(database, (tools) => {
    given = tools.given;
    const made: unknown = work(tools.trx);
    return typeof Reflect.get(Object(made), 'then') === 'function' ? made : tools.ended;
  });
  if (given.error !== undefined) throw given.error;
  return given.value ?? result;
}

/** knex whose statements run in the transaction of `inside`. */
function knexInside(
  database: Database,
  { commit, rollback, given }: Pick<TransactionTools, 'commit' | 'rollback' | 'given'>,
  isOver: () => boolean,
): Knex {
  const { knex } = database;
  const inside = AsyncLocalStorage.snapshot();
  const client: object = Object.create(knex.client, {
    // knex asks for it in `builder.transacting(trx)`.
    transacting: { value: true },
    acquireConnection: {
      async value() {
        if (isOver())
          throw new Error('The transaction has ended; a statement was not awaited, or came later');
        return inside(() => knex.client.acquireConnection());
      },
    },
    releaseConnection: { value: (driver: unknown) => inside(() => knex.client.releaseConnection(driver)) },
  });
  const nested = (work: unknown, options?: unknown) => inside(() => knexTransaction(database, work, options));
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
