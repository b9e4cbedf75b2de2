// The functions of the scalars of attribute types. Queries and writes parse values again, with their own messages. So a scalar refuses only
// values in a form that the scalar never has.
import { GraphQLError, type GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { STANDARD_SCALARS } from '../model/names';

interface ScalarRules {
  accepts(value: unknown): boolean;
  readonly expected: string;
}

const RULES: Readonly<Record<string, ScalarRules>> = {
  Long: {
    accepts: (value) =>
      typeof value === 'string' ? /^\s*[-+]?\d+\s*$/.test(value) : Number.isSafeInteger(value),
    expected: 'a whole number; beyond 2^53 as a text',
  },
  Date: { accepts: isText, expected: 'a text like "2007-12-03"' },
  Time: { accepts: isText, expected: 'a text like "10:15:30.000"' },
  DateTime: { accepts: isText, expected: 'a text like "2007-12-03T10:15:30.000Z"' },
  I18NLocaleCode: { accepts: isText, expected: 'the code of a locale, like "en"' },
};

export function configureScalar(type: GraphQLScalarType): void {
  if (STANDARD_SCALARS.has(type.name)) return;
  const rules = RULES[type.name];
  type.serialize = (value) => value;
  type.parseValue = (value) => {
    if (rules && !rules.accepts(value))
      throw new GraphQLError(
        `${type.name} takes ${rules.expected}, got ${JSON.stringify(value)?.slice(0, 100)}`,
      );
    return value;
  };
  type.parseLiteral = (node, variables) => type.parseValue(literal(node, variables));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Numbers beyond 2^53 stay texts, so that no digit is lost. */
function literal(node: ValueNode, variables: Parameters<GraphQLScalarType['parseLiteral']>[1]): unknown {
  if (node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value))) return node.value;
  return valueFromASTUntyped(node, variables);
}
