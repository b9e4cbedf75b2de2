// Wilcoxon's signed-rank test, exact: how probable are paired differences at least this uneven, if both sides cost the same?

/** Differences of pairs → the two-sided probability. Zeros say nothing and are left out; equal sizes share their ranks. */
export function signRank(differences: readonly number[]): number {
  const sized = differences.filter((each) => each !== 0).sort((a, b) => Math.abs(a) - Math.abs(b));
  if (sized.length === 0) return 1;
  // Doubled, so that a rank shared by two is a whole number.
  const ranks = sized.map((each) => {
    const first = sized.findIndex((other) => Math.abs(other) === Math.abs(each));
    const last = sized.findLastIndex((other) => Math.abs(other) === Math.abs(each));
    return first + last + 2;
  });
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const positive = ranks.reduce((sum, rank, index) => sum + ((sized[index] ?? 0) > 0 ? rank : 0), 0);
  const least = Math.min(positive, total - positive);
  // ways[s]: of all choices of signs, those whose positive ranks sum to s.
  const ways = new Array<number>(total + 1).fill(0);
  ways[0] = 1;
  for (const rank of ranks)
    for (let sum = total; sum >= rank; sum--) ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0);
  const tail = ways.slice(0, least + 1).reduce((sum, each) => sum + each, 0);
  return Math.min(1, (2 * tail) / 2 ** ranks.length);
}
