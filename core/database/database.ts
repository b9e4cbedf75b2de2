// The database as the rest of the core sees it: statements to read with, transactions to write in.
import type { Knex } from 'knex';
import type { Dialect } from './dialect';

export type Row = readonly unknown[];

/** A finished statement. The same object is used for every run, so a driver can keep what it prepared under it. */
export interface Statement {
  readonly sql: string;
  readonly name: string;
  /** Its text before marks were numbered, for a statement that several become (merge-runs.ts). Absent: it stands alone. */
  readonly select?: SelectText;
}

/** `SELECT columns rest` */
export interface SelectText {
  readonly columns: string;
  /** How many columns a row has. */
  readonly width: number;
  readonly rest: string;
  /** One whose columns have the same types. */
  readonly like?: Statement;
}

export interface Run {
  readonly statement: Statement;
  readonly params: readonly unknown[];
  /** Only of use where it sees what the first of its step sees, in one statement with it; not run, and without a result, elsewhere. */
  readonly beside?: true;
}

/** A generator that asks for statements and ends with a result: how a plan is driven, synchronously or not. */
export type Steps<T> = Generator<readonly Run[], T, Row[][]>;

export interface Tx {
  /** Rows as arrays, in the order of the columns selected. */
  all(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** `id` is that of the inserted row, where there is one. */
  run(text: string, params?: readonly unknown[]): Promise<{ readonly changes: number; readonly id: number }>;
  /** Drives a plan inside the transaction, so that an answer shows what was written. */
  read<T>(steps: Steps<T>): Promise<T>;
  /** Tables written so far: their versions are bumped at commit, which is what invalidates cached totals. */
  touch(table: string): void;
  /** Runs after the commit (never after a rollback), in order. */
  afterCommit(work: () => void | Promise<void>): void;
  /** 1 for the first attempt, 2 for the first retry … */
  readonly attempt: number;
}

export interface ReadOptions {
  /** Known to be slow: runs in the slow lane where there is one. */
  readonly slow?: boolean;
  /** The plan has one statement, so its snapshot needs no transaction. */
  readonly single?: boolean;
}

export interface TransactionOptions {
  /** `currentTransaction()` answers inside, and calls of `transaction` join. Default; `false` saves what that costs. */
  readonly ambient?: boolean;
  /** Beside the transaction that this code runs in, if any, not a part of it. On SQLite, where one writes, it would wait for itself. */
  readonly apart?: boolean;
  /** Milliseconds that replace `database.transactionTimeout`; 0: no limit. */
  readonly timeout?: number;
}

export interface Database {
  readonly dialect: Dialect;
  /** Drives a plan. `slow`: the plan is known to be slow and goes to the slow lane where there is one. */
  read<T>(steps: () => Steps<T>, options?: ReadOptions): Promise<T> | T;
  /** Whole or absent. Retried on deadlocks and the like, so `work` may run several times. Inside another: a savepoint. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The transaction this code runs in, if any. */
  currentTransaction(): Tx | undefined;
  /** Grows with every commit that wrote to the table; `null`: not known here (several writers), cache nothing. */
  version(tables: readonly string[]): string | null;
  /** For migrations, system tables and plugins' own; reads at any time, writes only inside `transaction`. */
  readonly knex: Knex;
  /** Does the database answer? */
  ping(): Promise<void>;
  stats(): {
    readonly retries: number;
    readonly transactions: number;
    readonly statements: number;
    readonly slow: number;
  };
  close(): Promise<void>;
}
