// Counts the bytes of the rows that a read makes in the main thread, in the control of the read.
import type { ReadControl, Row } from '../database';

/** Bytes. Nearly every read has fewer, and they are not counted. */
const SMALL = 65_536;
/** Rows, and the text that is made of them. */
const COPIES = 2;

export class RowBytes {
  #read = 0;
  #held = 0;

  constructor(private readonly control: ReadControl) {}

  /** Throws what `control.hold` throws. */
  add(rows: readonly Row[]): void {
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      for (let column = 0; column < row.length; column++) {
        const value = row[column];
        if (typeof value === 'string') this.#read += value.length;
      }
    }
    if (this.#read > SMALL) this.#hold(this.#read);
  }

  /** The read has failed. */
  drop(): void {
    if (this.#held > 0) this.#hold(0);
  }

  #hold(bytes: number): void {
    this.control.hold(COPIES * (bytes - this.#held));
    this.#held = bytes;
  }
}
