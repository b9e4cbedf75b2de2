// The pairs of rows whose links in a table are equal, because this write stored the same links for both rows. A copy between them needs no
// statement.
export class EqualLinks {
  #pairs: { readonly from: number; readonly to: number; readonly table: string }[] = [];
  #isKnown = true;

  add(from: number, to: number, table: string): void {
    if (this.#isKnown) this.#pairs.push({ from, to, table });
  }

  has(from: number, to: number, table: string): boolean {
    return this.#pairs.some((pair) => pair.from === from && pair.to === to && pair.table === table);
  }

  /** Called before the links of a row change. Without a row: called before links of unknown rows may change. */
  forget(rowId?: number): void {
    this.#pairs =
      rowId === undefined ? [] : this.#pairs.filter(({ from, to }) => from !== rowId && to !== rowId);
  }

  /** Called when a plugin gets the transaction: from then on, the plugin may run any statement. */
  end(): void {
    this.#isKnown = false;
    this.forget();
  }
}
