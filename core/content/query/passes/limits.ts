// How many statements a query may cost. The root and each populated type cost one, as do entries that are filtered or sorted. A level of aggregates costs up to two, and each
// grouping one. Rows are counted while they are read; nesting was checked while it was parsed.
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { QueryNode } from '../ast';
import { join } from '../parse-state';
import type { QueryLimits } from '../query-limits';
import { walk } from '../walk';

export function checkLimits(root: QueryNode, { maxStatements }: QueryLimits): void {
  let statements = 0;
  const add = (number: number, path: () => string): void => {
    statements += number;
    if (statements > maxStatements) throw coreErrors.QUERY_TOO_COSTLY(path(), 'statements', maxStatements);
  };
  walk(root, {
    node: (node, _above, via) =>
      add(1, () => (via ? (via.origin ? join(via.origin.path, via.origin.key) : via.key) : node.type.uid)),
    entry: ({ component, filter, sort }) => {
      if (filter || sort.length > 0) add(1, () => component.uid);
    },
    level: ({ list, groups }) => add((list ? 2 : 1) + groups.length, () => 'aggregate'),
  });
}
