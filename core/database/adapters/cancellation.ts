// Cancels the statement of a connection from outside. A cancellation can fail, and has no effect before its statement has begun. So it is
// repeated until the work on the connection has ended. Work that does not end loses its connection.

import { within } from '../../kernel/concurrency/deadlines';
import type { ServerConnection } from './adapter';

/** Milliseconds. */
const AGAIN = 250;
const LONGEST = 5_000;

export class Cancellation {
  #sent = 0;
  #hasFailed = false;
  #isOver = false;
  #repeating: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(private readonly connection: ServerConnection) {}

  get isBegun(): boolean {
    return this.#repeating !== null;
  }

  begin(): void {
    this.#repeating ??= this.#repeat();
  }

  /**
   * Call it when the work has ended. Resolves when no cancellation is under way, to whether the next statement is safe: exactly one was
   * sent, and the server has accepted it.
   */
  async end(): Promise<boolean> {
    this.#isOver = true;
    this.#wake?.();
    await this.#repeating;
    return this.#sent === 1 && !this.#hasFailed;
  }

  async #repeat(): Promise<void> {
    const until = performance.now() + LONGEST;
    while (!this.#isOver) {
      if (performance.now() > until) return this.connection.cut();
      this.#sent += 1;
      await this.connection.cancel().catch(() => {
        this.#hasFailed = true;
      });
      if (!this.#isOver) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const stop = within(AGAIN, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }
}
