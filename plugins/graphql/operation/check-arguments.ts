// Checks the arguments of mutations whose literals have variables, before the first mutation runs. graphql-js would check them one mutation
// after the other.
import {
  coerceInputValue,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { type Selecting, selectedFields } from '../read/selection';
import { hasVariables } from '../schema/has-variables';
import { invalid } from './limits';

export function checkArguments(
  operation: OperationDefinitionNode,
  selecting: Selecting,
  schema: GraphQLSchema,
): void {
  const root = schema.getMutationType();
  if (operation.operation !== 'mutation' || !root) return;
  for (const [node] of selectedFields([operation], () => true, selecting).values()) {
    const field = node && root.getFields()[node.name.value];
    if (field && node.arguments?.some(({ value }) => value.kind !== Kind.VARIABLE && hasVariables(value)))
      checkField(field, node, selecting.variables);
  }
}

function checkField(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Selecting['variables'],
): void {
  try {
    getArgumentValues(field, node, variables);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw invalid(reasonOf(field, node, variables) ?? error.message);
  }
}

/** graphql-js names the argument alone. */
function reasonOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Selecting['variables'],
): string | null {
  let reason: string | null = null;
  for (const { name, value } of node.arguments ?? []) {
    const argument = field.args.find((each) => each.name === name.value);
    if (argument)
      coerceInputValue(valueFromASTUntyped(value, variables), argument.type, (path, _invalid, error) => {
        reason ??= `${[field.name, name.value, ...path].join('.')}: ${error.message}`;
      });
  }
  return reason;
}
