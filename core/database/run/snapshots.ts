// Reads that last longer than one plan, from one state of the database: for answers that are sent while they are read. Each read has its own
// connection, so only a few are open at a time. None lasts longer than a transaction.

import { within } from '../../kernel/concurrency/deadlines';
import { AppError } from '../../kernel/errors/app-error';
import { coreErrors } from '../../kernel/errors/core-errors';
import type { Events } from '../../kernel/observe/events';
import type { Adapter } from '../adapters/adapter';
import { drive } from '../adapters/drive';
import type { Snapshot, Snapshots } from '../database';
import { tracedRead } from '../traced';
import type { Faults } from './faults';

export interface SnapshotSettings {
  /** Snapshots that are open at the same time. */
  readonly most: number;
  /** Milliseconds; 0: no limit. */
  readonly timeout: number;
  readonly events?: Pick<Events, 'tracer'>;
}

export function createSnapshots(
  take: Adapter['snapshot'],
  faults: Faults,
  { most, timeout, events }: SnapshotSettings,
): Snapshots | null {
  let count = 0;
  const open = async (limit: number): Promise<Snapshot> => {
    count++;
    const lease = await take().catch((error) => {
      count--;
      throw faults.translate(error);
    });
    let over: { readonly reason: unknown } | null = null;
    let isReading = false;
    let isBroken = false;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      stopWaiting?.();
      // A statement of SQLite goes on after its end.
      void lease.release(isBroken).finally(() => count--);
    };
    const end = (reason: unknown): void => {
      over ??= { reason };
      if (isReading) lease.cancel();
      else release();
    };
    const stopWaiting = limit > 0 ? within(limit, () => end(coreErrors.REQUEST_TIMEOUT([]))) : null;
    const throwIfOver = (): void => {
      if (over) throw over.reason;
    };
    const reading = async <T>(work: () => Promise<T> | T): Promise<T> => {
      throwIfOver();
      isReading = true;
      try {
        return await work();
      } catch (error) {
        throwIfOver();
        // Only the driver leaves the connection in a state that is not known.
        isBroken ||= !(error instanceof AppError);
        throw faults.translate(error);
      } finally {
        isReading = false;
        if (over) release();
      }
    };
    return {
      read: (steps) =>
        reading(() =>
          tracedRead(
            events?.tracer ?? null,
            () => steps,
            (traced) => drive(traced(), lease.connection),
          ),
        ),
      close: (reason = coreErrors.REQUEST_CLOSED()) => end(reason),
    };
  };
  if (most === 0) return null;
  return {
    get isFree() {
      return count < most;
    },
    open: (limit = timeout) => (count < most ? open(limit) : null),
  };
}
