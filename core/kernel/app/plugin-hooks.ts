// The hooks as one plugin taps and publishes them: `app.hooks.documents.prepare(fn)`. Groups may come while plugins register, so each
// access looks the group up.
import type { HookMap } from '../../types';
import { callable } from '../check/checks';
import type { AnyFunction } from '../errors/attribute';
import { refuseMistakes } from '../registry/refuse-mistakes';
import { activityOf, type Tapping } from './activity';
import { type AnyHook, isHook } from './attributed-taps';
import { refuseLateTap } from './closed-hooks';
import type { Hooks } from './hooks';
import { type HookGroup, isReserved, ownerOf, publish, publisherOf, tapMissing } from './published-hooks';

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

export interface HookPublisher {
  /**
   * In `register`: adds a group of hooks for other plugins. Keep the group to call its hooks:
   * `const shop = app.hooks.publish('shop', { ordered: hooks.series<[order: Order]>(['order']) })`.
   */
  publish<N extends string, G extends N extends keyof HookMap ? HookMap[N] : HookGroup>(name: N, group: G): G;
}

export type AppHooks = PluginHooks & HookPublisher;

export function pluginHooks(hooks: Hooks, plugin: string): AppHooks {
  const tapping: Tapping = { hooks, plugin, activity: activityOf(hooks) };
  const publisher: HookPublisher = {
    publish(name, group) {
      publish(hooks, ownerOf(plugin), name, group);
      return group;
    },
  };
  return tappersOf(hooks, tapping, '', publisher) as unknown as AppHooks;
}

/** `own`: members beside the hooks. */
function tappersOf(group: object, tapping: Tapping, prefix: string, own: object = {}): object {
  const made = new Map<string, unknown>(Object.entries(own));
  const memberOf = (name: string): unknown => {
    if (made.has(name)) return made.get(name);
    if (!Object.hasOwn(group, name))
      return isReserved(name) ? Reflect.get(Object.prototype, name) : missing(tapping, prefix + name);
    const member: object = Reflect.get(group, name);
    const tapper = isHook(member)
      ? tapperOf(member, tapping, prefix + name)
      : tappersOf(member, tapping, `${prefix}${name}.`);
    made.set(name, tapper);
    return tapper;
  };
  return new Proxy(Object.create(null), {
    get: (_target, name) => (typeof name === 'symbol' ? undefined : memberOf(name)),
    has: (_target, name) => Object.hasOwn(group, name) || Object.hasOwn(own, name),
    ownKeys: () => Object.keys(group),
    getOwnPropertyDescriptor: (_target, name) =>
      typeof name === 'string' && Object.hasOwn(group, name)
        ? { value: memberOf(name), enumerable: true, configurable: true }
        : undefined,
  });
}

const FUNCTION = callable();

function tapperOf(hook: AnyHook, tapping: Tapping, path: string): Tap<AnyFunction> {
  const { hooks, plugin } = tapping;
  return (fn, { stage = 0 } = {}) => {
    refuseLateTap(hooks, path, plugin);
    refuseMistakes(fn, FUNCTION, { subject: `the tap of ${path}`, plugin });
    // An interceptor of the hook reads `tapping`.
    const tap = { name: plugin, stage, tapping };
    hook.tap(tap, fn);
  };
}

/** Stands for a hook that does not exist, or for a group: `shop`, then `shop.ordered`. */
function missing(tapping: Tapping, path: string): object {
  return new Proxy(() => undefined, {
    apply: () => tapMissing(tapping.hooks, tapping.plugin, path),
    get: (_target, name) =>
      typeof name === 'symbol' || isReserved(name) ? undefined : missing(tapping, `${path}.${name}`),
  });
}

export interface HookTaps {
  readonly hook: string;
  readonly plugins: readonly string[];
  /** `the plugin "shop"`, `the module "content"`. */
  readonly publisher: string;
}

export const describeTaps = (hooks: object): HookTaps[] =>
  Object.entries(hooks).flatMap(([name, value]) =>
    tapsOf(name, value).map((taps) => ({ ...taps, publisher: publisherOf(hooks, name) })),
  );

const tapsOf = (path: string, value: object): Omit<HookTaps, 'publisher'>[] =>
  isHook(value)
    ? [{ hook: path, plugins: value.taps.map((tap) => tap.name) }]
    : Object.entries(value).flatMap(([name, member]) => tapsOf(`${path}.${name}`, member));
