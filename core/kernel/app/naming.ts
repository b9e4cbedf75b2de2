// Runs a step of a plugin, such as `register` or `boot`.
import { setErrorSource } from '../errors/error-source';

/** An unexpected error carries the name of the plugin whose code was running. */
export function naming<T>(plugin: string, at: string, work: () => T): T {
  const fail = (error: unknown): never => {
    setErrorSource(error, plugin, at);
    throw error;
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(fail) as T) : result;
  } catch (error) {
    return fail(error);
  }
}
