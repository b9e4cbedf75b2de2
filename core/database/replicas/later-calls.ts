// Calls that share work which begins after all of them. Shared work that runs already would be too old for them.

/** A call waits for the work that runs, and then shares the next work with the calls that came meanwhile. */
export function createLaterCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const begun = work();
      running = begun.catch(() => undefined);
      return begun;
    });
    return next;
  };
}
