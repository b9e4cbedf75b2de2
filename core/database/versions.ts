// Versions of tables, in memory: a number per table that grows with every commit that wrote to it. What was computed from
// some tables stands as long as their versions do. Knows only this process.

export class TableVersions {
  readonly #versions = new Map<string, number>();
  #everything = 0;

  bump(tables: Iterable<string>): void {
    for (const table of tables) this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1);
  }

  /** Somebody else wrote, nobody knows where. */
  bumpAll(): void {
    this.#everything++;
  }

  of(tables: readonly string[]): string {
    let text = String(this.#everything);
    for (const table of tables) text += `.${this.#versions.get(table) ?? 0}`;
    return text;
  }
}
