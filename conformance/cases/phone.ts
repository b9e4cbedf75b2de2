// The app of a user for codes of a second factor (RFC 6238). The suite computes the codes by itself.
import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Milliseconds for which a code is the present one. */
export const PERIOD = 30_000;

/** The app of a user. */
export class Phone {
  readonly #key: Buffer;
  #last = 0;

  constructor(secret: string) {
    const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }
  codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const hash = createHmac('sha1', this.#key).update(counter).digest();
    const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff;
    return String(number % 1_000_000).padStart(6, '0');
  }
  /** A code that was not used: of this period, then of the next one. */
  next(): string {
    this.#last = Math.max(this.#last + 1, Math.floor(Date.now() / PERIOD));
    return this.codeOf(this.#last);
  }
  /** A code of no near period. */
  wrong(): string {
    return this.codeOf(Math.floor(Date.now() / PERIOD) + 1_000);
  }
}
