// The value of a connection: its documents, their page, and the aggregates of all matching documents.
import { type AggregateOutcome, type Page, parsePagination, type QueryLimits } from '../../../core';

export interface Connection {
  /** A list, or its text. */
  readonly nodes: unknown;
  pageInfo(): unknown;
  readonly aggregate: AggregateOutcome | null;
  /** For the former response format. */
  readonly data: unknown;
  meta(): unknown;
}

export function connectionOf(
  nodes: unknown,
  total: number,
  page: Page | null,
  aggregate: AggregateOutcome | null,
): Connection {
  const pageInfo = () => pageInfoOf(total, page);
  return { nodes, pageInfo, aggregate, data: nodes, meta: () => ({ pagination: pageInfo() }) };
}

/** The page that the arguments of a list name. */
export const askedPage = (pagination: unknown, limits: QueryLimits): Page =>
  parsePagination(
    Object.fromEntries(Object.entries(pagination ?? {}).filter(([, value]) => value !== null)),
    limits,
  );

/** Always by pages: `start: 20, limit: 10` is page 3. All entries (`limit: -1`) are one page. */
function pageInfoOf(total: number, page: Page | null) {
  const isAll = !page || page.pageSize >= Number.MAX_SAFE_INTEGER;
  const pageSize = isAll ? total : page.pageSize;
  return {
    page: isAll ? 1 : page.page,
    pageSize,
    pageCount: pageSize === 0 ? 0 : Math.ceil(total / pageSize),
    total,
  };
}
