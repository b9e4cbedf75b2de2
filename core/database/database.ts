// The interface of the database for the rest of the core: plans to read with, transactions to write in.
import type { Knex } from 'knex';
import type { Dialect } from './dialect';

export type Row = readonly unknown[];

/** A finished statement. Every run uses the same object, so a driver can keep its prepared statement under it. */
export interface Statement {
  readonly sql: string;
  readonly name: string;
  /** The text before marks were numbered, for merge-runs.ts. Absent: it cannot be merged with others. */
  readonly select?: SelectText;
  /** Of a timer of Quire: it belongs to no request and no call, so the counters leave it out. */
  readonly isBackground?: true;
  /** The database plans the statement for the values of each run, so the statement is not prepared. */
  readonly estimated?: true;
  /** Of a list: by which attributes it finds and orders its rows, for the log of slow reads. */
  readonly compared?: readonly ComparedColumns[];
}

/** Names of attributes. */
export interface ComparedColumns {
  readonly type: string;
  readonly equal: readonly string[];
  readonly range: readonly string[];
  readonly sort: readonly string[];
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
  /** An optional run. It runs only in one statement with the first run of its step; otherwise it has no result. */
  readonly optional?: true;
}

/** A plan under way: a generator that yields runs, receives their rows, and returns a result. */
export type Steps<T> = Generator<readonly Run[], T, Row[][]>;

