// Counts the text of one operation: the rows that are read, and the answer that is written. Stops before the memory is spent.
import { coreErrors } from '../../../core';

/** Characters; no answer has more of them than bytes. */
export class AnswerSize {
  #read = 0;
  #written = 0;

  constructor(private readonly answerBytes: number) {}

  /** Documents of one root field. Root fields are read in parallel, and written later. */
  read(text: string): void {
    this.#read += text.length;
    this.#check(this.#read);
  }

  /** The text of one root field. */
  write(text: string): void {
    this.#written += text.length;
    this.#check(this.#written);
  }

  #check(length: number): void {
    if (length > this.answerBytes) throw coreErrors.ANSWER_TOO_LARGE(this.answerBytes);
  }
}

/** A character has at most three bytes in UTF-8. */
export const isTextTooLarge = (text: string, answerBytes: number): boolean =>
  text.length > answerBytes || (text.length * 3 > answerBytes && Buffer.byteLength(text) > answerBytes);

/** Whether a value has so many characters that its JSON text has more bytes. Looks at no more than that many. */
export function isValueTooLarge(value: unknown, answerBytes: number): boolean {
  const least = leastLength(value, answerBytes);
  if (least > answerBytes) return true;
  // An escaped character has six bytes.
  return least * 6 > answerBytes && isTextTooLarge(JSON.stringify(value) ?? '', answerBytes);
}

/** At most the length of the JSON text. Stops beyond `most`. */
function leastLength(value: unknown, most: number): number {
  let length = 0;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined && length <= most; next = waiting.pop()) {
    if (typeof next === 'string') length += next.length + 2;
    else if (Array.isArray(next)) {
      length += next.length + 1;
      for (const each of next) waiting.push(each ?? null);
    } else if (typeof next === 'object' && next !== null) {
      length += 1;
      for (const key in next) {
        length += key.length + 4;
        waiting.push((next as Readonly<Record<string, unknown>>)[key] ?? null);
      }
    } else length += 1;
  }
  return length;
}
