// The rows that a search index finds, beside the exact condition. Used for conditions joined by AND, and for an `$or` if all its
// alternatives are indexed.
//
// Query: tag?fields=name&filters[name][$contains]=reed
//   SELECT count(*) FROM "tag_list" t0 WHERE t0.id IN (SELECT rowid FROM "tag_list_search_fts" WHERE "tag_list_search_fts" MATCH
//     ? UNION ALL SELECT id FROM "tag_list_search_fts_new") AND instr(t0."name", ?) > 0
import type { CompareFilter, Filter } from '../../query/ast';
import type { TableIndex } from '../tables';
import type { CompileContext, Fragment, Scope } from './context';
import { hasParts } from './shape';

export function candidateRows(
  filter: Filter | null,
  { alias, type }: Extract<Scope, { kind: 'row' }>,
  context: CompileContext,
): Fragment[] {
  const { search } = context.dialect;
  const index = context.searchIndex(type.table);
  const found = search && index && searched(filter, index);
  if (!found) return [];
  const compared = found.map((compare) => ({
    column: compare.field.column,
    value: context.value(compare, (value) => search.toParam(String(value))),
  }));
  return [search.candidates(`${alias}.id`, { ...index, table: type.table }, compared)];
}

/** More alternatives narrow little, and SQLite has a limit. */
const MOST = 100;

/** Comparisons of which every matching row meets at least one. null: the index cannot narrow. */
function searched(filter: Filter | null, index: TableIndex): CompareFilter[] | null {
  switch (filter?.kind) {
    case 'compare': {
      const { field } = filter;
      const isIndexed = !field.expression && index.columns.includes(field.column) && hasParts(filter);
      return isIndexed ? [filter] : null;
    }
    case 'and':
      return filter.of.map((each) => searched(each, index)).find((found) => found !== null) ?? null;
    case 'or': {
      const all = filter.of.map((each) => searched(each, index));
      if (!all.every((found) => found !== null)) return null;
      const found = all.flat();
      return found.length > 0 && found.length <= MOST ? found : null;
    }
    default:
      return null;
  }
}
