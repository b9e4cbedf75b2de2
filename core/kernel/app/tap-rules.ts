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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An answer, or undefined: the hook then goes on. */
const answers = (expected: string, isAnswer: (answer: object) => boolean): Returning => ({
  expected,
  accepts: (answer) => answer === undefined || (isObject(answer) && isAnswer(answer)),
  waits: true,
  shown: (answer) =>
    isObject(answer) ? `an object with the keys ${Object.keys(answer).join(', ')}` : String(answer),
});

const isVisibility = (value: unknown): boolean =>
  isObject(value) &&
  'scope' in value &&
  ['canRead', 'readable', 'writable'].every((name) => typeof Reflect.get(value, name) === 'function');

const PRINCIPAL = answers('a principal { kind, id, label } of texts, or undefined', (answer) =>
  ['kind', 'id', 'label'].every((key) => typeof Reflect.get(answer, key) === 'string'),
);

const VERDICT = answers(
  'a verdict such as { allowed: false, status: 403 } or { allowed: true, visibility: OPEN_VISIBILITY }, or undefined',
  (answer) => {
    const { allowed, visibility, status } = answer as Record<string, unknown>;
    return allowed === true
      ? isVisibility(visibility)
      : allowed === false && (status === 401 || status === 403);
  },
);

/** tapable keeps the visibility of before when a tap returns undefined, so that a forgotten `return` would show more. */
const VISIBILITY: Returning = {
  expected: 'a visibility, such as the given one',
  accepts: isVisibility,
  shown: (answer) => (isObject(answer) ? 'an object that is no visibility' : String(answer)),
};

/** The rules of the kernel's own hooks. */
const KERNEL_TAPS: TapRules = {
  'http.route': {
    adapt:
      (fn, { plugin }) =>
      (route) =>
        fn((route as RouteBuilder).as(plugin)),
  },
  'request.authenticate': { returns: PRINCIPAL },
  'request.recall': { returns: PRINCIPAL },
  'request.authorize': { returns: VERDICT },
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
  'request.error': { returns: answers('a body, such as the given one', () => true) },
};
