// The functions of the scalars of attribute types. Graphql checks the values of a whole operation before it runs. So a wrong day refuses the
// operation before its first mutation.
import { GraphQLError, type GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { GraphqlModel } from '../model/model';
import { STANDARD_SCALARS } from '../model/names';

/** What a scalar expects of a value that it refuses; null: it accepts the value. */
export type Refusal = (value: unknown) => string | null;

const expects =
  (expected: string, accepts: (value: unknown) => boolean): Refusal =>
  (value) =>
    accepts(value) ? null : expected;

const isText = (value: unknown): value is string => typeof value === 'string';

const RULES: Readonly<Record<string, Refusal>> = {
  Long: expects('a whole number; beyond 2^53 as a text', (value) =>
    isText(value) ? /^\s*[-+]?\d+\s*$/.test(value) : Number.isSafeInteger(value),
  ),
  I18NLocaleCode: expects('the code of a locale, like "en"', isText),
};

const EXAMPLES: Readonly<Record<string, string>> = {
  Date: '2007-12-03',
  Time: '10:15:30.000',
  DateTime: '2007-12-03T10:15:30.000Z',
};

export function configureScalar(type: GraphQLScalarType, model: GraphqlModel): void {
  if (STANDARD_SCALARS.has(type.name)) return;
  const refusalOf = RULES[type.name] ?? momentRule(type.name, model);
  type.serialize = type.name === 'Long' ? safeNumber : (value) => value;
  type.parseValue = (value) => {
    const expected = refusalOf?.(value) ?? null;
    if (expected !== null)
      throw refusedValue(`${type.name} takes ${expected}, got ${JSON.stringify(value)?.slice(0, 100)}`);
    return value;
  };
  type.parseLiteral = (node, variables) => type.parseValue(literal(node, variables));
}

/** The code holds for literals and for variables. */
export const refusedValue = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });

/** Days, times and moments are read as a write and a filter read them. null: the scalar is of other values. */
function momentRule(name: string, model: GraphqlModel): Refusal | null {
  const attributes = [...model.facts.values()].flatMap((facts) => [...facts.model.scalars.values()]);
  const attribute = attributes.find(
    ({ type }) => type.graphql.input === name && type.filter?.kind === 'moment',
  );
  if (!attribute)
    return EXAMPLES[name] === undefined ? null : expects(`a text like "${EXAMPLES[name]}"`, isText);
  const { type, options } = attribute;
  return (value) => {
    const read = isText(value) ? type.filter?.parse(value, options, '$eq') : undefined;
    if (read && 'value' in read) return null;
    const example = EXAMPLES[name] === undefined ? '' : ` like "${EXAMPLES[name]}"`;
    return `a text${example}${read && 'reason' in read ? ` (${read.reason})` : ''}`;
  };
}

/** Up to 2^53 − 1 a number, beyond it a text. */
function safeNumber(value: unknown): unknown {
  const number = Number(value);
  return isText(value) && Number.isSafeInteger(number) ? number : value;
}

/** Numbers beyond 2^53 stay texts, so that no digit is lost. */
function literal(node: ValueNode, variables: Parameters<GraphQLScalarType['parseLiteral']>[1]): unknown {
  if (node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value))) return node.value;
  return valueFromASTUntyped(node, variables);
}
