// What a tap of `documents.around` gets and returns.
import type { Caller } from '../../../kernel/http/request/caller';
import { callerOf, visibilityOf } from '../../model/compiled/callers';
import type { ContentType } from '../../model/compiled/content-type';
import type { Visibility } from '../../model/compiled/visibility';
import type { PaginationMeta } from '../operations';

type Params = Readonly<Record<string, unknown>>;

/** One operation of the document service. */
export interface DocumentCall {
  readonly type: ContentType;
  /** `find`, `findOne`, `count`, `aggregate`, `create`, `update`, `delete`, `clone`, or an operation that a plugin added. */
  readonly operation: string;
  readonly caller: Caller;
  readonly visibility: Visibility;
  /**
   * The arguments: `filters`, `sort`, `populate`, `documentId`, `data` and others. A copy, which a tap may change or replace before
   * `next()`. They are checked with the rights of the caller.
   */
  params: Params;
}

/** The result of a call. */
export interface DocumentAnswer {
  /**
   * A list, a document, null, a number (`count`), figures (`aggregate`) or `{ deleted }`. Of an item of a bulk write: `{ documentId }`. Text
   * is parsed at the first access. What a tap reads or sets is cleaned for the caller again.
   */
  value: unknown;
  /** Of a list. */
  readonly pagination?: PaginationMeta | undefined;
}

export type Around = (call: DocumentCall, work: () => Promise<DocumentAnswer>) => Promise<DocumentAnswer>;

export const callOf = (
  operation: string,
  type: ContentType,
  words: object,
  rights: { readonly caller?: Caller | undefined; readonly visibility?: Visibility | undefined },
): DocumentCall => ({
  type,
  operation,
  caller: callerOf(rights),
  visibility: visibilityOf(rights),
  params: paramsOf(words),
});

/** The arguments of a call without those that are no matter of taps: rights, limits, conditions. A copy. */
export function paramsOf(words: object): Params {
  const {
    caller: _c,
    visibility: _v,
    limits: _l,
    commits: _w,
    precondition: _p,
    newId: _n,
    ...params
  } = words as Params;
  const copy = copyOf(params) as Record<PropertyKey, unknown>;
  // Keys of plugins travel along.
  for (const key of Object.getOwnPropertySymbols(params)) copy[key] = Reflect.get(params, key);
  return copy;
}

/** Of lists and plain objects at any depth, so that no tap changes a query that other requests share. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]));
}
