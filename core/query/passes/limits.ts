// What a query may cost in statements: one for the root and one for each populated type. Rows are counted while they are
// read; nesting was checked while it was parsed.
import { coreErrors } from '../../errors/core-errors';
import type { QueryNode } from '../ast';
import { join } from '../parse-context';
import type { QueryLimits } from '../raw-query';
import { walk } from '../walk';

export function checkLimits(root: QueryNode, { maxStatements }: QueryLimits): void {
  let statements = 0;
  walk(root, {
    node(node, _above, via) {
      statements += 1;
      if (statements <= maxStatements) return;
      const path = via ? (via.origin ? join(via.origin.path, via.origin.key) : via.key) : node.type.uid;
      throw coreErrors.QUERY_TOO_COSTLY(path, 'statements', maxStatements);
    },
  });
}
