// Merges by attribute what two people changed since they read the same document.
import { same } from './values';

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

export function merge(base: Values, mine: Values, theirs: Values): Merged {
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
    } else clashes.push({ name, mine: own, theirs: other });
  }
  return { values, taken, clashes };
}
