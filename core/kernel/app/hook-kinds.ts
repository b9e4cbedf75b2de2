// The kinds of hooks, over tapable. Modules and plugins make their hooks here, so that all of them name the plugins of their taps.
import { type ArgumentNames, type AsArray, AsyncSeriesHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { AnyFunction } from '../errors/attribute';
import { type CompileOptions, EveryTapFactory, FirstAnswerFactory, SeriesFactory } from './hook-code';
import { surrounding } from './surrounding';

type Names<A extends unknown[]> = ArgumentNames<AsArray<A>>;

function checked<N>(names: N): N {
  const list: unknown = names;
  if (!Array.isArray(list) || !list.every((name) => typeof name === 'string') || !areParameters(list))
    throw new TypeError(
      `A hook takes the names of its arguments as a list, such as hooks.series(['order']), or [] without arguments; not ${JSON.stringify(names) ?? String(names)}.`,
    );
  return names;
}

/** They become parameters of compiled code. */
function areParameters(names: readonly string[]): boolean {
  if (!names.every((name) => /^[A-Za-z_$][\w$]*$/.test(name))) return false;
  try {
    new Function(...names, '"use strict"');
    return true;
  } catch {
    return false;
  }
}

/** undefined leaves the decision to the next tap. */
export type TapResult<T> = T | undefined | PromiseLike<T | undefined>;

/** `promise(…)` calls one tap after the other. Taps may return a promise. The first error ends the call. */
export class SeriesHook<A extends unknown[]> extends AsyncSeriesHook<A> {
  constructor(names: Names<A>) {
    super(checked(names));
    setKind(this, 'series', (options) => new SeriesFactory().compile(options));
  }
}

/**
 * `call(…)` returns the first answer that is not undefined. The result is a promise only when a tap returned one: write
 * `await hook.call(…)`.
 */
export class FirstAnswerHook<A extends unknown[], T> extends SyncHook<A, TapResult<T>> {
  constructor(names: Names<A>) {
    super(checked(names));
    setKind(this, 'firstAnswer', (options) => new FirstAnswerFactory().compile(options));
  }
}

/** `promise(…)` calls one tap after the other, also after a tap that fails. */
export class EveryTapHook<A extends unknown[]> extends AsyncSeriesHook<A> {
  /** Receives the error of a tap. Absent: it is logged. */
  failed: ((error: unknown, args: A) => void) | null = null;

  constructor(names: Names<A>) {
    super(checked(names));
    setKind(this, 'everyTap', (options) => new EveryTapFactory(true).compile(options, failure(this)));
  }
}

/** `call(…)` calls every tap at once, also after a tap that fails. */
export class EveryTapSyncHook<A extends unknown[]> extends SyncHook<A> {
  /** Receives the error of a tap. Absent: it is logged. */
  failed: ((error: unknown, args: A) => void) | null = null;

  constructor(names: Names<A>) {
    super(checked(names));
    setKind(this, 'everyTapSync', (options) => new EveryTapFactory(false).compile(options, failure(this)));
  }
}

/**
 * `call(…, work)`: each tap surrounds the next one, and the last one surrounds `work`. A tap gets the arguments and `next`, which runs the
 * rest and resolves to its result.
 */
export class AroundHook<A extends unknown[], R> extends SyncHook<[...A, () => Promise<R>], Promise<R>> {
  constructor(names: Names<A>) {
    super([...checked(names), 'next'] as never);
    setKind(this, 'around', surrounding);
  }
}

/** Makes hooks: `hooks.series<[order: Order]>(['order'])`. The names of the arguments are for the compiled code. */
export const hooks = {
  /** Taps run at once, and must not return a promise. */
  sync<A extends unknown[]>(names: Names<A>): SyncHook<A> {
    return setKind(new SyncHook<A>(checked(names)), 'sync');
  },
  /** Like `sync`; each tap gets the value that the tap before it returned. */
  waterfall<A extends unknown[]>(names: Names<A>): SyncWaterfallHook<A> {
    return setKind(new SyncWaterfallHook<A>(checked(names)), 'waterfall');
  },
  series: <A extends unknown[]>(names: Names<A>) => new SeriesHook<A>(names),
  firstAnswer: <A extends unknown[], T>(names: Names<A>) => new FirstAnswerHook<A, T>(names),
  everyTap: <A extends unknown[]>(names: Names<A>) => new EveryTapHook<A>(names),
  everyTapSync: <A extends unknown[]>(names: Names<A>) => new EveryTapSyncHook<A>(names),
  around: <A extends unknown[], R>(names: Names<A>) => new AroundHook<A, R>(names),
} as const;

type Kind = keyof typeof hooks;

const kinds = new WeakMap<object, Kind>();

/** undefined: not a hook of `hooks`. */
export const kindOf = (value: object): Kind | undefined => kinds.get(value);

const AT_ONCE: readonly Kind[] = ['sync', 'waterfall', 'everyTapSync'];

/** Must taps of the kind return no promise? */
export const isAtOnce = (kind: Kind): boolean => AT_ONCE.includes(kind);

/** A constructor of tapable returns an object of another class, so the kind is set on the object. */
function setKind<H extends object>(
  hook: H,
  kind: Kind,
  compile?: (options: CompileOptions) => AnyFunction,
): H {
  kinds.set(hook, kind);
  if (compile === undefined) return hook;
  return Object.assign(hook, {
    compile(options: CompileOptions): AnyFunction {
      const run = compile(options);
      return options.type === 'async' ? withCallback(run as PromiseFunction) : run;
    },
  });
}

type PromiseFunction = (...args: unknown[]) => Promise<void>;

/** For `callAsync` of tapable. */
const withCallback =
  (run: PromiseFunction): AnyFunction =>
  (...args) => {
    const done = args.pop() as (error?: unknown) => void;
    run(...args).then(() => done(), done);
  };

/** A hook without a publisher has no log: there an error ends the call. */
const failure =
  <A extends unknown[]>(hook: { readonly failed: ((error: unknown, args: A) => void) | null }) =>
  (error: unknown, args: readonly unknown[]): void => {
    if (hook.failed === null) throw error;
    hook.failed(error, args as A);
  };
