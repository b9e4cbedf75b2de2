// Sort keys as SQL: a column, or the least (ascending) or greatest (descending) value that relations and components lead to.
//
// Query: article?fields=title&sort=author.name
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'title',t1."title") FROM (SELECT t2.id AS k, (SELECT
//     min(t4."name") FROM "author_list" t4 WHERE t4."document_id" = t2."author_doc" AND t4."stage" = ?) AS s0, t2."id" AS s1
//     FROM "article_list" t2 WHERE t2."tongue" = ? AND t2."stage" = ? ORDER BY s0, t2."id" LIMIT +?) t3 JOIN "article_list" t1
//     ON t1.id = t3.k ORDER BY t3.s0, t3.s1

import { build } from '../../../database/sql';
import type { ScalarAttribute } from '../../model/compiled/content-type';
import type { SortKey, SortStep } from '../../query/ast';
import { type CompileContext, type Fragment, fieldSql, type Scope, specOf, where } from './context';
import { joinRelation, tieSql } from './relation-join';
import { filterSql } from './where';

export interface OrderTerm {
  readonly value: Fragment;
  readonly direction: 'asc' | 'desc';
  /** The value is the id of a row, which is never NULL. */
  readonly notNull?: true;
}

export function orderTerms(sort: readonly SortKey[], scope: Scope, context: CompileContext): OrderTerm[] {
  return sort.map((key) => ({
    value: sortValue(key.steps, key.field, key.direction, scope, context),
    direction: key.direction,
    ...(key.steps.length === 0 && key.field.name === 'id' && scope.kind === 'row' ? { notNull: true } : {}),
  }));
}

export function orderBy(terms: readonly OrderTerm[], context: CompileContext): Fragment {
  return build(
    ...terms.flatMap((term, index): (string | Fragment)[] => [
      ...(index === 0 ? [] : [', ']),
      {
        text: context.dialect.orderBy(term.value.text, term.direction, term.notNull),
        params: term.value.params,
      },
    ]),
  );
}

function sortValue(
  steps: readonly SortStep[],
  field: ScalarAttribute,
  direction: 'asc' | 'desc',
  scope: Scope,
  context: CompileContext,
): Fragment {
  const [step, ...rest] = steps;
  if (!step) return build(sortable(field, fieldSql(field, scope, context), context));
  const pick = direction === 'asc' ? 'min' : 'max';

  if (step.kind === 'relation') {
    const to = joinRelation({
      attribute: step.attribute,
      type: step.type,
      bound: step.bound,
      scope,
      context,
    });
    const row = { kind: 'row', alias: to.alias, type: step.type } as const;
    const inner = sortValue(rest, field, direction, row, context);
    const seen = step.filter ? [filterSql(step.filter, row, context)] : [];
    return build(
      `(SELECT ${pick}(`,
      inner,
      `) FROM ${to.from}`,
      where([...tieSql(to), ...to.shown, ...seen]),
      ')',
    );
  }

  const row = scope.kind === 'row' ? scope : scope.row;
  const { dialect } = context;
  const stored =
    scope.kind === 'row'
      ? `${scope.alias}.${context.id(step.attribute.column)}`
      : dialect.entryJson(scope.object, step.attribute.name);
  if (!step.attribute.repeatable)
    return sortValue(rest, field, direction, { kind: 'entry', object: stored, row }, context);
  const each = dialect.eachEntry(stored, context.alias());
  const inner = sortValue(rest, field, direction, { kind: 'entry', object: each.entry, row }, context);
  return build(`(SELECT ${pick}(`, inner, `) FROM ${each.from})`);
}

/** PostgreSQL has no min of a boolean, and no order of json. */
function sortable(field: ScalarAttribute, expr: string, { dialect }: CompileContext): string {
  const spec = specOf(field);
  if (spec.kind === 'boolean') return `(CASE WHEN ${expr} THEN 1 WHEN NOT ${expr} THEN 0 END)`;
  return spec.kind === 'json' ? dialect.asText(expr, spec) : expr;
}
