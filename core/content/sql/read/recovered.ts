// Work whose errors another piece of work may mend; synchronous where the work is.

/** `recover` throws the errors that it does not mend. */
export function recovered<T, P>(
  work: () => Promise<T> | T,
  recover: (error: unknown) => Promise<P> | P,
): Promise<T | P> | T | P {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(recover) : result;
  } catch (error) {
    return recover(error);
  }
}
