// The registry of filter operators, with those of the core.
import { authorName } from '../../../kernel/registry/author-name';
import { type Entry, Registry } from '../../../kernel/registry/registry';
import type { ScalarType } from '../attribute-type';
import type { FilterOperator } from '../filter-operator';
import type { AttributeRegistry } from '../registry';
import { EQUAL, EQUAL_IN_ANY_CASE, NOT_EQUAL, NOT_EQUAL_IN_ANY_CASE } from './equality';
import { IN, NOT_IN } from './list';
import { operatorCheck } from './operator-check';
import { AT_LEAST, AT_MOST, BETWEEN, GREATER, LESS } from './order';
import { IS_NOT_NULL, IS_NULL } from './presence';
import { TEXT_MATCHES } from './text-match';

export type Operators = ReadonlyMap<string, FilterOperator>;

const BUILT_IN: readonly FilterOperator[] = [
  EQUAL,
  NOT_EQUAL,
  IN,
  NOT_IN,
  IS_NULL,
  IS_NOT_NULL,
  LESS,
  AT_MOST,
  GREATER,
  AT_LEAST,
  BETWEEN,
  EQUAL_IN_ANY_CASE,
  NOT_EQUAL_IN_ANY_CASE,
  ...TEXT_MATCHES,
];

export const BUILT_IN_OPERATORS: Operators = new Map(BUILT_IN.map((operator) => [operator.name, operator]));

const LOGICAL = ['$and', '$or', '$not'];

export type OperatorRegistry = Registry<FilterOperator>;

export function createOperatorRegistry(): OperatorRegistry {
  const registry: OperatorRegistry = new Registry('filter operator', {
    names: problemOf,
    check: operatorCheck,
    returns: { sql: { expected: 'a condition made with the tag `sql`', accepts: isSql } },
  });
  for (const operator of BUILT_IN) registry.add(operator);
  return registry;
}

const isSql = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'text' in value && 'params' in value;

function problemOf(name: string): string | undefined {
  if (LOGICAL.includes(name)) return 'it is a logical operator';
  return /^\$[A-Za-z][A-Za-z0-9]*$/.test(name)
    ? undefined
    : 'expected a name of "$" and letters or digits, like "$lengthGt"';
}

export const operatorsByName = (registry: OperatorRegistry): Operators =>
  new Map(registry.values().map((operator) => [operator.name, operator]));

/** Attribute types and operators name each other: a warning for each name that nothing has. */
export function unknownNames(attributes: AttributeRegistry, operators: OperatorRegistry): string[] {
  const ofTypes = attributes.entries().flatMap((entry) => {
    const excluded = 'filter' in entry.value ? entry.value.filter?.except : undefined;
    return warnings(attributes.kind, entry, excluded ?? [], operators);
  });
  const ofOperators = operators
    .entries()
    .flatMap((entry) => warnings(operators.kind, entry, entry.value.types ?? [], attributes));
  return [...ofTypes, ...ofOperators];
}

function warnings<T>(
  kind: string,
  { name, plugin }: Entry<unknown>,
  names: readonly string[],
  known: Registry<T>,
): string[] {
  return names
    .filter((one) => !known.has(one))
    .map((one) => {
      const near = known.nearest(one);
      const remedy = near ? `Did you mean "${near}"?` : 'Enable the plugin that adds it, or remove the name.';
      return `the ${kind} "${name}" of ${authorName(plugin)} names the ${known.kind} "${one}", which does not exist. ${remedy}`;
    });
}

/** The operators that compare attributes of the type. */
export const operatorsOf = (type: ScalarType, operators: Operators): readonly FilterOperator[] =>
  [...operators.values()].filter((operator) => compares(operator, type));

export const compares = ({ name, on, types }: FilterOperator, { name: type, filter }: ScalarType): boolean =>
  filter !== null &&
  on.includes(filter.kind) &&
  !filter.except?.includes(name) &&
  (types === undefined || types.includes(type));
