// `$and`, `$or`, `$not`: the same at the top, inside a relation or component, and below a scalar. What an element is,
// the place says (`parseOne`).
import type { Filter } from './ast';
import { and, not, or } from './combine-filters';
import { show } from './parse-context';
import { invalidAt, type Place } from './place';

export function parseLogic(
  word: '$and' | '$or' | '$not',
  raw: unknown,
  at: Place,
  parseOne: (raw: unknown) => Filter | null,
): Filter | null {
  if (raw === undefined) return null;
  if (word === '$not' && !Array.isArray(raw)) return not(parseOne(raw));
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