/** A table that a statement reads, with the columns that decide about the answer. */
export interface TableRead {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A row that was added to a place (place-key.ts), or removed from it. */
export interface RowMove {
  readonly place: string;
  readonly by: 1 | -1;
}

/** The state of all rows at one place, for cached totals: numbers to compare and to add. */
export interface RowsState {
  /** Changes with writes whose effect on the number of rows is unknown. */
  readonly version: string;
  /** A total of this version grows by as much as this number. */
  readonly moved: number;
  /** Changes with every commit that wrote to the table; null during such a commit. Counts of another moment are not exact. */
  readonly moment: string | null;
}

export interface Tx {
  /** Rows as arrays, in the order of the columns selected. */
  all(text: string, params?: readonly unknown[]): Promise<Row[]>;
  /** `id`: of the inserted row, otherwise 0. */
  run(text: string, params?: readonly unknown[]): Promise<{ readonly changes: number; readonly id: number }>;
  /** Drives a plan inside the transaction: the result has the values just written. */
  read<T>(steps: Steps<T>): Promise<T>;
  /**
   * Marks a table as written. The commit raises its version, which makes cached totals stale. `rows`: a row added or removed, or
   * `same` where none was. Absent: unknown. `columns`: the same rows, and only these columns changed.
   */
  touch(table: string, rows?: RowMove | 'same' | { readonly columns: Iterable<string> }): void;
  /** Runs after the commit (never after a rollback), in order. */
  afterCommit(work: () => void | Promise<void>): void;
  /** Runs after the rollback (never after a commit, nor before a retry), in order. */
  afterRollback(work: () => void | Promise<void>): void;
  /** Its end rolls it back, and rejects with the reason. */
  refuseCommit(reason: Error): void;
  /** 1 for the first attempt, 2 for the first retry … */
  readonly attempt: number;
}

/** Controls the reads of a request. */
export interface ReadControl {
  /**
   * The request has arrived in this turn of the event loop. Its reads may see the state of an earlier moment of the turn. The request had
   * arrived before that moment.
   */
  readonly isArriving?: boolean;
  /** Ends the statements under way; the read rejects with its reason. A request makes it on first access. */
  readonly signal: AbortSignal;
  /** Counts bytes of rows before an answer is made of them. Throws when the read has ended, or finds no room. */
  hold(bytes: number): void;
  /** Whether `hold` would find room for so many bytes. */
  hasRoomFor(bytes: number): boolean;
}

export interface ReadOptions {
  /** Runs in the slow lane, where there is one. */
  readonly slow?: boolean;
  /** The plan has one statement, so its snapshot needs no transaction. */
  readonly single?: boolean;
  /** null: the read runs to its end. Not inside a transaction. */
  readonly control?: ReadControl | null;
}

/** One state of the database, for reads over some time. After an error that is an answer (`AppError`) of a read, it can be used. */
export interface Snapshot {
  read<T>(steps: Steps<T>): Promise<T>;
  /** Must be called. A read under way is cancelled, and rejects with `reason`. */
  close(reason?: unknown): void;
}

export interface Snapshots {
  /** false: too many are open. */
  readonly isFree: boolean;
  /** The committed data of now; null while too many are open. `timeout`: milliseconds that replace those of transactions; 0: no limit. */
  open(timeout?: number): Promise<Snapshot> | null;
}

/** The commits of a request, whose time may end before its transaction. */
export interface CommitWatch {
  /** Right before COMMIT. Throws when the transaction is to be rolled back. */
  requireTime(): void;
  /** COMMIT begins: from now on, the transaction may be stored. */
  begin(): void;
  /** The COMMIT that began has failed, and nothing is stored. */
  rolledBack(): void;
  /** `over` ends the wait for tasks after the commit. The returned function removes it. */
  onOver(over: () => void): () => void;
}

export interface TransactionOptions {
  /** Absent: those of `Database.watched`. null: the transaction belongs to no request. Only of an outermost transaction. */
  readonly commits?: CommitWatch | null | undefined;
  /**
   * `currentTransaction()` finds it, and calls of `transaction` join it. Default. `false` saves that cost, and on SQLite the transaction
   * may share its COMMIT with others. Its work must then wait for nothing but its own statements.
   */
  readonly ambient?: boolean;
  /** Not part of the current transaction. Not on SQLite: its one writer would wait for itself. */
  readonly apart?: boolean;
  /** Milliseconds that replace `database.transactionTimeout`; 0: no limit. */
  readonly timeout?: number;
}

/** Short messages without content to all processes that listen. One may be lost: use them only to do earlier what happens anyway. */
export interface WakeUps {
  /** Several calls at once may be one message. Never fails. */
  send(): void;
  close(): Promise<void>;
}

/** The connections of the pool; on SQLite, the handle that writes. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

/** Only a replica that is `used` answers reads. `primary`: it takes writes itself. `unknown`: not examined yet. */
export type ReplicaStatus = 'used' | 'behind' | 'away' | 'wrong' | 'primary' | 'unknown';

export interface ReplicaHealth {
  readonly address: string;
  readonly status: ReplicaStatus;
}

export interface StatementTally {
  statements: number;
}

export interface Database {
  readonly dialect: Dialect;
  /** Drives a plan on committed data; inside a transaction, on the data of the transaction. */
  read<T>(steps: () => Steps<T>, options?: ReadOptions): Promise<T> | T;
  /** null: the pool is too small for one. */
  readonly snapshots: Snapshots | null;
  /** For short reads of the state before a write. null: the pool is too small. */
  readonly moments: Snapshots | null;
  /** Commits everything or nothing. A deadlock repeats it, so `work` may run several times. Inside another: a savepoint. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The transactions that `work` begins belong to these commits, except nested ones and those with commits of their own. */
  watched<T>(commits: CommitWatch, work: () => Promise<T>): Promise<T>;
  /** The transaction this code runs in, if any. */
  currentTransaction(): Tx | undefined;
  /**
   * Changes with every commit that added or removed rows of these tables, or changed one of the columns. `null`: cache nothing, since
   * other processes or this transaction write. `isArriving`: as for reads. Requests of one turn get one version.
   */
  version(reads: readonly TableRead[], isArriving?: boolean): string | null;
  /**
   * Changes with every commit that wrote to one of these tables. null: inside a transaction, whose rows may be rolled back. On a server,
   * writes of other processes count when `wroteElsewhere` names them. `isArriving`: as for reads.
   */
  writtenVersion(tables: readonly string[], isArriving: boolean): string | null;
  /** Another process has written these tables; null: any. */
  wroteElsewhere(tables: readonly string[] | null): void;
  /** The same for the number of all rows of a table at one place. */
  rowsAt(table: string, place: string, isArriving?: boolean): RowsState | null;
  /** For plugins; reads at any time, writes only inside `transaction`. The first use loads knex. */
  readonly knex: Knex;
  /** For the models of own tables (`app.model`): values equal on all databases; totals of content stay. */
  readonly modelKnex: Knex;
  /**
   * From now on, writes fail with this error, and so do statements that the database does not understand. null: no more. Work of no request
   * (`commits: null`) goes on.
   */
  refuse(reason: (() => Error) | null): void;
  /** Rejects unless the database can be read and written now. */
  probe(): Promise<void>;
  /** Absent: the database cannot wake other processes. Uses a connection of its own, and no transaction of the caller. */
  readonly wakeUps?: (channel: string, woken: () => void) => WakeUps;
  /** Runs work of a start, or of a migration, while no other process runs such work. Calls inside it run at once. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Adds the statements that `work` runs to the tally, those of transactions included. For tools of developers: all code is slower
   * while it is in use.
   */
  countStatements<T>(tally: StatementTally, work: () => Promise<T>): Promise<T>;
  stats(): {
    readonly retries: number;
    readonly transactions: number;
    readonly statements: number;
    readonly slow: number;
    readonly pool: PoolState;
  };
  /** The servers of `database.replicas`. */
  readonly replicas: readonly ReplicaHealth[];
  close(): Promise<void>;
}
