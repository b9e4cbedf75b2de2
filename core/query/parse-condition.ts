// Conditions on one scalar: `filters[title][$contains]=x` and every other form of it → compare filters. Values become
// what the attribute's type stores; a value it cannot have is refused, never dropped.
import type { Stored } from '../attributes/attribute-type';
import { textFilterValue } from '../attributes/families/filter-values';
import type { ScalarAttribute } from '../schema/content-type';
import type { CompareFilter, Filter, Origin } from './ast';
import { and, constant } from './combine-filters';
import { isLogical, OPERATORS, type OperatorFacts } from './operators';
import { isMeaningless, isRecord, join, type ParseContext, show } from './parse-context';
import { parseLogic } from './parse-logic';

/** `key` at `path` is how the request names the field; `raw` is what it says of it. */
export function parseCondition(
  field: ScalarAttribute,
  raw: unknown,
  key: string,
  path: string | null,
  depth: number,
  context: ParseContext,
): Filter | null {
  if (raw === undefined) return null;
  if (raw === null) return compare(field, '$null', null, context, key, path);
  if (Array.isArray(raw)) return parseOperator(field, IN, raw, key, path, context);
  if (!isRecord(raw)) return parseOperator(field, EQ, raw, key, path, context);

  context.checkDepth(depth, key, path);
  const own = join(path, key);
  const parts: (Filter | null)[] = [];
  for (const word of Object.keys(raw)) {
    if (isMeaningless(word)) continue;
    const value = raw[word];
    if (isLogical(word)) {
      parts.push(
        parseLogic(word, value, own, context, (item) =>
          parseCondition(field, item, key, path, depth + 1, context),
        ),
      );
      continue;
    }
    const operator = OPERATORS.get(word);
    if (!operator) throw context.invalidKey(word, own);
    if (value !== undefined) parts.push(parseOperator(field, operator, value, word, own, context));
  }
  return and(parts);
}

/** `key` at `path` is how the request names the operator, or the field where the operator is implied. */
export function parseOperator(
  field: ScalarAttribute,
  operator: OperatorFacts,
  raw: unknown,
  key: string,
  path: string | null,
  context: ParseContext,
): Filter {
  const { name, kind } = operator;
  const at: Place = { field, operator, key, path, context };
  if (!field.type.filter) throw context.invalidKey(field.name, join(path, key));
  if (kind === 'presence') {
    const isNull = asksForNull(name, raw, key, path, context);
    return compare(field, isNull ? '$null' : '$notNull', null, context, key, path);
  }
  if (!field.type.filter.operators.includes(name))
    throw context.invalid(
      `${field.name} is of type ${field.declaredType} and cannot be compared with ${name}`,
      key,
      path,
    );

  if (kind === 'list') return parseList(raw, at);
  if (kind === 'range') {
    if (!Array.isArray(raw) || raw.length !== 2)
      throw context.invalid(`$between takes a list of exactly two values, got ${show(raw)}`, key, path);
    return compare(field, name, [parseOne(raw[0], at), parseOne(raw[1], at)], context, key, path);
  }
  if (raw === null && (kind === 'equal' || kind === 'fold'))
    return compare(field, operator.negative ? '$notNull' : '$null', null, context, key, path);
  if (kind === 'equal' || kind === 'order')
    return compare(field, name, parseOne(raw, at), context, key, path);

  // The element of a list is a value like any other; text in anything else is compared as it is answered.
  const { kind: stored } = field.type.column(field.options);
  const asText = stored !== 'string' && stored !== 'text' && !field.type.filter.elements;
  return compare(field, name, parseText(raw, at), context, key, path, asText);
}

/** `$null=true` and `$notNull=false`. Anything but a clear no is a yes; a bare key is a no, as in the peer. */
export function asksForNull(
  operator: string,
  raw: unknown,
  key: string,
  path: string | null,
  context: ParseContext,
): boolean {
  const wants = operator === '$null';
  if (raw === null || raw === false || raw === 0) return !wants;
  if (raw === true || typeof raw === 'number') return wants;
  if (typeof raw !== 'string')
    throw context.invalid(`${operator} takes true or false, got ${show(raw)}`, key, path);
  return NO_WORDS.has(raw.toLowerCase()) ? !wants : wants;
}

const NO_WORDS: ReadonlySet<string> = new Set(['false', '0', 'f', '']);

const EQ: OperatorFacts = { name: '$eq', kind: 'equal', negative: false };
const IN: OperatorFacts = { name: '$in', kind: 'list', negative: false };

interface Place {
  readonly field: ScalarAttribute;
  readonly operator: OperatorFacts;
  readonly key: string;
  readonly path: string | null;
  readonly context: ParseContext;
}

function parseList(raw: unknown, at: Place): Filter {
  const { field, operator, key, path, context } = at;
  const list = Array.isArray(raw) ? raw : isRecord(raw) ? null : [raw];
  if (!list)
    throw context.invalid(
      `${operator.name} takes a list of at most ${context.limits.arrayLimit} values, got ${show(raw)}`,
      key,
      path,
    );
  context.checkLength(list, key, path);
  if (list.length === 0)
    return operator.negative ? compare(field, '$notNull', null, context, key, path) : constant(false);
  const values = list.map((item) => parseOne(item, at));
  return compare(field, operator.name, values, context, key, path);
}

function parseOne(raw: unknown, { field, operator, key, path, context }: Place): Stored {
  if (!isPlainValue(raw))
    throw context.invalid(
      raw === null
        ? `null is not a value that ${operator.name} compares with; use $null or $notNull`
        : `${operator.name} takes one value, got ${show(raw)}`,
      key,
      path,
    );
  const parsed = field.type.filter?.parse(raw, field.options);
  const nothing = field.type.filter?.nothing;
  const isEquality = operator.kind === 'equal' || operator.kind === 'list';
  if (nothing !== undefined && isEquality && parsed && 'reason' in parsed) return nothing;
  if (!parsed || 'reason' in parsed || parsed.value === null)
    throw context.invalid(
      parsed && 'reason' in parsed
        ? reasonToMessage(parsed.reason, raw, field)
        : `${show(raw)} is no value of ${field.name}`,
      key,
      path,
    );
  return parsed.value;
}

/** A sentence of the type's own stands alone; else it names what was expected. */
const reasonToMessage = (reason: string, raw: unknown, field: ScalarAttribute): string =>
  reason.charAt(0) === reason.charAt(0).toUpperCase()
    ? reason
    : `Invalid value ${show(raw)} for ${field.name}: expected ${reason}`;

function parseText(raw: unknown, { field, operator, key, path, context }: Place): Stored {
  const text = raw instanceof Date && !Number.isNaN(raw.getTime()) ? raw.toISOString() : raw;
  const parsed = textFilterValue(text);
  if ('reason' in parsed)
    throw context.invalid(
      `Invalid value ${show(raw)} for ${field.name}: ${operator.name} expects ${parsed.reason}`,
      key,
      path,
    );
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
  operator: CompareFilter['operator'],
  value: CompareFilter['value'],
  context: ParseContext,
  key: string,
  path: string | null,
  asText = false,
): Filter {
  const origin: Origin = { param: context.param, key, path };
  return { kind: 'compare', field, operator, value, asText, origin };
}
