// Comparisons of a filter as SQL. The operator writes each comparison; this file passes both sides to it.
//
// Query: tag?fields=name&filters[name][$eqi]=RED
//   SELECT count(*) FROM "tag_list" t0 WHERE (t0."name" LIKE ? … OR (? AND quire_fold(t0."name") = ?))

import { foldCase, type SearchDialect } from '../../../database/dialect';
import type { SqlDialect, Stored, TextMatch } from '../../../database/sql-dialect';
import type { CompareFilter } from '../../query/ast';
import { estimated, isFoundAlone, isSearched } from './candidates';
import type { CompileContext, Fragment, Scope } from './context';
import { fieldSql, specOf, toParam } from './context';

export function compareSql(filter: CompareFilter, scope: Scope, context: CompileContext): Fragment {
  const { field, operator } = filter;
  const { dialect } = context;
  const column = specOf(field);
  const kind = field.type.filter?.kind ?? 'text';
  const read = operator.takes === 'none' ? 'own' : operator.value;
  // The type json of PostgreSQL has no equality. Its text is the stored text.
  const isText = kind !== 'list' && (read === 'text' || column.kind === 'json');
  const stored = fieldSql(field, scope, context);
  const plain = isText ? dialect.asText(stored, column) : stored;
  const shown = read === 'number' ? dialect.asNumber(plain, column) : plain;
  const compared = { dialect, stored: shown, column, kind, textKey: field.type.textKey };
  if (operator.takes === 'none') return operator.sql(compared) as Fragment;

  const folds = operator.takes === 'one' && operator.ignoresCase === true;
  const bind =
    operator.value === 'own'
      ? toParam(field, context)
      : (value: unknown) => (folds ? foldCase(String(value)) : String(value));
  const mark = (read: (value: unknown) => unknown): Fragment => {
    const value = context.value(filter, (stored) => bind(read(stored)));
    return operator.value === 'number' ? { ...value, text: dialect.numberMark } : value;
  };
  switch (operator.takes) {
    case 'one': {
      const value = mark((value) => value);
      if (!folds) return operator.sql({ ...compared, value }) as Fragment;
      const folded = { ...compared, stored: dialect.fold(shown), value };
      const indexed = indexedMatch(filter, scope, context);
      if (indexed) {
        const given = { ...folded, value: estimated(value) };
        return operator.sql({ ...given, dialect: { ...dialect, textMatch: indexed } }) as Fragment;
      }
      const isColumn = scope.kind === 'row' && (column.kind === 'string' || column.kind === 'text');
      const { foldedMatch } = dialect;
      if (!foldedMatch || !isColumn || operator.value !== 'text') return operator.sql(folded) as Fragment;
      const form = (read: (folded: string) => unknown): Fragment =>
        context.value(filter, (stored) => read(String(bind(stored))));
      const textMatch = (kind: TextMatch, text: string, part: Fragment): Fragment =>
        text === folded.stored && part === value
          ? foldedMatch(kind, shown, value, form)
          : dialect.textMatch(kind, text, part);
      return operator.sql({
        ...folded,
        dialect: { ...dialect, textMatch: textMatch as SqlDialect['textMatch'] },
      }) as Fragment;
    }
    case 'pair': {
      const [first, second] = [0, 1].map((index) => mark((values) => (values as unknown[])[index]));
      return operator.sql({ ...compared, first: first as Fragment, second: second as Fragment }) as Fragment;
    }
    case 'list': {
      // The values of the list are stored values of the column.
      const list = context.value(filter, (values) =>
        dialect.toListParam(values as readonly Stored[], column),
      );
      const isListed: Fragment = { text: dialect.inList(plain, column), params: list.params };
      return operator.sql({ ...compared, isListed }) as Fragment;
    }
  }
}

/** Writes a comparison of a root row with the expression of its search index. undefined: the index does not serve the comparison. */
function indexedMatch(
  filter: CompareFilter,
  scope: Scope,
  context: CompileContext,
): SearchDialect['textMatch'] {
  const { search } = context.dialect;
  if (!search || scope.kind !== 'row' || scope.inside || !isFoundAlone(filter, search)) return undefined;
  const index = context.searchIndex(scope.type.table);
  return index && isSearched(filter, index) ? search.textMatch : undefined;
}
