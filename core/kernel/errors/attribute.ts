// Gives a function of a plugin the plugin's name: in its unexpected errors, and in messages about the values that it returns. Errors of
// a table are answers, and stay unchanged.
import { isThenable } from '../check/thenable';
import { AppError } from './app-error';
import { setErrorSource } from './error-source';

export type AnyFunction = (...args: unknown[]) => unknown;

/** The values that a function may return. */
export interface Returning {
  /** For the message: `a condition such as …`. */
  readonly expected: string;
  accepts(result: unknown): boolean;
  /** The function may return a promise. */
  readonly waits?: true;
  /** The word for a value that is not accepted. */
  shown?(result: unknown): string;
}

export interface Attribution {
  readonly plugin: string;
  /** The hook, the part or the step: `documents.prepare`, `the policy "is-local"`, `register`. */
  readonly at: string;
  /** Absent: any value. */
  readonly returns?: Returning | undefined;
  /** Begins the messages about results. Absent: `The policy "is-local" of the plugin "audit"`. */
  readonly subject?: string;
  /** The function of a part: `filter.parse`. */
  readonly member?: string;
  /** No client receives the errors, so errors of a table get the name, too. */
  readonly isStep?: true;
}

export function attribute<A extends unknown[], R>(
  fn: (...args: A) => R,
  attribution: Attribution,
): (...args: A) => R {
  const { returns } = attribution;
  const fail = (thrown: unknown): never => {
    throw attributed(thrown, attribution);
  };
  const checked = <T>(result: T): T => {
    if (returns?.accepts(result) === false) throw new Error(refusalOf(result, returns, attribution));
    return result;
  };
  const checkedLater = <T>(result: T): T => {
    try {
      return checked(result);
    } catch (error) {
      return fail(error);
    }
  };
  return (...args) => {
    try {
      const result = fn(...args);
      if (!isThenable(result)) return checked(result);
      if (returns?.waits) return result.then(checkedLater, fail) as R;
      return checked(result.then(undefined, fail) as R);
    } catch (error) {
      return fail(error);
    }
  };
}

/** What a function has thrown, with the plugin's name. */
export function attributed(thrown: unknown, attribution: Attribution): unknown {
  const { plugin, at, isStep = false } = attribution;
  const error = thrown ?? new Error(`${subjectOf(attribution)} failed with ${String(thrown)}`);
  if (isStep || !(error instanceof AppError)) setErrorSource(error, plugin, at);
  return error;
}

/** The same without options, for plugins. `at`: `the policy "is-local"`. */
export function namingErrors(fn: AnyFunction, plugin: string, at: string): AnyFunction {
  return attribute(fn, { plugin, at });
}

function refusalOf(result: unknown, returns: Returning, attribution: Attribution): string {
  // Nothing waits for a promise that is refused.
  if (isThenable(result)) result.then(undefined, () => undefined);
  const shown = returns.shown?.(result) ?? (isThenable(result) ? 'a promise' : String(result).slice(0, 40));
  const from = attribution.member ? ` from ${attribution.member}()` : '';
  return `${subjectOf(attribution)} returned ${shown}${from}. Return ${returns.expected}.`;
}

const subjectOf = ({ subject, at, plugin }: Attribution): string =>
  subject ?? `${at.charAt(0).toUpperCase()}${at.slice(1)} of the plugin "${plugin}"`;
