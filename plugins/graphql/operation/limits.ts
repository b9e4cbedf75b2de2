// Checks the size of an operation before it runs: its depth, its root fields and its conditions. Its documents count while they are read
// (context/row-budget.ts).
import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql';
import { coreErrors } from '../../../core';
import { isObject, LOGIC } from '../read/filters';
import type { SelectionPlan } from '../read/selection-plan';
import { hasVariables } from '../schema/has-variables';

/** A field at `depthLimit` is answered; one below it is refused. Introspection has no limit of its own. */
export function checkDepth(selection: SelectionPlan, operationName: string, limit: number): void {
  /** `depth`: of the fields below. */
  const isTooDeep = (field: SelectionPlan, depth: number): boolean =>
    field.fields().some((below) => !below.isIntrospection && (depth > limit || isTooDeep(below, depth + 1)));
  if (isTooDeep(selection, 0))
    throw invalid(
      `'${operationName}' exceeds maximum operation depth of ${limit} (depthLimit). Select fewer levels, or send several operations`,
    );
}

export function checkRootFields(selection: SelectionPlan, limit: number): void {
  const { length } = selection.fields();
  if (length > limit)
    throw invalid(
      `The operation has ${length} root fields; at most ${limit} (maxRootFields). Send several operations`,
    );
}

/** Checks the conditions of all filters with the variables of one request. */
export type CheckConditions = (variables: Variables) => void;

/** Filters without variables are checked at once. A fragment that is used twice counts twice. */
export function prepareConditions(selection: SelectionPlan, most: number): CheckConditions {
  const uses = new Map<ValueNode, number>();
  const visit = (field: SelectionPlan): void => {
    for (const { arguments: given } of field.nodes) {
      const filters = given?.find(({ name }) => name.value === 'filters')?.value;
      if (filters) uses.set(filters, (uses.get(filters) ?? 0) + 1);
    }
    field.fields().forEach(visit);
  };
  visit(selection);
  const all = [...uses].map(([node, times]) => ({ node, times }));
  const open = all.filter(({ node }) => hasVariables(node));
  const fixed = countConditions(
    all.filter((each) => !open.includes(each)),
    {},
    0,
    most,
  );
  return (variables) => {
    countConditions(open, variables, fixed, most);
  };
}

type Variables = Readonly<Record<string, unknown>>;

interface UsedFilters {
  readonly node: ValueNode;
  readonly times: number;
}

/** A list of values is one condition, and so is an empty object; in `and` and `or` each value is one. */
function countConditions(
  filters: readonly UsedFilters[],
  variables: Variables,
  before: number,
  most: number,
): number {
  let conditions = before;
  const count = (value: unknown, key: string, times: number): void => {
    const isList = Array.isArray(value) && (LOGIC.has(key) || value.some(isObject));
    const names = isList || isObject(value) ? Object.keys(value) : [];
    for (const name of names) count((value as Variables)[name], isList ? key : name, times);
    if (names.length === 0) conditions += times;
    if (conditions > most) throw coreErrors.QUERY_TOO_MANY_CONDITIONS(most, 'filters');
  };
  for (const { node, times } of filters) count(valueFromASTUntyped(node, variables), 'and', times);
  return conditions;
}

export const invalid = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
