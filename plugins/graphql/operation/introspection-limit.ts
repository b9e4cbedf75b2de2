// Limits introspection: graphql-js answers it in one turn of the event loop. The check estimates the number of fields of the answer, and
// works before the schema builds its types.
import type { SelectionPlan } from '../read/selection-plan';
import { invalid } from './limits';

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

export function checkIntrospection(selection: SelectionPlan, limit: number): void {
  let fields = 0;
  const count = (field: SelectionPlan, parents: number): void => {
    for (const below of field.fields()) {
      fields += parents;
      if (fields > limit)
        throw invalid(
          `The operation asks for more than ${limit} fields of introspection (graphql.maxIntrospectionFields), estimated for a schema of 100 types. Select __schema once, or read the SDL of \`quire graphql-schema\``,
        );
      count(below, parents * (ITEMS.get(below.name) ?? 1));
    }
  };
  for (const root of selection.fields())
    if (root.name === '__schema' || root.name === '__type') count(root, 1);
}
