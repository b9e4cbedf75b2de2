// The options of a populate object: which may stand there, and how `count` and pages are read.
import type { AnyModel } from '../model/compiled/content-type';
import type { Origin, Page } from './ast';
import { parsePagination } from './parse-pagination';
import { isRecord, type ParseState, parseFlag, show } from './parse-state';

export type Options = Readonly<Record<string, unknown>>;

/** Where a populated attribute stands in the request and in the answer. */
export interface PopulatePosition {
  /** The key in the answer. */
  readonly key: string;
  /** The model that has the attribute. */
  readonly model: AnyModel;
  /** The dotted path to the attribute, itself included. */
  readonly path: string;
  readonly depth: number;
  readonly origin: Origin;
}

export const NO_OPTIONS: Options = Object.freeze({});

const ENTRY_OPTIONS = ['fields', 'filters', 'sort', 'populate'];
const COMPONENT_OPTIONS = [...ENTRY_OPTIONS, 'count'];
const PAGES = ['pagination', 'start', 'limit', 'page', 'pageSize'];

export const OPTIONS = {
  relation: new Set(COMPONENT_OPTIONS),
  pagedRelation: new Set([...COMPONENT_OPTIONS, ...PAGES]),
  component: new Set(COMPONENT_OPTIONS),
  fragments: new Set(['on', 'populate', 'count']),
  entry: new Set(ENTRY_OPTIONS),
} as const satisfies Record<string, ReadonlySet<string>>;

export function checkOptions(
  options: Options,
  allowed: ReadonlySet<string>,
  path: string,
  context: ParseState,
): void {
  for (const key of Object.keys(options)) {
    if (allowed.has(key) || options[key] === undefined) continue;
    if (key === 'attribute' && context.limits.populatePages) continue;
    throw context.invalidKey(key, path);
  }
}

export function readCount(options: Options | null, path: string, context: ParseState): boolean {
  if (options?.count === undefined) return false;
  const flag = parseFlag(options.count);
  if (flag === undefined)
    throw context.invalid(`count at ${path} takes true or false, got ${show(options.count)}`, 'count', path);
  return flag;
}

/** The page that each parent gets, from `pagination` or from its keys next to `filters`; null: all documents. */
export function readPage(options: Options, path: string, context: ParseState): Page | null {
  const { pagination, start, limit, page, pageSize } = options;
  if (pagination !== undefined && pagination !== null && !isRecord(pagination))
    throw context.invalid(
      `pagination at ${path} takes an object, got ${show(pagination)}`,
      'pagination',
      path,
    );
  const asked = isRecord(pagination) ? pagination : { start, limit, page, pageSize };
  if (
    asked.start === undefined &&
    asked.limit === undefined &&
    asked.page === undefined &&
    asked.pageSize === undefined
  )
    return null;
  return parsePagination(asked, context.limits);
}
