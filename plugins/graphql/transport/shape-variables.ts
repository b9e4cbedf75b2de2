// The variables that decide what an operation costs and which fields it has: those of `@skip`, `@include` and `pagination`. Values of
// all others, such as filters and ids, change neither its limits nor its plan.
import { type DocumentNode, type VariableNode, visit } from 'graphql';

/** Their names, in the whole document. */
export function shapeVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  const collect = { Variable: ({ name }: VariableNode): void => void names.add(name.value) };
  visit(document, {
    Directive(node) {
      visit(node, collect);
    },
    Argument(node) {
      if (node.name.value === 'pagination') visit(node, collect);
    },
  });
  return [...names];
}

/** An operation with other values in its filters has the same text. An absent variable differs from null. */
export const shapeText = (
  operationName: string | null,
  names: readonly string[],
  variables: Readonly<Record<string, unknown>>,
): string =>
  names.length === 0
    ? (operationName ?? '')
    : JSON.stringify([operationName, Object.fromEntries(names.map((name) => [name, variables[name]]))]);
