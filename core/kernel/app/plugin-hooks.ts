// The hooks as one plugin taps them: `app.hooks.documents.prepare(fn)`. Each tap carries the plugin's name. `quire describe`
// prints the name, and the log contains it when the tap throws an unexpected error.
import { AsyncSeriesHook, type FullTap, SyncHook, SyncWaterfallHook } from 'tapable';
import { isThenable } from '../check/thenable';
import { type AnyFunction, namingErrors } from '../errors/naming-errors';
import type { RouteBuilder } from '../http/routes/route-collector';
import { refuseLateTap } from './closed-hooks';
import type { Hooks } from './hooks';

export interface TapOptions {
  /** Taps run in the order of their stages, and within a stage in the order of the plugins. 0 when absent. */
  readonly stage?: number;
}

type Tap<F> = (fn: F, options?: TapOptions) => void;

/** A tap of an asynchronous hook may return a promise; a tap of a synchronous hook may not. */
export type PluginHooks<H = Hooks> = {
  readonly [K in keyof H]: H[K] extends { tapAsync: unknown; promise(...args: infer A): Promise<infer R> }
    ? Tap<(...args: A) => R | undefined | PromiseLike<R | undefined>>
    : H[K] extends { call(...args: infer A): infer R }
      ? Tap<(...args: A) => R>
      : PluginHooks<H[K]>;
};

interface AnyHook {
  readonly taps: readonly FullTap[];
  tap(tap: { readonly name: string } & TapOptions, fn: AnyFunction): void;
  tapAsync?(tap: { readonly name: string } & TapOptions, fn: AnyFunction): void;
}

export function pluginHooks(hooks: Hooks, plugin: string): PluginHooks {
  const rules = rulesOf.get(hooks) ?? KERNEL_TAPS;
  return tappersOf(hooks, { hooks, plugin, activity: activityOf(hooks), rules }) as unknown as PluginHooks;
}

const rulesOf = new WeakMap<object, TapRules>();

/** Rules of modules, beside those of the kernel. */
export function addTapRules(hooks: Hooks, rules: TapRules): void {
  rulesOf.set(hooks, { ...(rulesOf.get(hooks) ?? KERNEL_TAPS), ...rules });
}

interface RuledTapping extends Tapping {
  readonly rules: TapRules;
}

/** A call of a tap whose promise has not settled. */
export interface PendingTap {
  readonly plugin: string;
  readonly hook: string;
  /** `performance.now()` at the call. */
  readonly since: number;
}

/** The running code of plugins, for messages about code that waits or blocks. */
export interface Activity {
  readonly pending: Set<PendingTap>;
  /** `documents.validate of the plugin "audit"` starts to run. */
  enter(label: string): void;
  /** The code that started last, newest first. */
  recent(): readonly string[];
}

const activities = new WeakMap<object, Activity>();

export function activityOf(hooks: Hooks): Activity {
  const activity = activities.get(hooks) ?? createActivity();
  activities.set(hooks, activity);
  return activity;
}

function createActivity(): Activity {
  const labels = ['', '', '', ''];
  let at = 0;
  return {
    pending: new Set(),
    enter(label) {
      at = (at + 1) & 3;
      labels[at] = label;
    },
    recent: () => [0, 3, 2, 1].map((back) => labels[(at + back) & 3] ?? '').filter((label) => label !== ''),
  };
}

export const pendingTapsOf = (hooks: Hooks): readonly PendingTap[] => [...activityOf(hooks).pending];

export interface Tapping {
  readonly hooks: Hooks;
  readonly plugin: string;
  readonly activity: Activity;
}

export interface TapRule {
  /** Functions that a tap adds run later: gives them the name of the plugin, too. */
  adapt?(fn: AnyFunction, tapping: Tapping): AnyFunction;
  /** The object that taps answer, for the message about another answer. */
  readonly answers?: string;
  /** Absent: an object, or undefined. */
  accepts?(answer: unknown): boolean;
}

/** By path: `documents.prepare`. */
export type TapRules = Readonly<Record<string, TapRule>>;

export interface HookTaps {
  readonly hook: string;
  readonly plugins: readonly string[];
}

export const describeTaps = (hooks: object, prefix = ''): HookTaps[] =>
  Object.entries(hooks).flatMap(([name, value]) =>
    isHook(value)
      ? [{ hook: prefix + name, plugins: value.taps.map((tap) => tap.name) }]
      : describeTaps(value, `${prefix}${name}.`),
  );

