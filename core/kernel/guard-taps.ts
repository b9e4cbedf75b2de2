// Every tap carries the name of a loaded plugin (or `core`), which is what `describe` prints; an error inside a tap is marked
// with that name, which is what the log prints.
import type { FullTap, Tap } from 'tapable';
import { AppError } from '../errors/app-error';
import { blame } from '../errors/culprit';
import { isThenable } from '../http/thenable';

interface AnyHook {
  readonly taps: readonly FullTap[];
  isUsed(): boolean;
  intercept(interceptor: { register: (tap: FullTap) => FullTap }): void;
}

export interface HookTaps {
  readonly hook: string;
  readonly plugins: readonly string[];
}

/** `mayTap` is asked at each tap: plugins are known only while they load. */
export function guardTaps(hooks: object, mayTap: (name: string) => boolean): void {
  for (const [path, hook] of eachHook(hooks)) {
    // tapable counts the interceptor as use; what matters is whether somebody taps.
    hook.isUsed = () => hook.taps.length > 0;
    hook.intercept({
      register(tap) {
        if (!mayTap(tap.name))
          throw new Error(
            `A tap of ${path} is named "${tap.name}", which is no loaded plugin; a tap carries its plugin's name`,
          );
        return { ...tap, fn: watched(tap, path) };
      },
    });
  }
}

export function describeTaps(hooks: object): HookTaps[] {
  return [...eachHook(hooks)].map(([hook, { taps }]) => ({ hook, plugins: taps.map((tap) => tap.name) }));
}

function* eachHook(hooks: object, prefix = ''): Generator<[string, AnyHook]> {
  for (const [name, value] of Object.entries(hooks)) {
    if (isHook(value)) yield [prefix + name, value];
    else yield* eachHook(value, `${prefix}${name}.`);
  }
}

const isHook = (value: unknown): value is AnyHook =>
  typeof value === 'object' && value !== null && 'intercept' in value && 'taps' in value;

function watched({ name, type, fn }: FullTap & Tap, path: string): FullTap['fn'] {
  const mark = (error: unknown): unknown => {
    if (!(error instanceof AppError)) blame(error, name, path);
    return error;
  };
  const tap = fn as (...args: unknown[]) => unknown;
  if (type === 'promise')
    return async (...args: unknown[]) => {
      try {
        return await tap(...args);
      } catch (error) {
        throw mark(error);
      }
    };
  if (type === 'async')
    return (...args: unknown[]) => {
      const done = args.at(-1);
      let isDone = false;
      const finish = (error: unknown, ...rest: unknown[]): unknown => {
        isDone = true;
        return typeof done === 'function' ? done(error ? mark(error) : error, ...rest) : undefined;
      };
      try {
        tap(...args.slice(0, -1), finish);
      } catch (error) {
        // It may run in a callback of the tap before it, where nobody would catch this, and the request would wait for ever.
        if (isDone) throw error;
        finish(error);
      }
    };
  const markLater = (error: unknown): never => {
    throw mark(error);
  };
  return (...args: unknown[]) => {
    try {
      const answer = tap(...args);
      return isThenable(answer) ? answer.then(undefined, markLater) : answer;
    } catch (error) {
      throw mark(error);
    }
  };
}
