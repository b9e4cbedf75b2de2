// Ends the reads of an operation after its time limit. Reads of a query also end with their request.
import { setMaxListeners } from 'node:events';
import type { ReadControl } from '../../../core';
import { graphqlErrors } from '../errors';

/**
 * Rejects with GRAPHQL_TIMEOUT after `limit` milliseconds (0: no limit). Rejects with the 503 of a query that finds no room. Both work
 * even if the work ignores the control.
 */
export const withinTime = <T>(
  limit: number,
  /** A mutation that has begun is not abandoned: its answer says whether it was done. */
  isReading: boolean,
  /** Of a query. */
  request: ReadControl | null,
  work: (control: OperationControl) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const deadline = new Deadline(request, isReading ? reject : null);
    const timer =
      limit > 0 ? setTimeout(() => deadline.stop(graphqlErrors.GRAPHQL_TIMEOUT(limit)), limit) : undefined;
    work(deadline)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });

/** `stop` ends all reads of the operation. */
export interface OperationControl extends ReadControl {
  stop(reason: unknown): void;
}

/** A class: the collector keeps an object literal with a getter (core/decisions/0010-what-the-collector-keeps.md). */
class Deadline implements OperationControl {
  /** Created at first use, because most operations never need the signal. */
  #controller: AbortController | null = null;
  #stopped: { readonly reason: unknown } | null = null;

  constructor(
    private readonly request: ReadControl | null,
    private readonly abandon: ((reason: unknown) => void) | null,
  ) {}

  get signal(): AbortSignal {
    if (this.#controller !== null) return this.#controller.signal;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    // One listener for each statement under way.
    setMaxListeners(0, signal);
    const outer = this.request?.signal;
    if (this.#stopped !== null) this.#controller.abort(this.#stopped.reason);
    else if (outer?.aborted) this.stop(outer.reason);
    else outer?.addEventListener('abort', () => this.stop(outer.reason), { once: true });
    return signal;
  }

  /** A query that arrived with its body in this turn shares the read transaction of the turn. */
  get isArriving(): boolean {
    return this.request?.isArriving ?? false;
  }

  hold(bytes: number): void {
    if (this.#stopped !== null) throw this.#stopped.reason;
    try {
      this.request?.hold(bytes);
    } catch (error) {
      this.stop(error);
      throw error;
    }
  }

  hasRoomFor(bytes: number): boolean {
    return this.request?.hasRoomFor(bytes) ?? true;
  }

  stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#controller?.abort(reason);
    this.abandon?.(reason);
  }
}
