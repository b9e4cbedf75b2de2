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
  /** The transaction that this one is a savepoint of. */
  readonly parent: OpenTransaction | null;
  /** Nested transactions run one after another: savepoints of one connection form a stack. */
  nesting: Queue | null;
  /** The nested transactions that have not ended. */
  inside: number;
  readonly depth: number;
  readonly life: Life;
  /** The error for later statements, once it has ended. A transaction inside ends with it: see `overOf`. */
  over: Ending | null;
  /** Why it cannot end well. */
  refusal: Error | null;
  /** Tasks after its end. A nested transaction hands them to its parent. */
  readonly after: { readonly commit: Task[]; readonly rollback: Task[] };
}

/** Shared by a transaction and those nested in it. */
export interface Life {
  readonly writes: Writes;
  /** A savepoint is gone, so the transaction cannot be committed. Each further statement is refused with this error. */
  doomed: { readonly error: unknown } | null;
}

export type Task = () => void | Promise<void>;

/** A function, since an error costs a stack and most are never thrown. */
type Ending = () => Error;

export function openTransaction(
  connection: Connection,
  life: Life,
  attempt: number,
  parent: OpenTransaction | null,
): OpenTransaction {
  const ifOpen = <T>(statement: () => Promise<T>): Promise<T> => {
    const refusal = statementRefusal(open);
    return refusal ? Promise.reject(refusal.error) : statement();
  };
  const tx: Tx = {
    attempt,
    all: (text, params = []) => ifOpen(() => connection.all(text, params)),
    run: (text, params = []) => ifOpen(() => connection.run(text, params)),
    async read<T>(steps: Steps<T>): Promise<T> {
      const refusal = statementRefusal(open);
      if (refusal) throw refusal.error;
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
    afterCommit: (task) => {
      (joinedBy(open) ?? open).after.commit.push(task);
    },
    afterRollback: (task) => {
      (joinedBy(open) ?? open).after.rollback.push(task);
    },
    refuseCommit: (reason) => {
      const over = overOf(open);
      if (over) throw over();
      open.refusal ??= reason;
    },
  };
  const open: OpenTransaction = {
    tx,
    connection,
    parent,
    life,
    depth: parent ? parent.depth + 1 : 0,
    nesting: null,
    inside: 0,
    over: null,
    refusal: null,
    after: { commit: [], rollback: [] },
  };
  return open;
}

/** The error for statements of `open`; null: it is running. */
export function overOf(open: OpenTransaction): Ending | null {
  for (let at: OpenTransaction | null = open; at; at = at.parent) if (at.over) return at.over;
  return null;
}

/**
 * Why `open` takes no further statement; null: it takes statements. After the loss of a savepoint, MariaDB would commit each statement on its
 * own.
 */
export function statementRefusal(open: OpenTransaction): { readonly error: unknown } | null {
  const over = overOf(open);
  return over ? { error: over() } : open.life.doomed;
}

/**
 * The transaction that code in `open` belongs to: after the end of its work, the one around it. Code that runs on after a timeout, or after
 * the end of the transaction around it, stays in the ended one: it must not write on its own.
 */
export function joinedBy(open: OpenTransaction | undefined): OpenTransaction | undefined {
  let at: OpenTransaction | null = open ?? null;
  while (at && (at.over === COMMITTED || at.over === ROLLED_BACK)) at = at.parent;
  return at ?? undefined;
}

/** Before COMMIT or RELEASE: throws unless all of its work has ended well. */
export function requireWhole(open: OpenTransaction): void {
  const over = overOf(open);
  if (over) throw over();
  if (open.refusal) throw open.refusal;
  if (open.life.doomed) throw open.life.doomed.error;
  if (open.inside > 0)
    throw new Error(
      'The work of a transaction ended before a write or a transaction inside it; everything was rolled back: await each call',
    );
}

const ended =
  (how: string): Ending =>
  () =>
    new Error(
      `This transaction has been ${how}; a statement was not awaited, or the transaction was used after its end`,
    );

export const COMMITTED = ended('committed');
export const ROLLED_BACK = ended('rolled back');
