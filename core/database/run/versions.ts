// Versions of tables, in memory: a number per table that grows with every commit that wrote to it. A value computed from tables is
// valid while their versions stay. Knows only the commits of this process.

export class TableVersions {
  readonly #versions = new Map<string, number>();
  #everything = 0;

  bump(tables: Iterable<string>): void {
    for (const table of tables) this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1);
  }

  /** After writes to unknown tables. */
  bumpAll(): void {
    this.#everything++;
  }

  of(tables: readonly string[]): string {
    let text = String(this.#everything);
    for (const table of tables) text += `.${this.#versions.get(table) ?? 0}`;
    return text;
  }
}
