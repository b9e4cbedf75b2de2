// Ids for the new component entries of one attempt, reserved before the transaction of the write begins. An attempt that needs more
// throws their number, and the write is retried.
export class ReservedIdsMissing extends Error {
  constructor(readonly needed: number) {
    super(`The write needs ${needed} ids for component entries`);
  }
}

export class ReservedIds {
  #used = 0;

  constructor(
    private readonly first: number,
    private readonly reserved: number,
  ) {}

  readonly next = (): number => this.first + this.#used++;

  /** Called before the commit. */
  assertEnough(): void {
    if (this.#used > this.reserved) throw new ReservedIdsMissing(this.#used);
  }
}
