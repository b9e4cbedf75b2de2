// The time limit of an operation. At its end the reads under way are stopped.
import { setMaxListeners } from 'node:events';
import { graphqlErrors } from './errors';

/** Rejects with GRAPHQL_TIMEOUT after `limit` milliseconds, also when the work does not obey the signal; 0: no limit. */
export async function withinTime<T>(
  limit: number,
  /** A mutation that has begun is not abandoned: its answer says whether it was done. */
  isReading: boolean,
  work: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  if (limit === 0) return work(null);
  const controller = new AbortController();
  // One listener for each statement under way.
  setMaxListeners(0, controller.signal);
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = graphqlErrors.GRAPHQL_TIMEOUT(limit);
      controller.abort(error);
      if (isReading) reject(error);
    }, limit);
  });
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    clearTimeout(timer);
  }
}
