// Limits the aliases of one field. `{ posts { a: text b: text } }` has two response keys of `text`, so its answer has each text twice.
import type { OperationDefinitionNode } from 'graphql';
import type { Selecting } from '../read/selection';
import { type Below, budgeted, invalid, type Nodes } from './limits';

/** Root fields have a limit of their own, `maxRootFields`. */
export function checkAliases(operation: OperationDefinitionNode, selecting: Selecting, limit: number): void {
  const below: Below = budgeted(selecting);
  const visit = (nodes: Nodes, isRoot: boolean): void => {
    const keys = new Map<string, number>();
    for (const found of below(nodes)) {
      const name = found[0]?.name.value ?? '';
      const count = (keys.get(name) ?? 0) + 1;
      keys.set(name, count);
      if (count > limit && !isRoot)
        throw invalid(
          `The field "${name}" is selected more than ${limit} times in one selection (graphql.maxAliases). Select it once`,
        );
      visit(found, false);
    }
  };
  visit([operation], true);
}
