// How far a server is: the position of its newest commit. A replica that has reached the position of the primary has all commits up to
// there. One file of statements per kind of replication.

import type { Adapter } from '../adapters/adapter';
import type { Statement, Steps } from '../database';

/** What one server says about itself. */
export interface ServerState {
  /** Equal for all servers with the same data; null: not known yet. */
  readonly cluster: string | null;
  /** It follows another server. */
  readonly follows: boolean;
  /** A server may do both, in a pair of servers that follow each other. */
  readonly takesWrites: boolean;
  readonly position: Position;
  /** The farthest position that one of its replicas can have. */
  readonly farthest: Position;
  /** What makes its position useless; null: nothing. */
  readonly flaw: string | null;
}

/** Grows with each commit. */
export type Position = bigint;

export interface Positions {
  /** The newest commit that a client may have seen. */
  newest(primary: Adapter): Promise<Position>;
  /** The commits that a read of the replica sees. */
  reached(replica: Adapter): Promise<Position>;
  state(server: Adapter): Promise<ServerState>;
}

/** The values of one row, as text. */
export async function askOne(adapter: Adapter, statement: Statement): Promise<readonly string[]> {
  function* steps(): Steps<readonly string[]> {
    const [rows = []] = yield [{ statement, params: [] }];
    return (rows[0] ?? []).map((value) => String(value ?? ''));
  }
  return adapter.read(steps, { slow: false, single: true, control: null });
}

/** Beside the statements of requests: no counter shows it. */
export const background = (name: string, sql: string): Statement => ({ name, sql, isBackground: true });
