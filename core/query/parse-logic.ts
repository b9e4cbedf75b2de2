// `$and`, `$or`, `$not`: the same at the top, inside a relation or component, and below a scalar. What an element is,
// the place says (`parseOne`).
import type { Filter } from './ast';
import { and, not, or } from './combine-filters';
import { type ParseContext, show } from './parse-context';

export function parseLogic(
  word: '$and' | '$or' | '$not',
  raw: unknown,
  path: string | null,
  context: ParseContext,
  parseOne: (raw: unknown) => Filter | null,
): Filter | null {
  if (raw === undefined) return null;
  if (word === '$not' && !Array.isArray(raw)) return not(parseOne(raw));
  if (!Array.isArray(raw))
    throw context.invalid(
      `${word} takes a list of at most ${context.limits.arrayLimit} conditions (${word}[0]…, ${word}[1]…), got ${show(raw)}`,
      word,
      path,
    );
  context.checkLength(raw, word, path);
  const parts = raw.map((item: unknown) => (item === undefined ? null : parseOne(item)));
  if (word === '$or') {
    // Without its condition an alternative would let everything pass.
    const alternatives = parts.filter((part) => part !== null);
    if (alternatives.length < parts.length)
      throw context.invalid('An alternative of $or has no condition', word, path);
    return or(alternatives);
  }
  return word === '$and' ? and(parts) : not(and(parts));
}
