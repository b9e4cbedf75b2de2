// Conditions on one scalar: `filters[title][$contains]=x` and every other form of it → compare filters. A value that the
// attribute cannot have is refused, never dropped.

import { canonicalDecimal } from '../../database/decimal-text';
import type { Stored } from '../../database/sql-dialect';
import { textFilterValue } from '../attributes/families/filter-values';
import type { FilterOperator, FlagOperator, OneValueOperator } from '../attributes/filter-operator';
import { EQUAL, NOT_EQUAL } from '../attributes/operators/equality';
import { IN, NOT_IN } from '../attributes/operators/list';
import { IS_NOT_NULL, IS_NULL } from '../attributes/operators/presence';
import { compares } from '../attributes/operators/registry';
import type { ScalarAttribute } from '../model/compiled/content-type';
import type { CompareFilter, Filter } from './ast';
import { and, constant, not, or } from './combine-filters';
import { fitNumber } from './number-out-of-range';
import { isLogical, parseLogic } from './parse-logic';
import { isMeaningless, isRecord, show } from './parse-state';
import { checkDepthAt, invalidAt, keyBelow, keyDeeper, originOf, pathOf, type QueryKey } from './query-key';

/** `at`: the name of the field in the request. `raw`: what follows it. */
export function parseCondition(field: ScalarAttribute, raw: unknown, at: QueryKey): Filter | null {
  if (raw === undefined) return null;
  if (raw === null) return compare(field, IS_NULL, null, at);
  if (Array.isArray(raw)) return parseOperator(field, IN, raw, at);
  if (!isRecord(raw)) return parseOperator(field, EQUAL, raw, at);

  checkDepthAt(at);
  const parts: (Filter | null)[] = [];
  for (const key of Object.keys(raw)) {
    if (isMeaningless(key)) continue;
    const value = raw[key];
    const here = keyBelow(at, key);
    if (isLogical(key)) {
      parts.push(parseLogic(key, value, here, (item) => parseCondition(field, item, keyDeeper(at))));
      continue;
    }
    const operator = at.context.schema.operators.get(key);
    if (!operator) throw at.context.invalidKey(key, here.path);
    if (value !== undefined) parts.push(parseOperator(field, operator, value, here));
  }
  return and(parts);
}

/** `at`: the operator in the request, or the field where the operator is implied. */
export function parseOperator(
  field: ScalarAttribute,
  operator: FilterOperator,
  raw: unknown,
  at: QueryKey,
): Filter {
  const { name } = operator;
  const { filter } = field.type;
  if (!filter) throw at.context.invalidKey(field.name, pathOf(at));
  if (!compares(operator, field.type))
    throw invalidAt(at, `${field.name} is of type ${field.declaredType} and cannot be compared with ${name}`);
  switch (operator.takes) {
    case 'none':
      return parseFlagOperator(field, operator, raw, at);
    case 'list':
      return parseList(field, operator, raw, at);
    case 'pair': {
      if (!Array.isArray(raw) || raw.length !== 2)
        throw invalidAt(at, `${name} takes a list of exactly two values, got ${show(raw)}`);
      return compare(
        field,
        operator,
        [parseOne(field, operator, raw[0], at), parseOne(field, operator, raw[1], at)],
        at,
      );
    }
    case 'one':
      if (Array.isArray(raw)) return parseAnyOf(field, operator, raw, at);
      if (raw === null && operator.takesNull)
        return compare(field, operator.negative ? IS_NOT_NULL : IS_NULL, null, at);
      return compare(field, operator, parseOne(field, operator, raw, at), at);
  }
}

/** `[$contains][]=a&[$contains][]=b`: any of the values. `[$ne][]=a&[$ne][]=b`: none of them. */
function parseAnyOf(
  field: ScalarAttribute,
  operator: OneValueOperator,
  list: readonly unknown[],
  at: QueryKey,
): Filter {
  if (operator === EQUAL || operator === NOT_EQUAL) {
    if (!list.includes(null)) return parseOperator(field, operator === EQUAL ? IN : NOT_IN, list, at);
  }
  at.context.checkLength(list, at.key, at.path);
  const parts = list.map((item) => {
    if (Array.isArray(item)) throw invalidAt(at, `Expected one value, got ${show(item)}`);
    return parseOperator(field, operator, item, at);
  });
  if (operator.negative) return and(parts) ?? compare(field, IS_NOT_NULL, null, at);
  return or(parts) ?? constant(false);
}

