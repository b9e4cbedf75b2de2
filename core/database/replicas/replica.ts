// One replica: its connections, and whether it is in use. A replica that is away, behind or wrong is left out until a look finds it well.

import { pause } from '../../kernel/concurrency/deadlines';
import { createSingleFlight } from '../../kernel/concurrency/single-flight';
import { AppError } from '../../kernel/errors/app-error';
import type { Adapter } from '../adapters/adapter';
import type { ReplicaStatus } from '../database';
import { reasonOf } from '../dialects/error-facts';
import { inTime, limitOf, NoAnswer } from './in-time';
import type { Position, Positions, ServerState } from './positions';

export type Served<T> = { readonly value: T } | null;

/** Looks have a connection of their own: they say whether the server answers, also while reads hold all others. */
export type ReplicaUse = 'reads' | 'looks';

interface Server {
  readonly reads: Adapter;
  readonly looks: Adapter;
}

/** Holds while no connection is opened: behind a new one may be a server that was restarted, and is less far. */
interface Reached {
  readonly position: Position;
  /** How many connections were opened, of each use. */
  readonly reads: number;
  readonly looks: number;
}

export interface ReplicaParts {
  /** For messages, such as `10.0.0.2:5432`. */
  readonly address: string;
  readonly positions: Positions;
  /** Milliseconds that a read waits for a replica that is behind. */
  readonly patience: number;
  open(use: ReplicaUse): Promise<Adapter>;
  /** The status has changed, with the reason. A replica that is behind for a moment does not count. */
  changed(status: ReplicaStatus, reason: string): void;
}

/** Milliseconds between two looks at the position: the first and the longest pause. */
const [SHORT_PAUSE, LONG_PAUSE] = [1, 100];
/** Milliseconds. A replica is behind for a moment again and again. */
const LONG_BEHIND = 5_000;
/** Errors that the primary would give, too. */
const OF_THE_READ: ReadonlySet<string> = new Set(['timeout', 'cancelled', 'overflow']);

const NOTHING: Reached = { position: 0n, reads: -1, looks: -1 };

const isOf = ({ reads, looks }: Reached, server: Server): boolean =>
  reads === server.reads.counters.opened && looks === server.looks.counters.opened;

function cut({ reads, looks }: Server): void {
  reads.cut?.();
  looks.cut?.();
}

export class Replica {
  readonly address: string;
  status: ReplicaStatus = 'unknown';
  underWay = 0;
  #server: Server | null = null;
  #reached: Reached = NOTHING;
  #catchesUp = false;
  #since = 0;
  #told: ReplicaStatus = 'unknown';
  #isClosed = false;
  readonly #looks = createSingleFlight<number, Position>();

  constructor(private readonly parts: ReplicaParts) {
    this.address = parts.address;
  }

