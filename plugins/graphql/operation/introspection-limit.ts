// Limits introspection: graphql-js answers it in one turn of the event loop. The check estimates the number of fields of the answer, and
// works before the schema builds its types.
import type { OperationDefinitionNode } from 'graphql';
import type { Selecting } from '../read/selection';
import { budgeted, invalid, type Nodes } from './limits';

/** Items of the lists of an application with 100 types. */
const ITEMS: ReadonlyMap<string, number> = new Map([
  ['types', 100],
  ['fields', 10],
  ['inputFields', 10],
  ['enumValues', 5],
  ['args', 2],
  ['interfaces', 1],
  ['possibleTypes', 2],
  ['directives', 5],
]);

export function checkIntrospection(
  operation: OperationDefinitionNode,
  selecting: Selecting,
  limit: number,
): void {
  const below = budgeted(selecting);
  let fields = 0;
  const count = (nodes: Nodes, parents: number): void => {
    for (const found of below(nodes)) {
      fields += parents;
      if (fields > limit)
        throw invalid(
          `The operation asks for more than ${limit} fields of introspection (graphql.maxIntrospectionFields), estimated for a schema of 100 types. Select __schema once, or read the SDL of \`quire graphql-schema\``,
        );
      count(found, parents * (ITEMS.get(found[0]?.name.value ?? '') ?? 1));
    }
  };
  for (const found of below([operation])) {
    const name = found[0]?.name.value;
    if (name === '__schema' || name === '__type') count(found, 1);
  }
}
