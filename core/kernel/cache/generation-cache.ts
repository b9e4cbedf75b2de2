// A bounded cache. Entries that were used once have a separate part of the cache. So many such entries, such as queries with random aliases,
// evict no other entries. Entries that are used again have two generations; an entry in use moves to the new generation.
export class GenerationCache<K, V> {
  readonly #newcomers = new Map<K, V>();
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** Holds at most three times `size`: newcomers and two generations. */
  constructor(private readonly size: number) {}

  /** A hit in the young generation, the usual case, costs one look-up. */
  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    const known = old === undefined ? this.#newcomers.get(key) : old;
    if (known !== undefined) this.#keep(key, known);
    return known;
  }

  set(key: K, value: V): void {
    if (this.#young.has(key) || this.#old.has(key)) {
      this.#keep(key, value);
      return;
    }
    this.#newcomers.delete(key);
    this.#newcomers.set(key, value);
    if (this.#newcomers.size <= this.size) return;
    for (const oldest of this.#newcomers.keys()) {
      this.#newcomers.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#newcomers.clear();
    this.#young.clear();
    this.#old.clear();
  }

  #keep(key: K, value: V): void {
    this.#newcomers.delete(key);
    if (this.#young.size >= this.size && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