  /** Runs a read on a replica that has the commits up to the position. null: it has not, or it failed. */
  async serve<T>(position: Position, read: (adapter: Adapter) => Promise<T> | T): Promise<Served<T>> {
    const server = this.#server;
    if (server === null) return null;
    this.underWay += 1;
    try {
      // Once more when the server may have been restarted meanwhile: then it may be less far.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const known = await this.#reaches(server, position, this.parts.patience);
        if (known === null) {
          this.#waitUntil(server, position);
          return null;
        }
        const value = await read(server.reads);
        if (await this.#isSame(server, known)) return { value };
      }
      return null;
    } catch (error) {
      // Its connections were closed under the read.
      if (this.#server !== server) return null;
      if (error instanceof AppError) {
        if (error.code === 'SERVER_BUSY') return null;
        throw error;
      }
      const { kind } = server.reads.dialect.classify(error);
      if (OF_THE_READ.has(kind)) throw error;
      if (kind === 'unavailable') this.#become('away', reasonOf(error));
      return null;
    } finally {
      this.underWay -= 1;
    }
  }

  /** Connects if it must, and compares the replica with its primary. `primary` null: it does not answer. Never rejects. */
  async examine(primary: () => Promise<ServerState | null>): Promise<void> {
    try {
      this.#server ??= await this.#connect();
      if (this.#isClosed) return this.close();
      const server = this.#server;
      const own = await this.#ask(server, this.parts.positions.state);
      const main = await primary();
      if (main === null || this.#server !== server) return;
      const fault = faultOf(own, main);
      if (fault !== null) return this.#become(fault.status, fault.reason);
      // Whose replica it is, the next look may tell.
      if (own.cluster === null) return this.#become('behind', '');
      if (this.#catchesUp) return this.#tellLong();
      if (await this.#reaches(server, main.position, this.parts.patience)) this.#become('used', '');
      else this.#waitUntil(server, main.position);
    } catch (error) {
      this.#become('away', reasonOf(error));
    }
  }

  /** Waits for the reads that run, but not for a server that is silent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    await inTime(this.#limit, Promise.all([server.reads.close(), server.looks.close()])).catch(
      () => undefined,
    );
    cut(server);
  }

  get #limit(): number {
    return limitOf(this.parts.patience);
  }

  async #connect(): Promise<Server> {
    const looks = await this.parts.open('looks');
    try {
      return { looks, reads: await this.parts.open('reads') };
    } catch (error) {
      await looks.close();
      throw error;
    }
  }

  /** A server that is silent loses its connections, so that the reads on them end, too. */
  async #ask<T>(server: Server, question: (adapter: Adapter) => Promise<T>): Promise<T> {
    try {
      return await inTime(this.#limit, question(server.looks));
    } catch (error) {
      if (error instanceof NoAnswer && this.#server === server) {
        this.#server = null;
        this.#reached = NOTHING;
        cut(server);
        this.#become('away', error.message);
      }
      throw error;
    }
  }

  /** What it has reached, when that is at least the position; null: it has not after `patience` milliseconds. */
  async #reaches(server: Server, position: Position, patience: number): Promise<Reached | null> {
    const until = performance.now() + patience;
    for (let wait = SHORT_PAUSE; ; wait = Math.min(wait * 2, LONG_PAUSE)) {
      const known = this.#reached;
      if (isOf(known, server) && known.position >= position) return known;
      const seen = await this.#look(server);
      if (seen !== null && seen.position >= position) return seen;
      if (this.#isClosed || performance.now() > until) return null;
      if (seen !== null) await pause(wait);
    }
  }

  /** null: a connection was opened meanwhile, so a look now may see less. */
  async #look(server: Server): Promise<Reached | null> {
    const [reads, looks] = [server.reads.counters.opened, server.looks.counters.opened];
    // A look that began before may answer: what it saw stays.
    const position = await this.#looks.run(reads, () => this.#ask(server, this.parts.positions.reached));
    const seen = { position, reads, looks };
    if (!isOf(seen, server)) return null;
    this.#reached = seen;
    return seen;
  }

  /** The connection for looks has stayed since before the connections of a read were opened. So the server was not restarted. */
  async #isSame(server: Server, known: Reached): Promise<boolean> {
    if (server.reads.counters.opened === known.reads) return true;
    await this.#look(server);
    return server.looks.counters.opened === known.looks;
  }

  /** Left out until it has the commits up to the position. */
  #waitUntil(server: Server, position: Position): void {
    if (this.#catchesUp) return;
    this.#catchesUp = true;
    if (this.status !== 'behind') this.#become('behind', '');
    this.#reaches(server, position, Number.POSITIVE_INFINITY)
      .then(
        (reached) => {
          if (reached !== null && this.status === 'behind') this.#become('used', '');
        },
        (error: unknown) => {
          if (this.#server === server) this.#become('away', reasonOf(error));
        },
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
  if (main.flaw !== null) return wrong(main.flaw);
  if (isOther(own, main))
    return wrong(
      'it belongs to another cluster than the server of database.host; name a replica of that server',
    );
  if (!main.takesWrites)
    return wrong('the server of database.host is a replica itself; name the primary in database.host');
  // After a failover, all servers of a cluster may stand in the list.
  if (!own.follows) return { status: 'primary', reason: 'it takes writes itself' };
  if (own.position > main.farthest)
    return wrong(
      'it is ahead of the server of database.host, which has lost commits; make the replica again from that server',
    );
  return null;
}

/** A replica of `main` that has all commits has the name of its cluster, too. */
function isOther(own: ServerState, main: ServerState): boolean {
  if (own.cluster !== null && main.cluster !== null) return own.cluster !== main.cluster;
  return main.cluster !== null && own.position >= main.position;
}
