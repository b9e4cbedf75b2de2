// The filter inputs of scalars: `StringFilterInput`, with the operators of the core and those of plugins.
import type { FilterOperator } from '../../../core';
import type { ModelFacts } from '../model/facts';
import type { GraphqlModel } from '../model/model';
import { type Definition, withFields } from './definition';

/** Those of the core, in every filter input as recorded. Plugins add operators to the kinds of values that they compare. */
const OPERATORS = {
  one: [
    'eq',
    'eqi',
    'ne',
    'nei',
    'startsWith',
    'startsWithi',
    'endsWith',
    'endsWithi',
    'contains',
    'notContains',
    'containsi',
    'notContainsi',
    'gt',
    'gte',
    'lt',
    'lte',
  ],
  flag: ['null', 'notNull'],
  list: ['in', 'notIn', 'between'],
} as const;

export const filterInputs = (facts: readonly ModelFacts[], model: GraphqlModel): Definition[] =>
  [...filterTypesOf(facts, model)].map(([name, added]) => operatorInput(name, added));

/** The filter inputs of scalars, each with the operators that plugins add to its values. */
function filterTypesOf(
  facts: readonly ModelFacts[],
  { addedOperators }: GraphqlModel,
): ReadonlyMap<string, ReadonlySet<FilterOperator>> {
  const types = new Map<string, Set<FilterOperator>>();
  for (const { filters, model } of facts)
    for (const { name, type, below } of filters) {
      if (below !== null) continue;
      const added = types.get(type) ?? new Set();
      types.set(type, added);
      const kind = model.scalars.get(name)?.type.filter?.kind;
      for (const operator of addedOperators) if (kind && operator.on.includes(kind)) added.add(operator);
    }
  return types;
}

function addedField({ name, takes, graphql }: FilterOperator, of: string): string {
  const type = graphql ?? of;
  const isList = takes === 'pair' || takes === 'list';
  return `${name.slice(1)}: ${takes === 'none' ? 'Boolean' : isList ? `[${type}]` : type}`;
}

function operatorInput(name: string, added: ReadonlySet<FilterOperator>): Definition {
  const of = name.replace(/FilterInput$/, '');
  return withFields('input', name, () => [
    `and: [${of}]`,
    `or: [${of}]`,
    `not: ${name}`,
    ...OPERATORS.one.map((operator) => `${operator}: ${of}`),
    ...OPERATORS.flag.map((operator) => `${operator}: Boolean`),
    ...OPERATORS.list.map((operator) => `${operator}: [${of}]`),
    ...[...added].map((operator) => addedField(operator, of)),
  ]);
}
