// The interface of a driver. Each database has one file in this folder; transactions, retries and faults are common to all.
import type { Knex } from 'knex';
import type { PoolState, ReadControl, Row, Run, Steps, WakeUps } from '../database';
import type { Dialect } from '../dialect';
import type { Counters } from './counters';

/** A connection in exclusive use. */
export interface Connection {
  all(text: string, params: readonly unknown[]): Promise<Row[]>;
  run(text: string, params: readonly unknown[]): Promise<{ readonly changes: number; readonly id: number }>;
  /** Statements of a plan. */
  plan(runs: readonly Run[]): Row[][] | Promise<Row[][]>;
  /** A statement without parameters and rows: BEGIN, SAVEPOINT, SET … */
  exec(text: string): Promise<void>;
  /** The driver's own connection, for knex. */
  readonly driver: unknown;
}

/** To a database server. */
export interface ServerConnection extends Connection {
  /** Calls `arrived` with the bytes of each packet from the server, until the returned function is called. */
  onBytes(arrived: (bytes: number) => void): () => void;
  /** Ends the statement under way, from outside. Rejects when that is not certain; the caller then closes the connection. */
  cancel(): Promise<void>;
  /** Closes the connection. The statement under way rejects, even if the server no longer answers. */
  cut(): void;
}

export interface Lease<To extends Connection = Connection> {
  readonly connection: To;
  /** `broken`: closes the connection instead of returning it to the pool. */
  release(broken?: boolean): void;
}

/** A connection with a write transaction. After `commit` or `rollback`, only `release` may be called. */
export interface TransactionLease extends Lease {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface SnapshotLease {
  readonly connection: Pick<Connection, 'plan'>;
  /** Resolves when nothing of it runs any more. `broken`: as for a lease. */
  release(broken?: boolean): Promise<void>;
  /** Ends the plan under way. Afterwards only `release` may be called, when the plan has ended. */
  cancel(): void;
}

export interface Adapter {
  readonly dialect: Dialect;
  /** Drives a plan on committed data. `single`: it has one statement, so its snapshot needs no transaction. */
  read<T>(
    steps: () => Steps<T>,
    options: { readonly slow: boolean; readonly single: boolean; readonly control: ReadControl | null },
  ): Promise<T> | T;
  /** Begins a write transaction. `brief`: it waits for nothing but its statements, so its COMMIT may also be that of others. */
  begin(brief: boolean): Promise<TransactionLease>;
  /** A connection in a read transaction: all its plans see one state. */
  snapshot(): Promise<SnapshotLease>;
  /** The same for short reads: it is the state of the moment when the promise resolves, and costs little. */
  moment(): Promise<SnapshotLease>;
  /** A connection without one, for knex. */
  lease(): Promise<Lease>;
  /**
   * A number that grows with commits of other processes; `''`: only this process writes; null: not known. `isArriving`: as for reads.
   */
  commitsOfOtherProcesses(isArriving: boolean): string | null;
  /** Names the dialect of knex, and no connection. */
  readonly knex: Knex.Config;
  /** Rejects unless system tables can be read and written. Changes no row. */
  probe(): Promise<void>;
  /** Takes the lock of run/start-lock.ts and resolves to its release; null after `patience` milliseconds. */
  lock(patience: number): Promise<(() => Promise<void>) | null>;
  /** Absent: the database cannot wake other processes. */
  readonly wakeUps?: (channel: string, woken: () => void) => WakeUps;
  /** The lock excludes only processes on the same node of a cluster. */
  readonly isLockOfNode: boolean;
  readonly counters: Counters;
  pool(): PoolState;
  close(): Promise<void>;
  /** Closes all connections at once. What runs on them rejects. Absent: its server is never left out. */
  readonly cut?: () => void;
}
