// Leases: one process at a time does some work. A lease is a row that is taken by compare and set. Its time is that of the database. Its
// token grows with each holder: a statement with `WHERE token = ?` in the same transaction refuses a former holder.
//   quire_leases   name       token   until
//                  nightly    12      1772360430045
import type { Database, Row, Statement, Steps } from '../database';
import { LEASES } from './lease-table';

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

/** `lost` hears of leases whose time ended before their work. */
export function createLeases(
  database: () => Pick<Database, 'dialect' | 'read' | 'transaction' | 'currentTransaction'>,
  lost: (name: string, token: number) => void,
): LeaseParts {
  const held = new Set<Lease>();
  let reading: Statement | null = null;
  const now = (): string => database().dialect.now;
  const id = (name: string): string => database().dialect.id(name);

  /** The text and its parameters in a transaction of its own; the number of changed rows. */
  const change = async (text: string, params: readonly unknown[]): Promise<number> =>
    database().transaction(async (tx) => (await tx.run(text, params)).changes, {
      commits: null,
      ambient: false,
    });

  function stored(name: string): Promise<Row[]> {
    const { finish } = database().dialect;
    reading ??= {
      name: 'lease',
      sql: finish(
        `SELECT ${id('token')}, ${id('until')} - ${now()} FROM ${LEASES.table} WHERE ${id('name')} = ?`,
      ),
      isBackground: true,
    };
    const statement = reading;
    function* steps(): Steps<Row[]> {
      const [rows = []] = yield [{ statement, params: [name] }];
      return rows;
    }
    return Promise.resolve(database().read(steps, { single: true }));
  }

  /** The token of the new holder; null: not free. */
  async function claim(name: string, milliseconds: number): Promise<number | null> {
    const [row] = await stored(name);
    if (!row) {
      const columns = [id('name'), id('token'), id('until')].join(', ');
      const text = `INSERT INTO ${LEASES.table} (${columns}) VALUES (?, 1, ${now()} + ${milliseconds})`;
      return change(text, [name]).then(
        () => 1,
        (error: unknown) => {
          // Another process inserted the row at the same time.
          if (database().dialect.classify(error).kind === 'duplicate') return null;
          throw error;
        },
      );
    }
    if (Number(row[1]) > 0) return null;
    const token = Number(row[0]);
    const text = `UPDATE ${LEASES.table} SET ${id('token')} = ?, ${id('until')} = ${now()} + ${milliseconds} WHERE ${id('name')} = ? AND ${id('token')} = ? AND ${id('until')} <= ${now()}`;
    return (await change(text, [token + 1, name, token])) === 1 ? token + 1 : null;
  }

  const setUntil = (name: string, token: number, until: string): Promise<number> =>
    change(
      `UPDATE ${LEASES.table} SET ${id('until')} = ${until} WHERE ${id('name')} = ? AND ${id('token')} = ?`,
      [name, token],
    );

  function leaseOf(name: string, token: number, milliseconds: number, since: number): Lease {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const end = (isLost: boolean): void => {
      clearTimeout(timer);
      held.delete(lease);
      if (controller.signal.aborted) return;
      if (isLost) lost(name, token);
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
        const changed = await setUntil(name, token, `${now()} + ${milliseconds}`);
        if (changed === 1 && !controller.signal.aborted) endAfter(began);
        else end(true);
        return !controller.signal.aborted;
      },
      async release() {
        if (controller.signal.aborted) return;
        end(false);
        await setUntil(name, token, '0');
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
