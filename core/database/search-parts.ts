// The parts of a searched text that a search index finds: three letters or digits each. The index has its own rules to fold case. So a part
// has only letters for which the index and `foldCase` agree. Each text that contains the value has all these parts.
import { foldCase } from './dialect';

/** Empty: no index narrows the search. */
export function searchParts(value: string): string[] {
  const parts = new Set<string>();
  for (const run of foldCase(value).split(BETWEEN)) {
    const letters = [...run];
    for (let at = 0; at + SIZE <= letters.length && parts.size < MOST_PARTS; at += 1)
      parts.add(letters.slice(at, at + SIZE).join(''));
  }
  return [...parts];
}

const SIZE = 3;
const MOST_PARTS = 32;

/**
 * Separators: characters other than letters and digits, and letters that the index may fold differently: the last `i` of "taxi" (İ folds
 * to `i` and a dot), and letters of some scripts, such as Georgian and Cherokee.
 */
const BETWEEN =
  /i(?:\u0307|$)|\u0307|[^\p{L}\p{N}\p{M}]|(?![\0-\u03f2\u03f4-\u0527\u0531-\u0587\u1e00-\u1fff])[\p{Changes_When_Casefolded}\p{Changes_When_Uppercased}]/u;
