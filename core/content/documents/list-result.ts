// The documents of a list as one text, and its page as an answer shows it.

import type { Page, QueryNode } from '../query/ast';
import type { ListOutcome } from '../sql/read/outcomes';
import type { PaginationMeta, TextResult } from './operations';

export const listResult = (node: QueryNode, { texts, total }: ListOutcome): TextResult => ({
  text: arrayText(texts),
  ...paginationOf(node, total),
});

export const paginationOf = ({ page }: QueryNode, total: number | null): Pick<TextResult, 'pagination'> =>
  page ? { pagination: paginationMeta(page, total) } : {};

function paginationMeta(page: Page, total: number | null): PaginationMeta {
  const counted = page.withCount && total !== null;
  if (page.style === 'offset') return { start: page.start, limit: page.limit, ...(counted ? { total } : {}) };
  return {
    page: page.page,
    pageSize: page.pageSize,
    ...(counted ? { pageCount: Math.ceil(total / page.pageSize), total } : {}),
  };
}

/** One long text is copied once, when it is sent. `join` would copy it here too. */
function arrayText(texts: readonly string[]): string {
  let text = '[';
  for (let i = 0; i < texts.length; i++) text += i === 0 ? texts[i] : `,${texts[i]}`;
  return `${text}]`;
}
