// One replica: its connections, and whether it is in use. A replica that is away, behind or wrong is left out until a look finds it well.

import { pause } from '../../kernel/concurrency/deadlines';
import { createSingleFlight } from '../../kernel/concurrency/single-flight';
import { AppError } from '../../kernel/errors/app-error';
import type { Adapter } from '../adapters/adapter';
import type { ReplicaStatus } from '../database';
import { reasonOf } from '../dialects/error-facts';
import type { Position, Positions, ServerState } from './positions';

export type Served<T> = { readonly value: T } | null;

export interface ReplicaParts {
  /** For messages, such as `10.0.0.2:5432`. */
  readonly address: string;
  readonly positions: Positions;
  open(): Promise<Adapter>;
  /** The status has changed, with the reason. A replica that is behind for a moment does not count. */
  changed(status: ReplicaStatus, reason: string): void;
}

/** Milliseconds between two looks at the position: the first and the longest pause. */
const [SHORT_PAUSE, LONG_PAUSE] = [1, 100];
/** Milliseconds. A replica is behind for a moment again and again. */
const LONG_BEHIND = 5_000;
/** Errors that the primary would give, too. */
const OF_THE_READ: ReadonlySet<string> = new Set(['timeout', 'cancelled', 'overflow']);

export class Replica {
  readonly address: string;
  status: ReplicaStatus = 'unknown';
  underWay = 0;
  #adapter: Adapter | null = null;
  /** Holds while no connection is opened: behind a new one may be a server that was restarted, and is less far. */
  #reached: { readonly position: Position; readonly connections: number } = { position: 0n, connections: -1 };
  #catchesUp = false;
  #since = 0;
  #told: ReplicaStatus = 'unknown';
  #isClosed = false;
  readonly #looks = createSingleFlight<number, Position>();

  constructor(private readonly parts: ReplicaParts) {
    this.address = parts.address;
  }

  /** Runs a read on a replica that has the commits up to the position. null: it has not, or it failed. */
  async serve<T>(
    position: Position,
    patience: number,
    read: (adapter: Adapter) => Promise<T> | T,
  ): Promise<Served<T>> {
    const adapter = this.#adapter;
    if (adapter === null) return null;
    this.underWay += 1;
    try {
      // Once more when the read has opened a connection: nothing is known of the server behind it.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        if (!(await this.#reaches(adapter, position, patience))) {
          this.#waitUntil(adapter, position);
          return null;
        }
        const { opened } = adapter.counters;
        const value = await read(adapter);
        if (adapter.counters.opened === opened && this.#reached.connections === opened) return { value };
      }
      return null;
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { kind } = adapter.dialect.classify(error);
      if (OF_THE_READ.has(kind)) throw error;
      if (kind === 'unavailable') this.#become('away', reasonOf(error));
      return null;
    } finally {
      this.underWay -= 1;
    }
  }

  /** Connects if it must, and compares the replica with its primary. `primary` null: it does not answer. Never rejects. */
  async examine(primary: () => Promise<ServerState | null>, patience: number): Promise<void> {
    try {
      this.#adapter ??= await this.parts.open();
      if (this.#isClosed) return this.close();
      const adapter = this.#adapter;
      const own = await this.parts.positions.state(adapter);
      const main = await primary();
      if (main === null) return;
      const fault = faultOf(own, main);
      if (fault !== null) return this.#become(fault.status, fault.reason);
      if (this.#catchesUp) return this.#tellLong();
      if (await this.#reaches(adapter, main.position, patience)) this.#become('used', '');
      else this.#waitUntil(adapter, main.position);
    } catch (error) {
      this.#become('away', reasonOf(error));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const adapter = this.#adapter;
    this.#adapter = null;
    await adapter?.close();
  }

  async #reaches(adapter: Adapter, position: Position, patience: number): Promise<boolean> {
    const until = performance.now() + patience;
    for (let wait = SHORT_PAUSE; ; wait = Math.min(wait * 2, LONG_PAUSE)) {
      const { opened } = adapter.counters;
      if (this.#reached.connections === opened && this.#reached.position >= position) return true;
      // A look that began before may answer: what it saw stays.
      const seen = await this.#looks.run(opened, () => this.parts.positions.reached(adapter));
      if (adapter.counters.opened === opened) this.#reached = { position: seen, connections: opened };
      else continue;
      if (seen >= position) return true;
      if (this.#isClosed || performance.now() > until) return false;
      await pause(wait);
    }
  }

  /** Left out until it has the commits up to the position. */
  #waitUntil(adapter: Adapter, position: Position): void {
    if (this.#catchesUp) return;
    this.#catchesUp = true;
    if (this.status !== 'behind') this.#become('behind', '');
    this.#reaches(adapter, position, Number.POSITIVE_INFINITY)
      .then(
        (isReached) => {
          if (isReached && this.status === 'behind') this.#become('used', '');
        },
        (error: unknown) => this.#become('away', reasonOf(error)),
      )
      .finally(() => {
        this.#catchesUp = false;
      });
  }

  #become(status: ReplicaStatus, reason: string): void {
    if (this.#isClosed || status === this.status) return;
    this.status = status;
    this.#since = performance.now();
    if (status !== 'behind') this.#tell(reason);
  }

  #tellLong(): void {
    if (performance.now() - this.#since > LONG_BEHIND) this.#tell('');
  }

  #tell(reason: string): void {
    if (this.#told === this.status) return;
    this.#told = this.status;
    this.parts.changed(this.status, reason);
  }
}

interface Fault {
  readonly status: 'wrong' | 'primary';
  readonly reason: string;
}

const wrong = (reason: string): Fault => ({ status: 'wrong', reason });

/** What makes the replica unfit; null: nothing. `own` is older than `main`. */
function faultOf(own: ServerState, main: ServerState): Fault | null {
  if (own.cluster !== main.cluster)
    return wrong(
      'it belongs to another cluster than the server of database.host; name a replica of that server',
    );
  if (main.follows)
    return wrong('the server of database.host is a replica itself; name the primary in database.host');
  // After a failover, all servers of a cluster may stand in the list.
  if (!own.follows) return { status: 'primary', reason: 'it takes writes itself' };
  if (own.position > main.position)
    return wrong(
      'it is ahead of the server of database.host, which has lost commits; make the replica again from that server',
    );
  return null;
}
