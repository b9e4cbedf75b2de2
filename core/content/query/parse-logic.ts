// `$and`, `$or`, `$not`: the same at the top, inside a relation or component, and below a scalar. `parseOne` reads one element.
import type { Filter } from './ast';
import { and, not, or } from './combine-filters';
import { isRecord, show } from './parse-state';
import { checkDepthAt, invalidAt, keyDeeper, type QueryKey } from './query-key';

export const isLogical = (key: string): key is '$and' | '$or' | '$not' =>
  key === '$and' || key === '$or' || key === '$not';

export function parseLogic(
  word: '$and' | '$or' | '$not',
  raw: unknown,
  at: QueryKey,
  parseOne: (raw: unknown) => Filter | null,
): Filter | null {
  if (raw === undefined) return null;
  // `[title][$not][]=a&[title][$not][]=b`: none of the values.
  if (word === '$not' && !(Array.isArray(raw) && raw.some(isRecord))) return not(parseOne(raw));
  if (!Array.isArray(raw))
    throw invalidAt(
      at,
      `${word} takes a list of at most ${at.context.limits.arrayLimit} conditions (${word}[0]…, ${word}[1]…), got ${show(raw)}`,
    );
  at.context.checkLength(raw, word, at.path);
  const parts = raw.map((item: unknown) => (item === undefined ? null : parseOne(item)));
  if (word === '$or') {
    // Without its condition an alternative would let everything pass.
    const alternatives = parts.filter((part) => part !== null);
    if (alternatives.length < parts.length) throw invalidAt(at, 'An alternative of $or has no condition');
    return or(alternatives);
  }
  return word === '$and' ? and(parts) : not(and(parts));
}

/** A list where one object of conditions is expected, `[{"a":1},{"b":2}]`: its conditions hold together. */
export function parseList(
  list: readonly unknown[],
  at: QueryKey,
  parseOne: (raw: unknown, at: QueryKey) => Filter | null,
): Filter | null {
  const below = keyDeeper(at);
  checkDepthAt(below);
  at.context.checkLength(list, at.key, at.path);
  return and(list.map((item) => parseOne(item, below)));
}
