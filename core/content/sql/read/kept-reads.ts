// Keeps the results of reads of requests (`cache` of config/api), in memory and in Redis. The key is the plan and all its values: a
// visibility is part of both, so callers who may see other content have other keys. Taps of `documents.loaded` run later, for each caller.
import { createHash } from 'node:crypto';
import type { KeptValues } from '../../../cluster/kept-values';
import type { Database, ReadControl } from '../../../database/database';
import { BytesCache } from '../../../kernel/cache/bytes-cache';
import type { Events } from '../../../kernel/observe/events';
import type { RootPlan } from '../compile/plan-types';
import type { KeptForm } from './kept-forms';
import type { Planned } from './plan-cache';
import { textOfPlan } from './plan-text';
import { textOfValues } from './values-text';

declare module '../../../types' {
  interface EventMap {
    /** A read of a request found its result in the cache, or not. */
    'query.answer': { readonly isKept: boolean; readonly from: 'memory' | 'redis' | 'database' };
  }
}

export interface KeptReadsConfig {
  /** 0: nothing is kept. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly maxAge: number;
  /** null: only this process keeps results. */
  readonly shared: KeptValues | null;
  /** Processes of other code or another schema have another one: they share no results. */
  readonly scope: string;
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

export interface KeptReads {
  /**
   * `own`: what the result depends on beside plan and values. `run` reads.
   */
  read<T>(
    planned: Planned,
    own: readonly unknown[],
    control: ReadControl | null,
    run: () => Promise<T> | T,
    form: KeptForm<T>,
  ): Promise<T> | T;
}

export function createKeptReads(
  database: Pick<Database, 'writtenVersion'>,
  events: Events,
  { bytes, maxAge, shared, scope }: KeptReadsConfig,
): KeptReads | null {
  if (bytes === 0) return null;
  const cache = new BytesCache<Kept>(bytes);
  const plans = new WeakMap<RootPlan, KnownPlan>();
  let last = 0;
  const observation = events.observation('query.answer');
  const found = (from: 'memory' | 'redis' | 'database'): void => {
    if (observation.isObserved) events.emit({ event: 'query.answer', isKept: from !== 'database', from });
  };

  function keyOf({ plan, values }: Planned, own: readonly unknown[]): string | null {
    const [ownText, text] = [textOfValues(own), textOfValues(values)];
    if (ownText === null || text === null) return null;
    let known = plans.get(plan);
    if (known === undefined) {
      last += 1;
      known = { number: last, text: null };
      plans.set(plan, known);
    }
    return `${known.number},${ownText}${text}`;
  }

  /** In Redis: the text of the plan in place of its number. Names of tables do not begin so. */
  function nameOf(plan: RootPlan, key: string): string {
    const known = plans.get(plan) as KnownPlan;
    known.text ??= textOfPlan(plan);
    return `=${createHash('sha256')
      .update(`${scope}\n${known.text}\n`)
      .update(key.slice(key.indexOf(',')))
      .digest('base64url')}`;
  }

  return {
    read<T>(
      planned: Planned,
      own: readonly unknown[],
      control: ReadControl | null,
      run: () => Promise<T> | T,
      form: KeptForm<T>,
    ): Promise<T> | T {
      // Code reads what the database has now.
      if (control === null) return run();
      const key = keyOf(planned, own);
      const { plan } = planned;
      // From before the read: a newer result may be kept for it, never an older one.
      const version = key === null ? null : database.writtenVersion(plan.tables, control.isArriving === true);
      if (key === null || version === null) return run();
      const kept = cache.get(key);
      if (kept?.version === version && performance.now() - kept.at <= maxAge) {
        found('memory');
        control.hold(kept.length);
        return kept.value as ReturnType<typeof run>;
      }
      const keep = (value: T, length: number | null, age: number): T => {
        if (length === null) cache.delete(key);
        else {
          const size = (length + key.length) * BYTES_PER_CHARACTER + OVERHEAD;
          cache.set(key, { version, at: performance.now() - age, value: form.keptOf(value), length }, size);
        }
        return value;
      };
      const readHere = (): ReturnType<typeof run> => {
        found('database');
        const began = performance.now();
        const result = run();
        return result instanceof Promise
          ? result.then((it) => keep(it, form.lengthOf(it), performance.now() - began))
          : keep(result, form.lengthOf(result), performance.now() - began);
      };
      if (shared === null) return readHere();
      const name = nameOf(plan, key);
      return shared.find(name, plan.tables).then(async (answer) => {
        const value = answer?.value ? form.open(answer.value.text) : null;
        if (answer?.value && value !== null) {
          found('redis');
          const length = form.lengthOf(value);
          control.hold(length ?? 0);
          return keep(value, length, Math.max(0, Date.now() - answer.value.at));
        }
        const at = Date.now();
        const result = await readHere();
        if (answer?.versions && form.lengthOf(result) !== null)
          shared.keep(name, { at, versions: answer.versions, text: form.write(result) });
        return result;
      });
    },
  };
}

interface KnownPlan {
  /** In keys of this process. */
  readonly number: number;
  /** null: not made yet. */
  text: string | null;
}
