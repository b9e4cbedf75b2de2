// Things that plugins add by name and routes refer to by it: policies, middlewares. A clash names both who added it.

export class NamedRegistry<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly plugin: string }>();
  readonly #what: string;

  /** `what`: for messages, like `policy`. */
  constructor(what: string) {
    this.#what = what;
  }

  add(name: string, value: T, plugin: string): void {
    const other = this.#entries.get(name);
    if (other)
      throw new Error(
        `The ${this.#what} "${name}" is added by ${other.plugin} and by ${plugin}; rename one of the two`,
      );
    this.#entries.set(name, { value, plugin });
  }

  get(name: string): T | undefined {
    return this.#entries.get(name)?.value;
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }
}
