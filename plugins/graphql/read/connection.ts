// The value of a connection: its documents, their page, and the aggregates of all matching documents.
import type { GraphQLResolveInfo } from 'graphql';
import { type AggregateOutcome, type Page, parsePagination, type QueryLimits } from '../../../core';
import { isOfList, listPrefix, populatedKey } from './look-ahead';

export interface Connection {
  /** A list, its text, or a function that returns the list. */
  readonly nodes: unknown;
  pageInfo(): unknown;
  readonly aggregate: AggregateOutcome | null;
  /** For the former response format. */
  readonly data: unknown;
  meta(): unknown;
}

/** `nodes`, and `data` of the former response format. An operation may select both, or one several times. */
export function listsOf(nodes: unknown): { readonly nodes: unknown; readonly data: unknown } {
  if (!Array.isArray(nodes) || nodes.length === 0 || !hasLists(nodes[0])) return { nodes, data: nodes };
  const list: ListResolver = (_args, _context, { path }) =>
    nodes.map((document) => documentBelow(document, listPrefix(String(path.key))));
  return { nodes: list, data: list };
}

type ListResolver = (args: unknown, context: unknown, info: Pick<GraphQLResolveInfo, 'path'>) => unknown;

type Document = Readonly<Record<string, unknown>>;

const hasLists = (document: Document): boolean => Object.keys(document).some(isOfList);

/** The document as one of its selections has it: what this selection populates has the prefix. */
export const documentBelow = (document: Document, prefix: string): Document =>
  Object.fromEntries(
    Object.entries(document).flatMap(([key, value]) => {
      if (key.startsWith(prefix)) return [[populatedKey(key.slice(prefix.length)), value]];
      // Keys that other selections populate do not belong to this selection.
      return key.startsWith(populatedKey('')) ? [] : [[key, value]];
    }),
  );

export function connectionOf(
  nodes: unknown,
  total: number,
  page: Page | null,
  aggregate: AggregateOutcome | null,
): Connection {
  const pageInfo = () => pageInfoOf(total, page);
  return { ...listsOf(nodes), pageInfo, aggregate, meta: () => ({ pagination: pageInfo() }) };
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
