// A running transaction: its state, and what code inside it can do. After its end each statement is refused.

import type { Queue } from '../../kernel/concurrency/queue';
import type { Connection } from '../adapters/adapter';
import { drive } from '../adapters/drive';
import type { Steps, Tx } from '../database';
import type { Writes } from './versions';

/** The state of a running transaction. */
export interface OpenTransaction {
  readonly tx: Tx;
  readonly connection: Connection;
  /** Nested transactions run one after another: savepoints of one connection form a stack. */
  nesting: Queue | null;
  readonly depth: number;
  readonly life: Life;
}

/** Shared by a transaction and those nested in it. */
export interface Life {
  readonly writes: Writes;
  /** A savepoint is gone, so the transaction cannot be committed. */
  doomed: { readonly error: unknown } | null;
  /** The error for later statements, once it has ended. */
  over: Ending | null;
  afterCommit: (() => void | Promise<void>)[];
}

/** A function, since an error costs a stack and most are never thrown. */
type Ending = () => Error;

export function openTransaction(
  connection: Connection,
  life: Life,
  attempt: number,
  depth: number,
): OpenTransaction {
  const tx: Tx = {
    attempt,
    all: (text, params = []) => (life.over ? Promise.reject(life.over()) : connection.all(text, params)),
    run: (text, params = []) => (life.over ? Promise.reject(life.over()) : connection.run(text, params)),
    async read<T>(steps: Steps<T>): Promise<T> {
      if (life.over) throw life.over();
      return drive(steps, connection);
    },
    touch: (table, rows) => {
      const { touched, whole, columns, unknown, moves } = life.writes;
      touched.add(table);
      if (typeof rows === 'object' && 'columns' in rows) {
        const changed = columns.get(table) ?? new Set();
        columns.set(table, changed);
        for (const column of rows.columns) changed.add(column);
        return;
      }
      whole.add(table);
      if (rows === undefined) unknown.add(table);
      else if (rows !== 'same') moves.push({ table, ...rows });
    },
    afterCommit: (work) => {
      life.afterCommit.push(work);
    },
  };
  return { tx, connection, life, depth, nesting: null };
}

const ended =
  (how: string): Ending =>
  () =>
    new Error(
      `This transaction has been ${how}; a statement was not awaited, or the transaction was used after its end`,
    );

export const COMMITTED = ended('committed');
export const ROLLED_BACK = ended('rolled back');
