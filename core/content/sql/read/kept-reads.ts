// Keeps the results of reads of requests (`cache` of config/api). The key is the plan and all its values: a visibility is part of both, so
// callers who may see other content have other keys. Taps of `documents.loaded` run later, for each caller.
import type { Database, ReadControl } from '../../../database/database';
import { BytesCache } from '../../../kernel/cache/bytes-cache';
import type { Events } from '../../../kernel/observe/events';
import type { RootPlan } from '../compile/plan-types';
import type { Planned } from './plan-cache';

declare module '../../../types' {
  interface EventMap {
    /** A read of a request found its result in the cache, or not. */
    'query.answer': { readonly isKept: boolean };
  }
}

export interface KeptReadsConfig {
  /** 0: nothing is kept. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly maxAge: number;
}

interface Kept {
  readonly version: string;
  readonly at: number;
  readonly value: unknown;
  readonly length: number;
}

/** Of a string, an object and a key. */
const BYTES_PER_CHARACTER = 2;
const OVERHEAD = 200;
/** Before the digits of a bigint in a key. */
const BIGINT = '\0';

export interface KeptReads {
  /**
   * `own`: what the result depends on beside plan and values. `run` reads; `lengthOf` null: the result is not kept.
   */
  read<T>(
    planned: Planned,
    own: readonly unknown[],
    control: ReadControl | null,
    run: () => Promise<T> | T,
    lengthOf: (result: T) => number | null,
  ): Promise<T> | T;
}

export function createKeptReads(
  database: Pick<Database, 'writtenVersion'>,
  events: Events,
  { bytes, maxAge }: KeptReadsConfig,
): KeptReads | null {
  if (bytes === 0) return null;
  const cache = new BytesCache<Kept>(bytes);
  const numbers = new WeakMap<RootPlan, number>();
  let last = 0;
  const observation = events.observation('query.answer');

  function keyOf({ plan, values }: Planned, own: readonly unknown[]): string | null {
    if (!values.every(isPlain)) return null;
    let number = numbers.get(plan);
    if (number === undefined) {
      last += 1;
      number = last;
      numbers.set(plan, number);
    }
    return JSON.stringify([number, own, values], (_name, value) =>
      typeof value === 'bigint' ? `${BIGINT}${value}` : value,
    );
  }

  return {
    read(planned, own, control, run, lengthOf) {
      // Code reads what the database has now.
      if (control === null) return run();
      const key = keyOf(planned, own);
      // From before the read: a newer result may be kept for it, never an older one.
      const version =
        key === null ? null : database.writtenVersion(planned.plan.tables, control.isArriving === true);
      if (key === null || version === null) return run();
      const kept = cache.get(key);
      const isKept = kept?.version === version && performance.now() - kept.at <= maxAge;
      if (observation.isObserved) events.emit({ event: 'query.answer', isKept });
      if (kept && isKept) {
        control.hold(kept.length);
        return kept.value as ReturnType<typeof run>;
      }
      const at = performance.now();
      const keep = <R>(result: R, length: number | null): R => {
        if (length === null) cache.delete(key);
        else {
          const size = (length + key.length) * BYTES_PER_CHARACTER + OVERHEAD;
          cache.set(key, { version, at, value: result, length }, size);
        }
        return result;
      };
      const result = run();
      return result instanceof Promise
        ? result.then((it) => keep(it, lengthOf(it)))
        : keep(result, lengthOf(result));
    },
  };
}

/** Values that the text of a key tells apart. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return true;
  if (typeof value === 'string') return !value.startsWith(BIGINT);
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isPlain);
  // Pages. Other objects, such as dates, may be equal as text.
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  );
}
