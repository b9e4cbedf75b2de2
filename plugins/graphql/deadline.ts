// What ends the reads of an operation: its time limit, and for a query also the end of its request.
import { setMaxListeners } from 'node:events';
import type { ReadControl, RequestContext } from '../../core';
import { graphqlErrors } from './errors';

/**
 * Rejects with GRAPHQL_TIMEOUT after `limit` milliseconds (0: no limit), and with the 503 of a query that finds no room, also when the
 * work does not obey the control.
 */
export async function withinTime<T>(
  limit: number,
  /** A mutation that has begun is not abandoned: its answer says whether it was done. */
  isReading: boolean,
  /** Of a query. */
  request: RequestContext | null,
  work: (control: ReadControl) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  // One listener for each statement under way.
  setMaxListeners(0, signal);
  let end: (error: unknown) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  ended.catch(() => undefined);
  const stop = (error: unknown): void => {
    controller.abort(error);
    if (isReading) end(error);
  };
  const timer = limit > 0 ? setTimeout(() => stop(graphqlErrors.GRAPHQL_TIMEOUT(limit)), limit) : undefined;
  let isLinked = request === null;
  const control: ReadControl = {
    get signal() {
      if (isLinked || request === null) return signal;
      isLinked = true;
      const { signal: outer } = request;
      if (outer.aborted) stop(outer.reason);
      else outer.addEventListener('abort', () => stop(outer.reason), { once: true });
      return signal;
    },
    hold(bytes) {
      signal.throwIfAborted();
      try {
        request?.hold(bytes);
      } catch (error) {
        stop(error);
        throw error;
      }
    },
  };
  try {
    return await Promise.race([work(control), ended]);
  } finally {
    clearTimeout(timer);
  }
}
