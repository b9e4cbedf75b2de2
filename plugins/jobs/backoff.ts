// The time before the next attempt: doubled each time. A random part keeps failed jobs from coming back together.

export function pauseAfter(attempt: number, { first, most }: { first: number; most: number }): number {
  const longest = Math.min(first * 2 ** Math.min(attempt - 1, 30), most);
  return Math.round(longest * (0.5 + Math.random() / 2));
}
