// Gives each tap of a plugin the plugin's name. `quire describe` prints the name, and the log contains it when the tap throws an
// unexpected error. An interceptor of tapable replaces the function of a tap when it is added, so a call pays for no interceptor.
import type { FullTap, Hook } from 'tapable';
import { isThenable } from '../check/thenable';
import { type AnyFunction, attribute } from '../errors/attribute';
import { enclosed } from '../observe/tracer';
import { beginCall, type Tapping } from './activity';
import { isAtOnce, kindOf } from './hook-kinds';
import { tapRuleOf } from './tap-rules';

declare module '../../types' {
  interface SpanMap {
    /** One tap of a hook. */
    hook: { readonly hook: string; readonly plugin: string };
  }
}

/** A tap of a plugin. Taps of the core have no `tapping`. */
interface PluginTap extends FullTap {
  readonly tapping?: Tapping;
}

export type AnyHook = Hook<unknown[], unknown>;

export const isHook = (value: object): value is AnyHook => kindOf(value) !== undefined;

export function attributeTaps(hook: AnyHook, path: string): void {
  hook.intercept({
    register(tap: PluginTap) {
      if (tap.tapping === undefined) return tap;
      const { tapping, ...rest } = tap;
      return { ...rest, fn: ownTap(hook, path, tap.fn as AnyFunction, tapping) };
    },
  });
  // tapable counts an interceptor as a use. Nothing calls a hook without taps.
  hook.isUsed = () => hook.taps.length > 0;
}

function ownTap(hook: AnyHook, path: string, given: AnyFunction, tapping: Tapping): AnyFunction {
  const { hooks, plugin, activity } = tapping;
  const rule = tapRuleOf(hooks, path);
  const fn = rule?.adapt?.(given, tapping) ?? given;
  const label = `${path} of the plugin "${plugin}"`;
  const kind = kindOf(hook);
  const refusesPromises = kind !== undefined && isAtOnce(kind);
  const entered: AnyFunction = (...args) => {
    activity.enter(label);
    const tracer = activity.events?.tracer ?? null;
    const result = enclosed(
      tracer,
      () => ({ span: 'hook', hook: path, plugin }),
      () => fn(...args),
    );
    if (!isThenable(result)) return result;
    // A lazy thenable, such as a query builder, starts its work at each `then`.
    const settled = Promise.resolve(result);
    if (refusesPromises) {
      settled.then(undefined, () => undefined);
      throw new Error(
        `The tap of ${label} returns a promise, but the hook is synchronous. Remove the async work from the tap.`,
      );
    }
    const end = beginCall(tapping, path);
    settled.then(end, end);
    return settled;
  };
  return attribute(entered, { plugin, at: path, returns: rule?.returns, subject: `The tap of ${label}` });
}
