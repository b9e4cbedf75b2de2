// Checks the size of an operation before it runs: its depth, its root fields and its conditions. Its documents count while they are read
// (context/row-budget.ts).
import {
  type FieldNode,
  GraphQLError,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { coreErrors } from '../../../core';
import { isObject, LOGIC } from '../read/filters';
import { type Selecting, selectedFields } from '../read/selection';
import { hasVariables } from '../schema/has-variables';

/** Fields that a check visits, fragments opened. A few nested fragments stand for millions of fields. */
const MOST_FIELDS = 20_000;

export type Below = (nodes: Nodes) => readonly (readonly FieldNode[])[];

/** The selections below nodes, until the budget of one operation is spent. */
export function budgeted(selecting: Selecting): Below {
  let left = MOST_FIELDS;
  return (nodes) => {
    const found = [...selectedFields(nodes, () => true, selecting).values()];
    left -= found.length;
    if (left < 0)
      throw invalid(
        `The operation stands for more than ${MOST_FIELDS} fields once its fragments are opened. Send smaller operations`,
      );
    return found;
  };
}

/** A field at `depthLimit` is answered; one below it is refused. Introspection has no limit of its own. */
export function checkDepth(operation: OperationDefinitionNode, selecting: Selecting, limit: number): void {
  const below = budgeted(selecting);
  const tooDeep = (nodes: readonly FieldNode[], depth: number): boolean =>
    depth > limit ||
    below(nodes).some(
      ([first, ...more]) =>
        first !== undefined && !first.name.value.startsWith('__') && tooDeep([first, ...more], depth + 1),
    );
  if (below([operation]).some((nodes) => !nodes[0]?.name.value.startsWith('__') && tooDeep(nodes, 0)))
    throw invalid(
      `'${operation.name?.value ?? ''}' exceeds maximum operation depth of ${limit} (depthLimit). Select fewer levels, or send several operations`,
    );
}

export function checkRootFields(
  operation: OperationDefinitionNode,
  selecting: Selecting,
  limit: number,
): void {
  const { size } = selectedFields([operation], () => true, selecting);
  if (size > limit)
    throw invalid(
      `The operation has ${size} root fields; at most ${limit} (maxRootFields). Send several operations`,
    );
}

/** Checks the conditions of all filters with the variables of one request. */
export type CheckConditions = (variables: Selecting['variables']) => void;

/** Filters without variables are checked at once. A fragment that is used twice counts twice. */
export function prepareConditions(
  operation: OperationDefinitionNode,
  selecting: Selecting,
  most: number,
): CheckConditions {
  const below = budgeted(selecting);
  const uses = new Map<ValueNode, number>();
  const visit = (nodes: Nodes): void => {
    for (const found of below(nodes)) {
      for (const { arguments: given } of found) {
        const filters = given?.find(({ name }) => name.value === 'filters')?.value;
        if (filters) uses.set(filters, (uses.get(filters) ?? 0) + 1);
      }
      visit(found);
    }
  };
  visit([operation]);
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

type Variables = Selecting['variables'];

interface UsedFilters {
  readonly node: ValueNode;
  readonly times: number;
}

/** A list of values is one condition, and so is an empty object; in `and` and `or` each value is one. */
function countConditions(
  filters: readonly UsedFilters[],
  variables: Selecting['variables'],
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

export type Nodes = Parameters<typeof selectedFields>[0];
