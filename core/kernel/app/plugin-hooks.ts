// The hooks as one plugin taps them: `app.hooks.documents.prepare(fn)`. Each tap carries the plugin's name. `quire describe`
// prints the name, and the log contains it when the tap throws an unexpected error.
import { AsyncSeriesHook, type FullTap, SyncHook, SyncWaterfallHook } from 'tapable';
import type { FollowUp, WriteAction, WriteContext } from '../../content/documents/write-action';
import { isThenable } from '../check/thenable';
import { type AnyFunction, namingErrors } from '../errors/naming-errors';
import type { RouteBuilder } from '../http/routes/route-collector';
import { refuseLateTap } from './closed-hooks';
import { type HookScopes, hookScopesOf } from './hook-scope';
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
  const tapping = { hooks, plugin, activity: activityOf(hooks), scopes: hookScopesOf(hooks) };
  return tappersOf(hooks, tapping) as unknown as PluginHooks;
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

interface Tapping {
  readonly hooks: Hooks;
  readonly plugin: string;
  readonly scopes: HookScopes;
  readonly activity: Activity;
}

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

const tappersOf = (hooks: object, tapping: Tapping, prefix = ''): object =>
  Object.fromEntries(
    Object.entries(hooks).map(([name, value]) => [
      name,
      isHook(value)
        ? tapperOf(value, tapping, prefix + name)
        : tappersOf(value, tapping, `${prefix}${name}.`),
    ]),
  );

const SYNCHRONOUS: readonly unknown[] = [SyncHook, SyncWaterfallHook];

function tapperOf(hook: AnyHook, tapping: Tapping, path: string): Tap<AnyFunction> {
  const { hooks, plugin, activity, scopes } = tapping;
  const label = `${path} of the plugin "${plugin}"`;
  const refusal = SYNCHRONOUS.includes(hook.constructor)
    ? `The tap of ${label} returns a promise, but the hook is synchronous. Remove the async work from the tap.`
    : null;
  const isSeries = hook.constructor === (AsyncSeriesHook as unknown);
  const expected = ANSWERS[path];
  const begin = (): (() => void) => beginCall(tapping, path);
  const checked = (answer: unknown): unknown => {
    if (expected === undefined || isAnswer(answer)) return answer;
    throw new Error(`The tap of ${label} returned ${wordFor(answer)}. Return ${expected}.`);
  };
  const isAnswer = path === 'request.visibility' ? isVisibility : isObjectOrAbsent;
  const isLoaded = path === 'documents.loaded';
  return (given, { stage = 0 } = {}) => {
    refuseLateTap(hooks, path, plugin);
    const fn = owningParts(given, tapping, path);
    const entered: AnyFunction = (...args) => {
      activity.enter(label);
      if (isLoaded) scopes.enter(plugin);
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
function beginCall({ plugin, activity: { pending } }: Tapping, hook: string): () => void {
  const call = { plugin, hook, since: performance.now() };
  pending.add(call);
  return () => pending.delete(call);
}

/** Functions that a tap adds run later. Their errors name the plugin too. */
function owningParts(fn: AnyFunction, tapping: Tapping, path: string): AnyFunction {
  if (path === 'documents.prepare') return owningFollowUps(fn, tapping);
  return path === 'http.route' ? (route) => fn((route as RouteBuilder).as(tapping.plugin)) : fn;
}

function owningFollowUps(fn: AnyFunction, tapping: Tapping): AnyFunction {
  const own = (followUp: FollowUp): FollowUp => {
    const { name, joins } = followUp;
    const place = `the follow-up "${name}"`;
    const named = namingErrors((context) => followUp.run(context as WriteContext), tapping.plugin, place);
    return {
      name,
      joins,
      async run(context) {
        const end = beginCall(tapping, place);
        try {
          await named(context);
        } finally {
          end();
        }
      },
    };
  };
  return (...args) => {
    const { followUps } = args[0] as WriteAction;
    // The tap may also remove follow-ups, or insert its own follow-ups at the front.
    const before = new Set(followUps);
    const claim = (): void => {
      for (const [i, each] of followUps.entries()) if (!before.has(each)) followUps[i] = own(each);
    };
    const result = fn(...args);
    if (isThenable(result)) return result.then(claim);
    claim();
    return result;
  };
}

/** The hooks whose taps answer an object, for the message about another answer. */
const ANSWERS: Readonly<Record<string, string>> = {
  'request.authenticate': 'a principal such as { kind, id, label }, or undefined',
  'request.authorize': 'a verdict such as { allowed: false, status: 403 }, or undefined',
  'request.visibility': 'a visibility, such as the given one',
  'request.error': 'a body, such as the given one',
};

const isObjectOrAbsent = (answer: unknown): boolean => typeof answer === 'object' || answer === undefined;

/** tapable keeps the visibility of before when a tap returns undefined, so that a forgotten `return` would show more. */
const isVisibility = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'scope' in answer &&
  ['canRead', 'readable', 'writable'].every((name) => typeof Reflect.get(answer, name) === 'function');

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
