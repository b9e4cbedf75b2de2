// A bounded cache of two generations. A hit costs one look-up, and a used entry survives the change of generations.
export class GenerationCache<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** Holds at most twice `size`. */
  constructor(private readonly size: number) {}

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
