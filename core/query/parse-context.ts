// What every parser needs to know of the request, and the refusals they share. The refusals themselves are rows of the
// core's error table.
import type { AppError } from '../errors/app-error';
import { coreErrors, type ParamName } from '../errors/core-errors';
import type { AnyModel, Schema, WaitingAttribute } from '../schema/content-type';
import type { Visibility } from '../schema/visibility';
import { type ModelView, viewOf } from './model-view';
import type { QueryLimits } from './raw-query';

export class ParseContext {
  /** Populated nodes so far, the root included. */
  nodes = 1;

  constructor(
    readonly schema: Schema,
    readonly visibility: Visibility,
    readonly limits: QueryLimits,
    /** The top-level parameter being read: inside `populate`, everything is of `populate`. */
    public param: ParamName = 'filters',
  ) {}

  view(model: AnyModel): ModelView {
    return viewOf(this.visibility, this.schema, model);
  }

  invalidKey(key: string, path: string | null): AppError {
    return coreErrors.QUERY_INVALID_KEY(key, path, this.param);
  }

  /** Wrong in another way than by its name: the message says what was expected. */
  invalid(message: string, key: string, path: string | null): AppError {
    return coreErrors.QUERY_INVALID(message, { key, path, source: 'query', param: this.param });
  }

  waiting(attribute: WaitingAttribute, key: string, path: string | null): AppError {
    return this.invalid(`${join(path, key)} cannot be used: it ${attribute.reason}`, key, path);
  }

  checkDepth(depth: number, key: string, path: string | null): void {
    if (depth > this.limits.depth)
      throw this.invalid(
        `${join(path, key)} is nested deeper than ${this.limits.depth} levels, the limit of a query`,
        key,
        path,
      );
  }

  checkLength(list: readonly unknown[], key: string, path: string | null): void {
    const { arrayLimit } = this.limits;
    if (list.length > arrayLimit)
      throw this.invalid(
        `Too many entries for ${key}${path === null ? '' : ` at ${path}`} (${list.length}). The maximum number of entries of a list in a query is ${arrayLimit}.`,
        key,
        path,
      );
  }
}

export const join = (path: string | null, key: string): string => (path === null ? key : `${path}.${key}`);

/** An object of keys, whoever made it; dates, maps and lists are none. */
export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && Object.prototype.toString.call(raw) === '[object Object]';

/** Keys that no query can mean. */
export const isMeaningless = (key: string): boolean =>
  key === '__proto__' || key === 'constructor' || key === 'prototype';

/** For messages: short, whatever was sent. */
export function show(raw: unknown): string {
  let text: string | undefined;
  try {
    text = typeof raw === 'bigint' ? String(raw) : JSON.stringify(raw);
  } catch {
    text = undefined;
  }
  text ??= typeof raw;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** `true` and `false` in the spellings of a query string; undefined: neither. */
export function parseFlag(raw: unknown): boolean | undefined {
  if (raw === true || raw === 'true' || raw === 1 || raw === '1' || raw === 't') return true;
  if (raw === false || raw === 'false' || raw === 0 || raw === '0' || raw === 'f') return false;
  return undefined;
}
