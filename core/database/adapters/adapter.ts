// What a driver must do for us. One file per database beside this one; transactions, retries and faults are the same for all.
import type { Knex } from 'knex';
import type { Row, Run, Steps } from '../database';
import type { Dialect } from '../dialect';

/** A connection that somebody holds alone. */
export interface Connection {
  all(text: string, params: readonly unknown[]): Promise<Row[]>;
  run(text: string, params: readonly unknown[]): Promise<{ readonly changes: number; readonly id: number }>;
  /** Statements of a plan. */
  plan(runs: readonly Run[]): Row[][] | Promise<Row[][]>;
  /** A statement without parameters and rows: BEGIN, SAVEPOINT, SET … */
  exec(text: string): Promise<void>;
  /** What knex runs its queries on. */
  readonly driver: unknown;
}

export interface Lease {
  readonly connection: Connection;
  /** `broken`: the connection is in a state that nobody should see again. */
  release(broken?: boolean): void;
}

export interface Adapter {
  readonly dialect: Dialect;
  /** Drives a plan on committed data. `single`: it has one statement, so its snapshot needs no transaction. */
  read<T>(
    steps: () => Steps<T>,
    options: { readonly slow: boolean; readonly single: boolean },
  ): Promise<T> | T;
  /** A connection with a write transaction begun on it. */
  begin(): Promise<Lease>;
  /** A connection without one, for knex. */
  lease(): Promise<Lease>;
  /** What other processes committed: a number that grows, `''` where only this process writes, null where nobody knows. */
  foreignChanges(): string | null;
  /** knex without connections of its own; the caller gives it some. */
  createKnex(): Knex;
  ping(): Promise<void>;
  /** Statements run, and those that went to the slow lane. */
  readonly counters: { statements: number; slow: number };
  close(): Promise<void>;
}
