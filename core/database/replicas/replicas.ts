// Reads of requests on replicas. Before a read, the primary names its newest commit, and the replica must have it. So each read sees all
// that was committed before it began, by any client and through any process. A replica that is behind for too long is left out, and the
// primary answers.
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';
import type { Events } from '../../kernel/observe/events';
import type { Adapter } from '../adapters/adapter';
import type { ReplicaHealth, ReplicaStatus } from '../database';
import { inTime, limitOf } from './in-time';
import { createLaterCalls } from './later-calls';
import type { Positions } from './positions';
import { Replica, type ReplicaUse } from './replica';

declare module '../../types' {
  interface EventMap {
    /** A replica is in use from now on, or left out. */
    'database.replica': {
      readonly address: string;
      readonly status: ReplicaStatus;
      readonly reason: string;
    };
    /** A read that a replica may answer; null: the primary answered. */
    'database.replica.read': { readonly address: string | null };
  }
}

export interface ReplicasOptions {
  readonly primary: Adapter;
  readonly positions: Positions;
  readonly events: Events;
  readonly servers: readonly { readonly address: string; open(use: ReplicaUse): Promise<Adapter> }[];
  /** Milliseconds. */
  readonly patience: number;
}

export interface Replicas {
  read<T>(read: (adapter: Adapter) => Promise<T> | T): Promise<T>;
  readonly health: readonly ReplicaHealth[];
  close(): Promise<void>;
}

/** Milliseconds between two looks at all replicas. */
const EVERY = 500;

/** Throws a StartupError if a replica can never be one. A replica that is away joins later. */
export async function openReplicas(options: ReplicasOptions): Promise<Replicas> {
  const { primary, positions, events, patience } = options;
  const observation = events.observation('database.replica.read');
  const mistakes: Mistake[] = [];
  let isStarting = true;
  const all = options.servers.map(
    ({ address, open }, index) =>
      new Replica({
        address,
        open,
        positions,
        patience,
        changed(status, reason) {
          if (isStarting && status === 'wrong')
            mistakes.push({
              where: 'config/database',
              at: `replicas[${index}]`,
              message: `${address}: ${reason}`,
            });
          events.emit({ event: 'database.replica', address, status, reason });
        },
      }),
  );
  const limit = limitOf(patience);
  const main = () => inTime(limit, positions.state(primary)).catch(() => null);
  const newest = createLaterCalls(() => positions.newest(primary));

  await Promise.all(all.map((replica) => replica.examine(main)));
  isStarting = false;
  if (mistakes.length > 0) {
    await Promise.all(all.map((replica) => replica.close()));
    throw new StartupError('A server of database.replicas cannot serve reads', mistakes);
  }
  /** One that answers late delays no other. */
  const examining = new Map<Replica, Promise<void>>();
  const timer = setInterval(() => {
    for (const replica of all)
      if (!examining.has(replica))
        examining.set(
          replica,
          replica.examine(main).finally(() => examining.delete(replica)),
        );
  }, EVERY).unref();

  /** Of those in use the one with the fewest reads; each in turn where these are equal. */
  let turn = 0;
  const choose = (): Replica | null => {
    turn = (turn + 1) % all.length;
    let best: Replica | null = null;
    for (let i = 0; i < all.length; i += 1) {
      const each = all[(turn + i) % all.length];
      if (each?.status === 'used' && (best === null || each.underWay < best.underWay)) best = each;
    }
    return best;
  };
  const told = (address: string | null): void => {
    if (observation.isObserved) events.emit({ event: 'database.replica.read', address });
  };

  return {
    async read(read) {
      const replica = choose();
      // Null: the server is away, or has become a replica itself. Its answer to the read says what is wrong.
      const position = replica && (await newest().catch(() => null));
      if (replica !== null && position !== null) {
        const served = await replica.serve(position, read);
        if (served !== null) {
          told(replica.address);
          return served.value;
        }
      }
      told(null);
      return read(primary);
    },
    get health() {
      return all.map(({ address, status }) => ({ address, status }));
    },
    async close() {
      clearInterval(timer);
      await Promise.all(all.map((replica) => replica.close()));
      await inTime(limit, Promise.all(examining.values())).catch(() => undefined);
    },
  };
}
