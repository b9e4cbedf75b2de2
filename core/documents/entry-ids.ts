// Ids for new component entries of one attempt. They come from a counter whose transaction is its own, so they are reserved
// before the write's; an attempt that needs more says how many and is made again.
export class EntryIdsMissing extends Error {
  constructor(readonly needed: number) {
    super(`The write needs ${needed} ids for component entries`);
  }
}

export class EntryIds {
  #used = 0;

  constructor(
    private readonly first: number,
    private readonly reserved: number,
  ) {}

  readonly next = (): number => this.first + this.#used++;

  /** Before anything that used them is written for good. */
  assertEnough(): void {
    if (this.#used > this.reserved) throw new EntryIdsMissing(this.#used);
  }
}
