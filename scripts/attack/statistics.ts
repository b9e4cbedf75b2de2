// The rank test of Mann and Whitney: do two samples come from the same distribution? It needs no absolute times.

export interface Comparison {
  /** Standard deviations between the observed ranks and those of equal distributions. */
  readonly z: number;
  /** The larger median divided by the smaller one. */
  readonly ratio: number;
}

export function compare(a: readonly number[], b: readonly number[]): Comparison {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((one, other) => one.value - other.value);
  const rankSum = all.reduce((sum, { isA }, index) => (isA ? sum + index + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  const medians = [median(a), median(b)];
  return { z: Math.abs(u - mean) / deviation, ratio: Math.max(...medians) / Math.min(...medians) };
}

/**
 * Different to an attacker: not by chance (one in ten thousand), and by more than the noise of a network. Equal work may differ
 * by some percent, for example because one account is in a cache.
 */
export const isTelling = ({ z, ratio }: Comparison): boolean => z > 4 && ratio > 1.2;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
