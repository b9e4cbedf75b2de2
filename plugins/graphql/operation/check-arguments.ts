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
  valueFromASTUntyped,
} from 'graphql';
import type { SelectionPlan } from '../read/selection-plan';
import { hasVariables } from '../schema/has-variables';
import { invalid } from './limits';

type Variables = Readonly<Record<string, unknown>>;

/** `mutation`: the plan of a mutation. */
export function checkArguments(mutation: SelectionPlan, variables: Variables, schema: GraphQLSchema): void {
  const fields = schema.getMutationType()?.getFields() ?? {};
  for (const { name, nodes } of mutation.fields()) {
    const [node] = nodes;
    const field = fields[name];
    if (field && node?.arguments?.some(({ value }) => value.kind !== Kind.VARIABLE && hasVariables(value)))
      checkField(field, node, variables);
  }
}

function checkField(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables): void {
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
  variables: Variables,
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
