// `pagination`: pages (`page`, `pageSize`) or an offset (`start`, `limit`) → Page, cut to the configured maximum.
import { coreErrors } from '../../kernel/errors/core-errors';
import type { Page } from './ast';
import { isRecord, parseFlag, show } from './parse-state';
import type { QueryLimits } from './query-limits';

export type PageLimits = Pick<QueryLimits, 'defaultLimit' | 'maxLimit' | 'withCount'>;

/** The limit of a page without one. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

export function parsePagination(raw: unknown, limits: PageLimits): Page {
  if (raw === undefined || raw === null) return pageOf(undefined, undefined, limits.withCount, limits);
  if (Array.isArray(raw)) return parsePagination({}, limits);
  if (!isRecord(raw))
    throw coreErrors.QUERY_INVALID(
      `Invalid pagination parameter. Expected an object with page and pageSize, or start and limit, got ${show(raw)}`,
    );
  const { page, pageSize, start, limit } = raw;
  const isOffset = start !== undefined || limit !== undefined;
  if (isOffset && (page !== undefined || pageSize !== undefined))
    throw coreErrors.QUERY_PAGINATION('Cannot use both page & offset pagination in the same query');

  const withCount = raw.withCount === undefined ? limits.withCount : readWithCount(raw.withCount);
  return isOffset ? offsetOf(start, limit, withCount, limits) : pageOf(page, pageSize, withCount, limits);
}

/** Refuses `page` and `pageSize` outside of `pagination`. */
export function checkMisplacedPagination(param: string): void {
  if (param === 'page' || param === 'pageSize')
    throw coreErrors.QUERY_PAGINATION(
      'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    );
}

function pageOf(rawPage: unknown, rawSize: unknown, withCount: boolean, limits: PageLimits): Page {
  const page = rawPage === undefined ? 1 : readWhole(rawPage, 'page', 1);
  const pageSize = cut(
    rawSize === undefined ? limits.defaultLimit : readWhole(rawSize, 'pageSize', 1),
    limits,
  );
  const start = (page - 1) * pageSize;
  if (!Number.isSafeInteger(start))
    throw coreErrors.QUERY_INVALID(`pagination.page is too large: ${page} pages of ${pageSize} entries`);
  return { style: 'page', start, limit: pageSize, page, pageSize, withCount };
}

function offsetOf(rawStart: unknown, rawLimit: unknown, withCount: boolean, limits: PageLimits): Page {
  const start = rawStart === undefined ? 0 : readWhole(rawStart, 'start', 0);
  const wanted = rawLimit === undefined ? limits.defaultLimit : readLimit(rawLimit);
  const limit = cut(wanted, limits);
  return { style: 'offset', start, limit, page: Math.floor(start / limit) + 1, pageSize: limit, withCount };
}

/** -1: all of them. */
const readLimit = (raw: unknown): number => (toNumber(raw) === -1 ? UNLIMITED : readWhole(raw, 'limit', 1));

const cut = (wanted: number, { maxLimit }: PageLimits): number =>
  maxLimit === null ? wanted : Math.min(wanted, maxLimit);

/** A text counts as JavaScript's Number reads it: `1e1`, `0x10`, ` 5`. */
function toNumber(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : Number.NaN;
}

function readWhole(raw: unknown, name: string, least: number): number {
  const value = toNumber(raw);
  if (!Number.isSafeInteger(value) || value < least)
    throw coreErrors.QUERY_INVALID(
      `Invalid pagination.${name}. Expected a whole number of at least ${least}${name === 'limit' ? ', or -1 for all' : ''}, got ${show(raw)}`,
    );
  return value;
}

function readWithCount(raw: unknown): boolean {
  const flag = parseFlag(raw);
  if (flag === undefined)
    throw coreErrors.QUERY_INVALID('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
  return flag;
}
