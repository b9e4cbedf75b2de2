// The attributes by which a list finds and orders its rows: facts of slow statements, from which `quire doctor --indexes` proposes
// indexes. Only conditions that every row has to meet count.
//
// Query: article?fields=title&filters[kind]=news&filters[rating][$gt]=3&sort=title
//   SELECT count(*) FROM "article_list" t0 WHERE … AND (t0."kind" = ? AND t0."rating" > ?)
//
// Compared: [{ type: 'api::article.article', equal: ['kind'], range: ['rating'], sort: ['title'] }]

import type { ComparedColumns } from '../../../database/database';
import { EQUAL } from '../../attributes/operators/equality';
import { IN } from '../../attributes/operators/list';
import { AT_LEAST, AT_MOST, BETWEEN, GREATER, LESS } from '../../attributes/operators/order';
import type { ContentType } from '../../model/compiled/content-type';
import type { CompareFilter, Filter, QueryNode, SortKey } from '../../query/ast';

export function comparedColumns({ type, filter, sort }: QueryNode): ComparedColumns[] {
  const compared: ComparedColumns[] = [];
  addCompared(type, filter, sortedBy(sort), compared);
  return compared;
}

function addCompared(
  type: ContentType,
  filter: Filter | null,
  sort: readonly string[],
  compared: ComparedColumns[],
): void {
  const needed = conjuncts(filter);
  const names = (operators: readonly unknown[]): string[] => [
    ...new Set(
      needed.flatMap((each) =>
        each.kind === 'compare' && operators.includes(each.operator) ? [fieldName(each)] : [],
      ),
    ),
  ];
  const [equal, range] = [names([EQUAL, IN]), names([LESS, AT_MOST, GREATER, AT_LEAST, BETWEEN])];
  if (equal.length + range.length + sort.length > 0) compared.push({ type: type.uid, equal, range, sort });
  for (const each of needed) if (each.kind === 'related') addCompared(each.type, each.where, [], compared);
}

const conjuncts = (filter: Filter | null): Filter[] =>
  filter?.kind === 'and' ? filter.of.flatMap(conjuncts) : filter ? [filter] : [];

const fieldName = ({ field }: CompareFilter): string => field.name;

/** The order of the request, where one index has it: own attributes in one direction. */
function sortedBy(sort: readonly SortKey[]): string[] {
  const asked = sort.filter(({ origin }) => origin !== null);
  const isPlain = asked.every(
    ({ steps, direction }) => steps.length === 0 && direction === asked[0]?.direction,
  );
  return isPlain ? asked.map(({ field }) => field.name) : [];
}
