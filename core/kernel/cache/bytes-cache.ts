// A cache with a bound of bytes. The entries that were not used for longest leave first.
interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** The number of insertions before its last use. */
  used: number;
}

/** An entry takes at most this part of all bytes. */
const LARGEST_PART = 1 / 16;

export class BytesCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  #bytes = 0;
  #insertions = 0;

  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Only an insertion evicts entries, so one move between two of them is enough.
    if (entry.used === this.#insertions) return entry.value;
    entry.used = this.#insertions;
    // A map has the order of its insertions.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.most * LARGEST_PART) return;
    this.#insertions += 1;
    this.#entries.set(key, { value, bytes, used: this.#insertions });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }
}
