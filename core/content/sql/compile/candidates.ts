// The candidate rows of a search index; the exact condition checks them. The index serves conditions joined by AND. It serves an `$or` if
// all alternatives are indexed.
//
// Query: tag?fields=name&filters[name][$contains]=reed
//   SELECT json_object('id',t2."id",'documentId',t2."document_id",'name',t2."name") FROM (SELECT rowid AS k FROM
//     "tag_list_search_fts" WHERE "tag_list_search_fts" MATCH ? UNION SELECT id FROM "tag_list_search_fts_new" ORDER BY 1 LIMIT -1)
//     t3 CROSS JOIN "tag_list" t2 WHERE t2.id = t3.k AND instr(t2."name", ?) > 0 ORDER BY t3.k LIMIT +?
//   SELECT count(*) FROM (SELECT rowid AS k FROM "tag_list_search_fts" WHERE "tag_list_search_fts" MATCH ? UNION SELECT id FROM
//     "tag_list_search_fts_new" ORDER BY 1 LIMIT -1) t1 CROSS JOIN "tag_list" t0 WHERE t0.id = t1.k AND instr(t0."name", ?) > 0

import type { Candidates, SearchDialect, SearchedColumn, SearchedRows } from '../../../database/dialect';
import type { TableIndex } from '../../../database/tables';
import { type CompareFilter, type Filter, hasOneValue, type QueryNode, type SortKey } from '../../query/ast';
import { isIdOrder } from '../../query/order-kinds';
import { type CompileContext, type Fragment, type Source, specOf } from './context';
import { namesRows } from './selective';
import { hasParts } from './shape';

export interface RootSearch {
  /** A condition. True: a page reads the candidates; false: it reads all rows. null: a page always reads the candidates. */
  readonly few: Fragment | null;
  candidates(alias: string, page: SearchedRows['page']): Candidates<Source>;
}

/** null: no index narrows the rows of the root, or the database chooses the index without candidates in the statement. */
export function searchOf(
  { type, filter, sort, page, bound }: QueryNode,
  context: CompileContext,
): RootSearch | null {
  const { search } = context.dialect;
  const index = context.searchIndex(type.table);
  // A filter that names its rows reads fewer of them than any list of candidates.
  const found = search && index && !namesRows(filter) && searched(filter, index);
  if (!found || found.every((compare) => isFoundAlone(compare, search))) return null;
  const compared = found.map((compare): SearchedColumn<Source> => {
    const value = context.value(compare, (value) => search.toParam(String(value)));
    const spec = specOf(compare.field);
    return { column: compare.field.column, spec, value: search.estimates?.(spec) ? estimated(value) : value };
  });
  const place = { ...index, table: type.table };
  const inIds = isIdOrder(sort);
  const single = bound.flatMap((axis) => (hasOneValue(axis) ? [axis.column] : []));
  const stops = page !== null && (inIds || context.indexes(type.table).some(servesOrder(sort, single)));
  return {
    few: stops ? search.areFew(place, compared, inIds) : null,
    candidates: (alias, page) => search.candidates({ alias, list: context.alias(), page }, place, compared),
  };
}

/** Marks the values of a fragment: the database must plan the statement for these values. */
export const estimated = ({ text, params }: Fragment): Fragment => ({
  text,
  params: params.map((source) => (source.kind === 'value' ? { ...source, estimated: true } : source)),
});

/** Can the database use the index for the exact condition, so that the statement needs no candidates? */
export const isFoundAlone = (
  { field, operator }: CompareFilter,
  { textMatch, estimates }: SearchDialect,
): boolean =>
  textMatch !== undefined &&
  estimates?.(specOf(field)) === true &&
  operator.takes === 'one' &&
  operator.ignoresCase === true;

/** Does the index return rows in the order of the first sort key? Columns before the key must be bound to one value (`single`). */
const servesOrder =
  ([first]: readonly SortKey[], single: readonly string[]) =>
  ({ columns, search }: TableIndex): boolean => {
    if (search || !first || first.steps.length > 0 || first.field.expression) return false;
    return columns.find((column) => !single.includes(column)) === first.field.column;
  };

/** More alternatives narrow little, and SQLite has a limit. */
const MOST_ALTERNATIVES = 100;

/** Comparisons of which every matching row meets at least one. null: the index cannot narrow. */
function searched(filter: Filter | null, index: TableIndex): CompareFilter[] | null {
  switch (filter?.kind) {
    case 'compare':
      return isSearched(filter, index) ? [filter] : null;
    case 'and':
      return filter.of.map((each) => searched(each, index)).find((found) => found !== null) ?? null;
    case 'or': {
      const all = filter.of.map((each) => searched(each, index));
      if (!all.every((found) => found !== null)) return null;
      const found = all.flat();
      return found.length > 0 && found.length <= MOST_ALTERNATIVES ? found : null;
    }
    default:
      return null;
  }
}

export const isSearched = (filter: CompareFilter, { columns }: TableIndex): boolean =>
  !filter.field.expression && columns.includes(filter.field.column) && hasParts(filter);
