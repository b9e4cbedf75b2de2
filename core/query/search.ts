// `_q`: text to look for in every readable attribute that takes part in searches. Not a ranking, only a filter.
import type { ContentType } from '../schema/content-type';
import type { Filter } from './ast';
import { constant, or } from './combine-filters';
import { OPERATORS } from './operators';
import { parseOperator } from './parse-condition';
import { type ParseContext, show } from './parse-context';

export function parseSearch(raw: unknown, type: ContentType, context: ParseContext): Filter | null {
  if (raw === undefined || raw === null || raw === '') return null;
  if (typeof raw !== 'string' && typeof raw !== 'number')
    throw context.invalid(
      `Invalid _q parameter. Expected a text to search for, got ${show(raw)}`,
      '_q',
      null,
    );
  const contains = OPERATORS.get('$containsi');
  if (!contains) return null;
  const at = { context, key: '_q', path: null, depth: 1 };
  const alternatives: Filter[] = [];
  for (const field of context.view(type).searched)
    if (field.type.filter?.operators.includes(contains.name))
      alternatives.push(parseOperator(field, contains, raw, at));
  return or(alternatives) ?? constant(false);
}
