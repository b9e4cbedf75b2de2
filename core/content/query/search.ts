// `_q`: texts and the documentId contain it, numbers equal it. Only readable attributes that take part in searches. Not a ranking.
import { canonicalDecimal } from '../../database/decimal-text';
import { EQUAL } from '../attributes/operators/equality';
import { compares } from '../attributes/operators/registry';
import type { ContentType } from '../model/compiled/content-type';
import type { Filter } from './ast';
import { constant, or } from './combine-filters';
import { parseOperator } from './parse-condition';
import { type ParseState, show } from './parse-state';

const loadInside = (): typeof import('./search-inside') => require('./search-inside');

export function parseSearch(raw: unknown, type: ContentType, context: ParseState): Filter | null {
  if (raw === undefined || raw === null || raw === '') return null;
  if (typeof raw !== 'string' && typeof raw !== 'number')
    throw context.invalid(
      `Invalid _q parameter. Expected a text to search for, got ${show(raw)}`,
      '_q',
      null,
    );
  const contains = context.schema.operators.get('$containsi');
  if (!contains) return null;
  const at = { context, key: '_q', path: null, depth: 1 };
  const isNumber = canonicalDecimal(raw) !== null;
  const alternatives: Filter[] = [];
  for (const field of context.view(type).searched) {
    const kind = field.type.filter?.kind;
    if (kind === 'number') {
      if (isNumber) alternatives.push(parseOperator(field, EQUAL, raw, at));
    } else if (compares(contains, field.type)) alternatives.push(parseOperator(field, contains, raw, at));
  }
  if (context.limits.searchInside && ![...type.scalars.values()].some(({ common }) => common.search))
    alternatives.push(...loadInside().searchInside(type, { text: String(raw), contains, at }));
  return or(alternatives) ?? constant(false);
}
