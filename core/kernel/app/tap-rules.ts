// What the taps of a hook get and may return, beside the rules of the kind of the hook.
import type { AnyFunction, Returning } from '../errors/attribute';
import { setLimiter } from '../http/request/limiters';
import type { RouteBuilder } from '../http/routes/route-collector';
import type { Tapping } from './activity';
import type { Hooks } from './hooks';

export interface TapRule {
  /** The function that runs in place of the tap; it gives things that the tap adds the name of the plugin. */
  adapt?(fn: AnyFunction, tapping: Tapping): AnyFunction;
  readonly returns?: Returning;
}

/** By path: `documents.prepare`. */
export type TapRules = Readonly<Record<string, TapRule>>;

const rules = new WeakMap<object, TapRules>();

/** Rules of modules, beside those of the kernel. */
export function addTapRules(hooks: Hooks, added: TapRules): void {
  rules.set(hooks, { ...(rules.get(hooks) ?? KERNEL_TAPS), ...added });
}

export const tapRuleOf = (hooks: Hooks, path: string): TapRule | undefined =>
  (rules.get(hooks) ?? KERNEL_TAPS)[path];

/** An object; for hooks that go on without an answer, also undefined. */
const answers = (expected: string): Returning => ({
  expected,
  accepts: (answer) => typeof answer === 'object' || answer === undefined,
  waits: true,
});

/** tapable keeps the visibility of before when a tap returns undefined, so that a forgotten `return` would show more. */
const VISIBILITY: Returning = {
  expected: 'a visibility, such as the given one',
  accepts: (answer) =>
    typeof answer === 'object' &&
    answer !== null &&
    'scope' in answer &&
    ['canRead', 'readable', 'writable'].every((name) => typeof Reflect.get(answer, name) === 'function'),
  shown: (answer) =>
    typeof answer === 'object' && answer !== null ? 'an object that is no visibility' : String(answer),
};

/** The rules of the kernel's own hooks. */
const KERNEL_TAPS: TapRules = {
  'http.route': {
    adapt:
      (fn, { plugin }) =>
      (route) =>
        fn((route as RouteBuilder).as(plugin)),
  },
  'request.authenticate': {
    returns: answers('a principal such as { kind, id, label }, or undefined'),
  },
  'request.recall': {
    returns: answers('a principal such as { kind, id, label }, or undefined'),
  },
  'request.authorize': {
    returns: answers('a verdict such as { allowed: false, status: 403 }, or undefined'),
  },
  'request.visibility': {
    returns: VISIBILITY,
    adapt:
      (fn, { plugin }) =>
      (given, request) => {
        const limited = fn(given, request);
        if (limited !== given) setLimiter(limited, { plugin, given });
        return limited;
      },
  },
  'request.error': { returns: answers('a body, such as the given one') },
};
