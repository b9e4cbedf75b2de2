// Events that have arrived, for one reader.
import type { Listener, StreamEvent } from './answer';
import { NoAnswer } from './no-answer';

export class ArrivedEvents implements Listener {
  readonly close: () => void;
  readonly #patience: number;
  readonly #events: StreamEvent[] = [];
  #wake: (() => void) | null = null;

  constructor(patience: number, close: () => void) {
    this.#patience = patience;
    this.close = close;
  }

  add(event: StreamEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  async next(): Promise<StreamEvent> {
    const found = await this.nextWithin(this.#patience);
    if (!found) throw new NoAnswer(`no event within ${this.#patience} ms`);
    return found;
  }

  async nextWithin(milliseconds: number): Promise<StreamEvent | null> {
    if (this.#events.length === 0)
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(late);
          resolve();
        };
      });
    this.#wake = null;
    return this.#events.shift() ?? null;
  }
}
