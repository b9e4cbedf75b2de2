// Limits the aliases of one field. `{ posts { a: text b: text } }` has two response keys of `text`, so its answer has each text twice.
import type { SelectionPlan } from '../read/selection-plan';
import { invalid } from './limits';

/** Root fields have a limit of their own, `maxRootFields`. */
export function checkAliases(selection: SelectionPlan, limit: number): void {
  for (const root of selection.fields()) visit(root);

  function visit(field: SelectionPlan): void {
    const keys = new Map<string, number>();
    for (const below of field.fields()) {
      const { name } = below;
      const count = (keys.get(name) ?? 0) + 1;
      keys.set(name, count);
      if (count > limit)
        throw invalid(
          `The field "${name}" is selected more than ${limit} times in one selection (graphql.maxAliases). Select it once`,
        );
      visit(below);
    }
  }
}
