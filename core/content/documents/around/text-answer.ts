// The JSON text of a result, for taps of `documents.around`. A tap that only passes it on costs no parsing.
import type { PaginationMeta } from '../operations';
import type { DocumentAnswer } from './document-call';

export class TextAnswer implements DocumentAnswer {
  declare value: unknown;
  /** Has a tap read or set the value? Then it may differ from the text. */
  #isTouched = false;

  constructor(
    readonly text: string,
    readonly pagination?: PaginationMeta,
  ) {
    let value: unknown;
    // A member of its own, so that a copy with spread has it.
    Object.defineProperty(this, 'value', {
      enumerable: true,
      get: (): unknown => {
        if (!this.#isTouched) value = JSON.parse(text);
        this.#isTouched = true;
        return value;
      },
      set: (given: unknown) => {
        this.#isTouched = true;
        value = given;
      },
    });
  }

  get isTouched(): boolean {
    return this.#isTouched;
  }
}

/** The text that no tap has touched; null: there is none. */
export const untouched = (answer: DocumentAnswer): TextAnswer | null =>
  answer instanceof TextAnswer && !answer.isTouched ? answer : null;
