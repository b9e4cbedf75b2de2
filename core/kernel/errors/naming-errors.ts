// Adds the name of the plugin to unexpected errors of its functions. Errors of a table are answers, and stay unchanged.
import { isThenable } from '../check/thenable';
import { AppError } from './app-error';
import { setErrorSource } from './error-source';

export type AnyFunction = (...args: unknown[]) => unknown;

/** `at`: the hook or the part, such as `documents.prepare` or `the policy "is-local"`. */
export function namingErrors(fn: AnyFunction, plugin: string, at: string): AnyFunction {
  const fail = (error: unknown): never => {
    if (!(error instanceof AppError)) setErrorSource(error, plugin, at);
    throw error;
  };
  return (...args) => {
    try {
      const result = fn(...args);
      return isThenable(result) ? result.then(undefined, fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}