function parseFlagOperator(
  field: ScalarAttribute,
  operator: FlagOperator,
  raw: unknown,
  at: QueryKey,
): Filter {
  if (parseFlagValue(raw)) return compare(field, operator, null, at);
  const opposite = at.context.schema.operators.get(operator.opposite ?? '');
  return opposite ? compare(field, opposite, null, at) : (not(compare(field, operator, null, at)) as Filter);
}

/** `$null=true`. Every value except `false`, `0`, `f` and nothing counts as true, also a list or an object. */
export function parseFlagValue(raw: unknown): boolean {
  if (raw === null || raw === false || raw === 0) return false;
  return typeof raw !== 'string' || !NO_WORDS.has(raw.toLowerCase());
}

const NO_WORDS: ReadonlySet<string> = new Set(['false', '0', 'f', '']);

function parseList(field: ScalarAttribute, operator: FilterOperator, raw: unknown, at: QueryKey): Filter {
  const { context, key, path } = at;
  const list = Array.isArray(raw) ? raw : isRecord(raw) ? null : raw === null ? [] : [raw];
  if (!list)
    throw invalidAt(
      at,
      `${operator.name} takes a list of at most ${context.limits.arrayLimit} values, got ${show(raw)}`,
    );
  context.checkLength(list, key, path);
  if (list.length === 0) return operator.negative ? compare(field, IS_NOT_NULL, null, at) : constant(false);
  const values = list.map((item) => parseOne(field, operator, item, at));
  return compare(field, operator, values, at);
}

function parseOne(field: ScalarAttribute, operator: FilterOperator, raw: unknown, at: QueryKey): Stored {
  const { name } = operator;
  if (operator.takes !== 'none' && operator.value === 'text') return parseText(field, name, raw, at);
  if (!isPlainValue(raw))
    throw invalidAt(
      at,
      raw === null
        ? `null is not a value that ${name} compares with; use $null or $notNull`
        : `Expected one value, got ${show(raw)}`,
    );
  if (operator.takes !== 'none' && operator.value === 'number') {
    const number = canonicalDecimal(raw);
    if (number === null)
      throw invalidAt(at, `Invalid value ${show(raw)} for ${field.name}: ${name} expects a number`);
    return number;
  }
  const { parse, absent } = field.type.filter ?? {};
  const parsed = parse?.(raw, field.options, name);
  if (parsed && 'value' in parsed && parsed.value !== null) return parsed.value;
  // `filters[id]=abc` matches no row; `filters[id][$gt]=abc` is a 400.
  const isEquality = operator.takes === 'list' || (operator.takes === 'one' && operator.takesNull === true);
  if (absent !== undefined && isEquality && parsed) return absent;
  throw invalidAt(
    at,
    parsed && 'reason' in parsed
      ? reasonToMessage(parsed.reason, raw, field)
      : `${show(raw)} is no value of ${field.name}`,
  );
}

/** A reason that is a whole sentence is the message. Other reasons follow the word `expected`. */
const reasonToMessage = (reason: string, raw: unknown, field: ScalarAttribute): string =>
  reason.charAt(0) === reason.charAt(0).toUpperCase()
    ? reason
    : `Invalid value ${show(raw)} for ${field.name}: expected ${reason}`;

function parseText(field: ScalarAttribute, operator: string, raw: unknown, at: QueryKey): Stored {
  const text = raw instanceof Date && !Number.isNaN(raw.getTime()) ? raw.toISOString() : raw;
  const parsed = textFilterValue(text);
  if ('reason' in parsed)
    throw invalidAt(at, `Invalid value ${show(raw)} for ${field.name}: ${operator} expects ${parsed.reason}`);
  return parsed.value;
}

const isPlainValue = (raw: unknown): raw is string | number | boolean | bigint | Date =>
  typeof raw === 'string' ||
  typeof raw === 'number' ||
  typeof raw === 'boolean' ||
  typeof raw === 'bigint' ||
  Object.prototype.toString.call(raw) === '[object Date]';

function compare(
  field: ScalarAttribute,
  operator: FilterOperator,
  value: CompareFilter['value'],
  at: QueryKey,
): Filter {
  at.context.countCondition();
  const fitted = fitNumber(field, operator, value);
  if (!fitted) throw invalidAt(at, `${show(value)} is no value of ${field.name}`);
  return { kind: 'compare', field, ...fitted, origin: originOf(at) };
}
