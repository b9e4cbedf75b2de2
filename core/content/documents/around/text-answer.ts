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

/** Is it the answer that this call has made, and has no tap touched it? A tap may have kept the answer of another caller. */
export const isUntouched = (answer: DocumentAnswer, made: TextAnswer | null): answer is TextAnswer =>
  answer === made && !made.isTouched;
