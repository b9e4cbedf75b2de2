// `_q`: texts and the documentId contain it, numbers equal it. Only readable attributes that take part in searches. Not a ranking.
import { canonicalDecimal } from '../../database/decimal-text';
import type { FilterOperator } from '../attributes/filter-operator';
import { EQUAL } from '../attributes/operators/equality';
import { compares } from '../attributes/operators/registry';
import type { ContentType, ScalarAttribute } from '../model/compiled/content-type';
import type { Filter } from './ast';
import { and, constant, or } from './combine-filters';
import { parseOperator } from './parse-condition';
import { type ParseState, show } from './parse-state';
import type { QueryKey } from './query-key';

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
  const most =
    context.limits.searchInside && !hasSearchIndex(type) ? loadInside().mostWords(type, context) : 0;
  const at = { context, key: '_q', path: null, depth: 1 };
  const found = (text: string | number): readonly Filter[] => [
    ...context.view(type).searched.flatMap((field) => matching(field, contains, text, at)),
    ...(most > 0 ? loadInside().searchInside(type, { text: String(text), contains, at }) : []),
  ];
  const words = most > 0 ? loadInside().wordsOf(String(raw), most) : [[raw]];
  return and(words.map((forms) => or(forms.flatMap(found)) ?? constant(false)));
}

const hasSearchIndex = ({ scalars }: ContentType): boolean =>
  [...scalars.values()].some(({ common }) => common.search);

function matching(
  field: ScalarAttribute,
  contains: FilterOperator,
  text: string | number,
  at: QueryKey,
): readonly Filter[] {
  if (field.type.filter?.kind === 'number')
    return canonicalDecimal(text) === null ? [] : [parseOperator(field, EQUAL, text, at)];
  return compares(contains, field.type) ? [parseOperator(field, contains, text, at)] : [];
}
