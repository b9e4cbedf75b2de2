// Values that other processes may change: roles, tokens, settings. Each process keeps them in memory. A change in one process tells the
// others over the bus. `maxAge` is the bound when no message arrives: then the value is read from the database again.
import type { Tx } from '../database/database';
import { createSingleFlight } from '../kernel/concurrency/single-flight';
import type { Bus, JsonValue } from './bus';
import type { Observe } from './observe';

export interface SharedOptions<T> {
  load(): Promise<T>;
  /** Milliseconds until a value is old. 0: nothing is kept. */
  readonly maxAge: number;
  /** Reads the value again when it is old or was changed elsewhere, without a request for it. */
  readonly watch?: boolean;
}

export interface SharedValue<T> {
  /** The kept value; undefined: none, or it is old. */
  known(): T | undefined;
  /** The value that was read last, even if it is old. */
  latest(): T | undefined;
  /** Reads the value now. Calls at the same time share one read. Inside a transaction, others get the value after its commit. */
  read(): Promise<T>;
  /** Of a change: every process forgets the value. With `tx` after its commit. */
  forget(tx?: Tx): void;
  /** The new value; the other processes read it. */
  replace(value: T): void;
}

type Key = string | number;

export interface SharedByKeyOptions<K extends Key, T> {
  load(key: K): Promise<T>;
  readonly maxAge: number;
  /** Above this number of values all are forgotten. */
  readonly most: number;
  /** Values of another kind, such as unknown tokens, have a map of their own: they never displace these. */
  isSpare?(value: T): boolean;
}

export interface SharedByKey<K extends Key, T> {
  known(key: K): T | undefined;
  read(key: K): Promise<T>;
  /** Without a key: all. */
  forget(key?: K, tx?: Tx): void;
}

export interface SharedValues {
  /** Names are the same in all processes, and unique: `shop prices`. */
  value<T>(name: string, options: SharedOptions<T>): SharedValue<T>;
  byKey<K extends Key, T>(name: string, options: SharedByKeyOptions<K, T>): SharedByKey<K, T>;
}

export interface SharedParts {
  readonly shared: SharedValues;
  /** Begins and ends the watch of values. */
  open(): void;
  close(): void;
}

interface Kept<T> {
  readonly value: T;
  readonly until: number;
}

/** `transaction` returns the transaction of the calling code. A read in it sees rows that may be rolled back. */
export function createShared(bus: Bus, observe: Observe, transaction: () => Tx | undefined): SharedParts {
  const names = new Set<string>();
  const watches: { readonly maxAge: number; refresh(): void }[] = [];
  const timers: NodeJS.Timeout[] = [];

  /** `forgetHere` runs for changes of this process, those of others, and when messages may be missing. */
  function connect(name: string, forgetHere: (key: JsonValue) => void): (key: JsonValue, tx?: Tx) => void {
    if (names.has(name)) throw new Error(`The shared value "${name}" exists already; use another name.`);
    names.add(name);
    const topic = `shared ${name}`;
    bus.subscribe(topic, forgetHere);
    bus.onGap(() => forgetHere(null));
    return (key, tx) => bus.publish(topic, key, tx);
  }

  function value<T>(name: string, { load, maxAge, watch = false }: SharedOptions<T>): SharedValue<T> {
    let kept: T | undefined;
    let until = 0;
    /** Incremented by each change: a read that began before it is not kept. */
    let generation = 0;
    const flight = createSingleFlight<null, T>();
    let replacing = false;
    let hasFailed = false;

    function keep(value: T, end: number): void {
      kept = value;
      until = end;
    }
    async function readStored(): Promise<T> {
      for (;;) {
        const before = generation;
        const found = await load();
        if (before !== generation) continue;
        keep(found, Date.now() + maxAge);
        return found;
      }
    }
    async function readIn(tx: Tx): Promise<T> {
      const before = generation;
      const found = await load();
      const end = Date.now() + maxAge;
      tx.afterCommit(() => {
        if (before === generation) keep(found, end);
      });
      return found;
    }
    const read = (): Promise<T> => {
      const tx = transaction();
      return tx ? readIn(tx) : flight.run(null, readStored);
    };
    const refresh = (): void => {
      read().then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          if (!hasFailed) observe({ event: 'shared.failed', name, error });
          hasFailed = true;
        },
      );
    };
    const tell = connect(name, () => {
      if (replacing) return;
      generation += 1;
      until = 0;
      if (watch && timers.length > 0) refresh();
    });
    if (watch) watches.push({ maxAge, refresh });
    return {
      known: () => (until > Date.now() ? kept : undefined),
      latest: () => kept,
      read,
      forget: (tx) => tell(null, tx),
      replace(given) {
        generation += 1;
        keep(given, Date.now() + maxAge);
        replacing = true;
        try {
          tell(null);
        } finally {
          replacing = false;
        }
      },
    };
  }

  function byKey<K extends Key, T>(
    name: string,
    { load, maxAge, most, isSpare = () => false }: SharedByKeyOptions<K, T>,
  ): SharedByKey<K, T> {
    const main = new Map<K, Kept<T>>();
    const spare = new Map<K, Kept<T>>();
    const flight = createSingleFlight<K, T>();
    let generation = 0;

    async function readStored(key: K, tx?: Tx): Promise<T> {
      const before = generation;
      const value = await load(key);
      const until = Date.now() + maxAge;
      const keep = (): void => {
        if (maxAge === 0 || before !== generation) return;
        const map = isSpare(value) ? spare : main;
        if (map.size >= most) map.clear();
        map.set(key, { value, until });
      };
      if (tx) tx.afterCommit(keep);
      else keep();
      return value;
    }
    const tell = connect(name, (key) => {
      generation += 1;
      if (key === null) {
        main.clear();
        spare.clear();
        flight.forget();
      } else {
        main.delete(key as K);
        spare.delete(key as K);
        flight.forget(key as K);
      }
    });
    return {
      known(key) {
        const kept = main.get(key) ?? spare.get(key);
        if (kept === undefined) return undefined;
        if (kept.until > Date.now()) return kept.value;
        main.delete(key);
        spare.delete(key);
        return undefined;
      },
      read(key) {
        const tx = transaction();
        return tx ? readStored(key, tx) : flight.run(key, () => readStored(key));
      },
      forget: (key, tx) => tell(key ?? null, tx),
    };
  }

  return {
    shared: { value, byKey },
    open() {
      for (const { maxAge, refresh } of watches) timers.push(setInterval(refresh, maxAge).unref());
    },
    close() {
      for (const timer of timers.splice(0)) clearInterval(timer);
    },
  };
}