const tappersOf = (hooks: object, tapping: RuledTapping, prefix = ''): object =>
  Object.fromEntries(
    Object.entries(hooks).map(([name, value]) => [
      name,
      isHook(value)
        ? tapperOf(value, tapping, prefix + name)
        : tappersOf(value, tapping, `${prefix}${name}.`),
    ]),
  );

const SYNCHRONOUS: readonly unknown[] = [SyncHook, SyncWaterfallHook];

function tapperOf(hook: AnyHook, tapping: RuledTapping, path: string): Tap<AnyFunction> {
  const { hooks, plugin, activity, rules } = tapping;
  const rule = rules[path];
  const label = `${path} of the plugin "${plugin}"`;
  const refusal = SYNCHRONOUS.includes(hook.constructor)
    ? `The tap of ${label} returns a promise, but the hook is synchronous. Remove the async work from the tap.`
    : null;
  const isSeries = hook.constructor === (AsyncSeriesHook as unknown);
  const expected = rule?.answers;
  const begin = (): (() => void) => beginCall(tapping, path);
  const checked = (answer: unknown): unknown => {
    if (expected === undefined || isAnswer(answer)) return answer;
    throw new Error(`The tap of ${label} returned ${wordFor(answer)}. Return ${expected}.`);
  };
  const isAnswer = rule?.accepts ?? isObjectOrAbsent;
  return (given, { stage = 0 } = {}) => {
    refuseLateTap(hooks, path, plugin);
    const fn = rule?.adapt?.(given, tapping) ?? given;
    const entered: AnyFunction = (...args) => {
      activity.enter(label);
      const result = fn(...args);
      if (!isThenable(result)) return checked(result);
      // A lazy thenable, such as a query builder, starts its work at each `then`.
      const settled = Promise.resolve(result);
      if (refusal !== null) {
        settled.then(undefined, () => undefined);
        throw new Error(refusal);
      }
      // The callback of a series ends its call.
      if (isSeries) return settled;
      const end = begin();
      settled.then(end, end);
      return settled.then(checked);
    };
    const named = namingErrors(entered, plugin, path);
    if (!isSeries) return hook.tap({ name: plugin, stage }, named);
    hook.tapAsync?.({ name: plugin, stage }, withCallback(named, begin));
  };
}

/** Returns a function that ends the call. */
export function beginCall({ plugin, activity: { pending } }: Tapping, hook: string): () => void {
  const call = { plugin, hook, since: performance.now() };
  pending.add(call);
  return () => pending.delete(call);
}

/** tapable keeps the visibility of before when a tap returns undefined, so that a forgotten `return` would show more. */
const isVisibility = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'scope' in answer &&
  ['canRead', 'readable', 'writable'].every((name) => typeof Reflect.get(answer, name) === 'function');

/** The rules of the kernel's own hooks. */
export const KERNEL_TAPS: TapRules = {
  'http.route': {
    adapt:
      (fn, { plugin }) =>
      (route) =>
        fn((route as RouteBuilder).as(plugin)),
  },
  'request.authenticate': { answers: 'a principal such as { kind, id, label }, or undefined' },
  'request.authorize': { answers: 'a verdict such as { allowed: false, status: 403 }, or undefined' },
  'request.visibility': { answers: 'a visibility, such as the given one', accepts: isVisibility },
  'request.error': { answers: 'a body, such as the given one' },
};

const isObjectOrAbsent = (answer: unknown): boolean => typeof answer === 'object' || answer === undefined;

const wordFor = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null ? 'an object that is no visibility' : String(answer);

const isHook = (value: unknown): value is AnyHook =>
  typeof value === 'object' && value !== null && 'intercept' in value && 'taps' in value;

/** tapable waits for a callback, so that a function which answers at once costs no promise. */
const withCallback =
  (fn: AnyFunction, begin: () => () => void): AnyFunction =>
  (...args) => {
    const done = args.pop() as (error?: unknown) => void;
    // tapable takes a falsy error for success.
    const fail = (error: unknown): void => done(error || new Error(`A tap failed with ${String(error)}`));
    let result: unknown;
    try {
      result = fn(...args);
    } catch (error) {
      return fail(error);
    }
    if (!isThenable(result)) return done();
    const end = begin();
    result.then(
      () => {
        end();
        done();
      },
      (error) => {
        end();
        fail(error);
      },
    );
  };
