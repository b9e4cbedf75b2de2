// The scalars of zone entries. An entry is an input of the component that its `__typename` names, and is checked like one.
import {
  coerceInputValue,
  type GraphQLNamedType,
  type GraphQLScalarType,
  isInputType,
  valueFromASTUntyped,
} from 'graphql';
import type { GraphqlModel } from '../model/model';
import { zoneName } from '../model/names';
import { hasVariables } from './has-variables';
import { refusedValue } from './scalars';

/** `find`: a type of the schema. false: the scalar is none of a zone. */
export function configureZoneScalar(
  scalar: GraphQLScalarType,
  model: GraphqlModel,
  find: (name: string) => GraphQLNamedType | undefined,
): boolean {
  const names = componentNames(scalar.name, model);
  if (names === null) return false;
  scalar.serialize = (value) => value;
  scalar.parseValue = (value) => {
    checkEntry(value, names, find);
    return value;
  };
  // The values of variables are known when the operation is planned (operation/check-arguments.ts).
  scalar.parseLiteral = (node, variables) => {
    const value: unknown = valueFromASTUntyped(node, variables);
    if (variables || !hasVariables(node)) checkEntry(value, names, find);
    return value;
  };
  return true;
}

/** The names of the components of a zone; null: no zone has this input. */
function componentNames(input: string, model: GraphqlModel): readonly string[] | null {
  for (const facts of model.facts.values())
    for (const attribute of facts.model.attributes.values())
      if (attribute.kind === 'zone' && `${zoneName(facts.name, attribute.name)}Input` === input)
        return attribute.components.map((uid) => model.of(uid).name);
  return null;
}

function checkEntry(
  value: unknown,
  names: readonly string[],
  find: (name: string) => GraphQLNamedType | undefined,
): void {
  const { __typename: name, ...entry } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const type = typeof name === 'string' && names.includes(name) ? find(`${name}Input`) : undefined;
  if (!isInputType(type)) throw refusedValue(`Component not found. expected one of: ${names.join(', ')}`);
  coerceInputValue(entry, type, (path, _invalid, error) => {
    throw refusedValue(`${name}${path.map((key) => `.${key}`).join('')}: ${error.message}`);
  });
}
