// The rows of one page: of the answer, and of each parent.
//
// Query: category?fields=name&populate[articles][fields]=title&populate[articles][start]=1&populate[articles][limit]=2
//   SELECT json_object(…), t1."document_id" FROM "category_list" t1 ORDER BY t1.id LIMIT +?
//   SELECT k, c1 FROM (SELECT t2."category_doc" AS k, … AS c1, row_number() OVER (PARTITION BY t2."category_doc" ORDER BY …) AS n …) w
//     WHERE n > ? AND n <= ? ORDER BY k, n LIMIT +?

import { build } from '../../../database/sql';
import type { Page } from '../../query/ast';
import type { CompileContext, Fragment } from './context';

/** `onlyIf`: a condition. When it is false, the LIMIT is 0. */
export function limitSql(page: Page | null, context: CompileContext, onlyIf = ''): Fragment {
  if (!page) return build('');
  const limit = context.value(page, (value) => bound((value as Page).limit, context));
  const { limitMark } = context.dialect;
  const text = onlyIf ? `CASE WHEN ${onlyIf} THEN CAST(${limitMark} AS BIGINT) ELSE 0 END` : limitMark;
  return build(
    ' LIMIT ',
    { text, params: limit.params.map((each) => (each.kind === 'value' ? { ...each, isLimit: true } : each)) },
    ...(page.start > 0
      ? [' OFFSET ', context.value(page, (value) => bound((value as Page).start, context))]
      : []),
  );
}

/** `number`: SQL of the number of a row; the first row has 1. A page ends at the row `start + limit`. */
export function onPage(number: string, page: Page, context: CompileContext): Fragment {
  const rowsUntil = (at: (page: Page) => number): Fragment =>
    context.value(page, (value) => bound(Math.min(at(value as Page), Number.MAX_SAFE_INTEGER), context));
  return build(
    `${number} > `,
    rowsUntil(({ start }) => start),
    ` AND ${number} <= `,
    rowsUntil(({ start, limit }) => start + limit),
  );
}

/** A number of rows as a parameter. */
const bound = (rows: number, context: CompileContext): unknown =>
  context.dialect.toParam(rows, { kind: 'integer' });
