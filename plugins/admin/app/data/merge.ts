// Merges by attribute what two people changed since they read the same document. Structured text is merged by its blocks.
import { same, type Value } from './values';

export interface Clash {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  readonly values: Readonly<Record<string, unknown>>;
  /** Attributes that only the other person changed. */
  readonly taken: readonly string[];
  readonly clashes: readonly Clash[];
}

type Values = Readonly<Record<string, unknown>>;

/** `blocks`: the attributes whose lists have independent items. */
export function merge(base: Values, mine: Values, theirs: Values, blocks: ReadonlySet<string>): Merged {
  const values: Record<string, unknown> = {};
  const taken: string[] = [];
  const clashes: Clash[] = [];
  for (const name of Object.keys(mine)) {
    const [was, own, other] = [base[name], mine[name], theirs[name]];
    values[name] = own;
    if (same(was, other) || same(own, other)) continue;
    if (same(was, own)) {
      values[name] = other;
      taken.push(name);
      continue;
    }
    const both = blocks.has(name) ? mergedLists(was, own, other) : null;
    if (both) {
      values[name] = both;
      taken.push(name);
    } else clashes.push({ name, mine: own, theirs: other });
  }
  return { values, taken, clashes };
}

/** Items `start` to `end` of the base have become others. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly items: readonly Value[];
}

/** Both changes, if they lie in different places of the list; null: they meet. */
export function mergedLists(base: unknown, mine: unknown, theirs: unknown): readonly Value[] | null {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const [first, second] = [partOf(base, mine), partOf(base, theirs)].sort((a, b) => a.start - b.start);
  if (!first || !second || first.end > second.start) return null;
  // Both added items at one place: their order is not known.
  if (first.start === second.start) return null;
  return [
    ...base.slice(0, first.start),
    ...first.items,
    ...base.slice(first.end, second.start),
    ...second.items,
    ...base.slice(second.end),
  ];
}

function partOf(base: readonly Value[], next: readonly Value[]): Part {
  const shorter = Math.min(base.length, next.length);
  let start = 0;
  while (start < shorter && same(base[start], next[start])) start += 1;
  let end = 0;
  while (end < shorter - start && same(base.at(-1 - end), next.at(-1 - end))) end += 1;
  return { start, end: base.length - end, items: next.slice(start, next.length - end) };
}
