// The state of parsing one query, and the errors that all parsers share.
import type { AppError } from '../../kernel/errors/app-error';
import { coreErrors, type ParamName } from '../../kernel/errors/core-errors';
import type { AnyModel, Schema, WaitingAttribute } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import { type ModelView, viewOf } from './model-view';
import type { QueryLimits } from './query-limits';

export class ParseState {
  /** Populated nodes so far, the root included. */
  nodes = 1;
  /** Conditions so far, of all filters. */
  private conditions = 0;

  constructor(
    readonly schema: Schema,
    readonly visibility: Visibility,
    readonly limits: QueryLimits,
    /** The top-level parameter: inside `populate`, filters belong to `populate`. */
    public param: ParamName = 'filters',
  ) {}

  view(model: AnyModel): ModelView {
    return viewOf(this.visibility, this.schema, model);
  }

  invalidKey(key: string, path: string | null): AppError {
    return coreErrors.QUERY_INVALID_KEY(key, path, this.param);
  }

  /** For everything except an unknown key. The message names the expected form. */
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

  countCondition(): void {
    this.conditions += 1;
    const most = this.limits.conditions;
    if (this.conditions > most) throw coreErrors.QUERY_TOO_MANY_CONDITIONS(most, this.param);
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

/** An object with keys, also of another realm. Dates, maps and lists are not. */
export const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && Object.prototype.toString.call(raw) === '[object Object]';

/** Keys that are ignored in every query. */
export const isMeaningless = (key: string): boolean =>
  key === '__proto__' || key === 'constructor' || key === 'prototype';

/** A value in a message, cut to 60 characters. */
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
