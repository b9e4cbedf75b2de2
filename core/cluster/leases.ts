// Leases: one process at a time does some work. A lease is a row that is taken by compare and set. Its time is that of the database. Its
// token grows with each holder: a statement with `WHERE token = ?` in the same transaction refuses a former holder.
//   quire_leases   name       token   until
//                  nightly    12      1772360430045
import type { Database } from '../database/database';
import type { OwnTables } from '../database/models/own-tables';
import type { Observe } from './observe';

export interface Lease {
  readonly token: number;
  /** Aborts when the lease was released, was lost, or its time is over. */
  readonly signal: AbortSignal;
  /** Begins the time anew. false: the lease is lost. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

export interface Leases {
  /** null: another process, or other code of this process, has the lease. Not inside a transaction. From `boot.before` on. */
  take(name: string, seconds: number): Promise<Lease | null>;
}

/** The part of its time after which the holder itself ends a lease. */
const OWN_PART = 0.9;

export interface LeaseParts {
  readonly leases: Leases;
  /** Releases all leases of this process. */
  close(): Promise<void>;
}

export function createLeases(tables: OwnTables, database: () => Database, observe: Observe): LeaseParts {
  const held = new Set<Lease>();
  const rows = tables.define('core', {
    table: 'quire_leases',
    columns: {
      name: { kind: 'string', length: 191, notNull: true },
      token: { kind: 'integer', notNull: true },
      until: { kind: 'integer', notNull: true },
    },
    primaryKey: ['name'],
    indexes: [],
  });
  const now = () => database().dialect.now;
  const untilIn = (milliseconds: number) => rows.Model.raw(`${now()} + ${milliseconds}`);
  const isOver = () => `${database().dialect.id('until')} <= ${now()}`;

  /** The token of the new holder; null: not free. */
  async function claim(name: string, milliseconds: number): Promise<number | null> {
    const row = await rows.query().findById(name);
    if (!row) {
      const made = rows.query().insert({ name, token: 1, until: untilIn(milliseconds) as never });
      return made.then(
        () => 1,
        (error: unknown) => {
          // Another process inserted the row at the same time.
          if (database().dialect.classify(error).kind === 'duplicate') return null;
          throw error;
        },
      );
    }
    const token = row.token + 1;
    const changed = await rows
      .query()
      .where({ name, token: row.token })
      .whereRaw(isOver())
      .patch({ token, until: untilIn(milliseconds) as never });
    return changed === 1 ? token : null;
  }

  function leaseOf(name: string, token: number, milliseconds: number, since: number): Lease {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const end = (isLost: boolean): void => {
      clearTimeout(timer);
      held.delete(lease);
      if (controller.signal.aborted) return;
      if (isLost) observe({ event: 'lease.lost', name, token });
      controller.abort(new Error(`The lease "${name}" has ended.`));
    };
    // Counted from before the statement, and a part earlier: the work stops before another process may take the lease.
    const endAfter = (began: number): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => end(true),
        Math.max(0, milliseconds * OWN_PART - (performance.now() - began)),
      ).unref();
    };
    const lease: Lease = {
      token,
      signal: controller.signal,
      async renew() {
        if (controller.signal.aborted) return false;
        const began = performance.now();
        const changed = await rows
          .query()
          .where({ name, token })
          .patch({ until: untilIn(milliseconds) as never });
        if (changed === 1 && !controller.signal.aborted) endAfter(began);
        else end(true);
        return !controller.signal.aborted;
      },
      async release() {
        if (controller.signal.aborted) return;
        end(false);
        await rows.query().where({ name, token }).patch({ until: 0 });
      },
    };
    held.add(lease);
    endAfter(since);
    return lease;
  }

  return {
    leases: {
      async take(name, seconds) {
        if (database().currentTransaction())
          throw new Error(
            `Take the lease "${name}" outside of the transaction: it must be visible to other processes.`,
          );
        const milliseconds = Math.round(seconds * 1000);
        const since = performance.now();
        const token = await claim(name, milliseconds);
        return token === null ? null : leaseOf(name, token, milliseconds, since);
      },
    },
    async close() {
      await Promise.allSettled([...held].map((lease) => lease.release()));
    },
  };
}
