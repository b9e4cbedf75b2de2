// Every tap carries the name of a loaded plugin (or `core`), which is what `describe` prints; an error inside a tap is marked
// with that name, which is what the log prints.
import type { FullTap, Tap } from 'tapable';
import { AppError } from '../errors/app-error';
import { blame } from '../errors/culprit';

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
  return (...args: unknown[]) => {
    const done = args.at(-1);
    const given =
      type === 'async' && typeof done === 'function'
        ? [
            ...args.slice(0, -1),
            (error: unknown, ...rest: unknown[]) => done(error ? mark(error) : error, ...rest),
          ]
        : args;
    try {
      return tap(...given);
    } catch (error) {
      throw mark(error);
    }
  };
}
