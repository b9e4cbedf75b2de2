// Numbers that grow on the path of requests. prom-client reads them at a scrape: to count there would cost half a microsecond per number.

/** One series of a histogram. */
export class Distribution {
  /** Per bucket, not cumulative; the last one is above all bounds. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(seconds: number): void {
    const { bounds, counts } = this;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    this.sum += seconds;
  }
}

/** Counts by one label. Its values come from code, never from a request. */
export class Counts {
  readonly values = new Map<string, number>();

  add(value = '', by = 1): void {
    this.values.set(value, (this.values.get(value) ?? 0) + by);
  }
}
