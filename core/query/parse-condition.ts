// Conditions on one scalar: `filters[title][$contains]=x` and every other form of it → compare filters. Values become
// what the attribute's type stores; a value it cannot have is refused, never dropped.
import type { Stored } from '../attributes/attribute-type';
import { textFilterValue } from '../attributes/families/filter-values';
import type { ScalarAttribute } from '../schema/content-type';
import type { CompareFilter, Filter } from './ast';
import { and, constant } from './combine-filters';
import { isLogical, OPERATORS, type OperatorFacts } from './operators';
import { isMeaningless, isRecord, show } from './parse-context';
import { parseLogic } from './parse-logic';
import { below, checkDepthAt, deeper, invalidAt, originOf, type Place, pathOf } from './place';

/** `at` is how the request names the field; `raw` is what it says of it. */
export function parseCondition(field: ScalarAttribute, raw: unknown, at: Place): Filter | null {
  if (raw === undefined) return null;
  if (raw === null) return compare(field, '$null', null, at);
  if (Array.isArray(raw)) return parseOperator(field, IN, raw, at);
  if (!isRecord(raw)) return parseOperator(field, EQ, raw, at);

  checkDepthAt(at);
  const parts: (Filter | null)[] = [];
  for (const word of Object.keys(raw)) {
    if (isMeaningless(word)) continue;
    const value = raw[word];
    const here = below(at, word);
    if (isLogical(word)) {
      parts.push(parseLogic(word, value, here, (item) => parseCondition(field, item, deeper(at))));
      continue;
    }
    const operator = OPERATORS.get(word);
    if (!operator) throw at.context.invalidKey(word, here.path);
    if (value !== undefined) parts.push(parseOperator(field, operator, value, here));
  }
  return and(parts);
}

/** `at` is how the request names the operator, or the field where the operator is implied. */
export function parseOperator(
  field: ScalarAttribute,
  operator: OperatorFacts,
  raw: unknown,
  at: Place,
): Filter {
  const { name, kind } = operator;
  if (!field.type.filter) throw at.context.invalidKey(field.name, pathOf(at));
  if (kind === 'presence') return compare(field, asksForNull(name, raw, at) ? '$null' : '$notNull', null, at);
  if (!field.type.filter.operators.includes(name))
    throw invalidAt(at, `${field.name} is of type ${field.declaredType} and cannot be compared with ${name}`);

  if (kind === 'list') return parseList(field, operator, raw, at);
  if (kind === 'range') {
    if (!Array.isArray(raw) || raw.length !== 2)
      throw invalidAt(at, `$between takes a list of exactly two values, got ${show(raw)}`);
    const ends = [parseOne(field, operator, raw[0], at), parseOne(field, operator, raw[1], at)];
    return compare(field, name, ends, at);
  }
  if (raw === null && (kind === 'equal' || kind === 'fold'))
    return compare(field, operator.negative ? '$notNull' : '$null', null, at);
  if (kind === 'equal' || kind === 'order')
    return compare(field, name, parseOne(field, operator, raw, at), at);

  // The element of a list is a value like any other; text in anything else is compared as it is answered.
  const { kind: stored } = field.type.column(field.options);
  const asText = stored !== 'string' && stored !== 'text' && !field.type.filter.elements;
  return compare(field, name, parseText(field, operator, raw, at), at, asText);
}

/** `$null=true` and `$notNull=false`. Anything but a clear no is a yes; a bare key is a no, as in the peer. */
export function asksForNull(operator: string, raw: unknown, at: Place): boolean {
  const wants = operator === '$null';
  if (raw === null || raw === false || raw === 0) return !wants;
  if (raw === true || typeof raw === 'number') return wants;
  if (typeof raw !== 'string') throw invalidAt(at, `${operator} takes true or false, got ${show(raw)}`);
  return NO_WORDS.has(raw.toLowerCase()) ? !wants : wants;
}

const NO_WORDS: ReadonlySet<string> = new Set(['false', '0', 'f', '']);

const EQ: OperatorFacts = { name: '$eq', kind: 'equal', negative: false };
const IN: OperatorFacts = { name: '$in', kind: 'list', negative: false };

function parseList(field: ScalarAttribute, operator: OperatorFacts, raw: unknown, at: Place): Filter {
  const { context, key, path } = at;
  const list = Array.isArray(raw) ? raw : isRecord(raw) ? null : [raw];
  if (!list)
    throw invalidAt(
      at,
      `${operator.name} takes a list of at most ${context.limits.arrayLimit} values, got ${show(raw)}`,
    );
  context.checkLength(list, key, path);
  if (list.length === 0) return operator.negative ? compare(field, '$notNull', null, at) : constant(false);
  const values = list.map((item) => parseOne(field, operator, item, at));
  return compare(field, operator.name, values, at);
}

function parseOne(field: ScalarAttribute, operator: OperatorFacts, raw: unknown, at: Place): Stored {
  if (!isPlainValue(raw))
    throw invalidAt(
      at,
      raw === null
        ? `null is not a value that ${operator.name} compares with; use $null or $notNull`
        : `${operator.name} takes one value, got ${show(raw)}`,
    );
  const parsed = field.type.filter?.parse(raw, field.options);
  const nothing = field.type.filter?.nothing;
  const isEquality = operator.kind === 'equal' || operator.kind === 'list';
  if (nothing !== undefined && isEquality && parsed && 'reason' in parsed) return nothing;
  if (!parsed || 'reason' in parsed || parsed.value === null)
    throw invalidAt(
      at,
      parsed && 'reason' in parsed
        ? reasonToMessage(parsed.reason, raw, field)
        : `${show(raw)} is no value of ${field.name}`,
    );
  return parsed.value;
}

/** A sentence of the type's own stands alone; else it names what was expected. */
const reasonToMessage = (reason: string, raw: unknown, field: ScalarAttribute): string =>
  reason.charAt(0) === reason.charAt(0).toUpperCase()
    ? reason
    : `Invalid value ${show(raw)} for ${field.name}: expected ${reason}`;

function parseText(field: ScalarAttribute, operator: OperatorFacts, raw: unknown, at: Place): Stored {
  const text = raw instanceof Date && !Number.isNaN(raw.getTime()) ? raw.toISOString() : raw;
  const parsed = textFilterValue(text);
  if ('reason' in parsed)
    throw invalidAt(
      at,
      `Invalid value ${show(raw)} for ${field.name}: ${operator.name} expects ${parsed.reason}`,
    );
  return parsed.value;
}

const isPlainValue = (raw: unknown): raw is string | number | boolean | bigint | Date =>
  typeof raw === 'string' ||
  typeof raw === 'number' ||
  typeof raw === 'boolean' ||
  typeof raw === 'bigint' ||
  Object.prototype.toString.call(raw) === '[object Date]';

const compare = (
  field: ScalarAttribute,
  operator: CompareFilter['operator'],
  value: CompareFilter['value'],
  at: Place,
  asText = false,
): Filter => ({ kind: 'compare', field, operator, value, asText, origin: originOf(at) });
