// Where no fields were asked for: everything the caller may read, in schema order.
import type { QueryNode } from '../ast';
import { viewOf } from '../model-view';
import type { QueryContext } from '../query-context';
import { walk } from '../walk';

export function expandWildcards(root: QueryNode, { visibility, schema }: QueryContext): void {
  walk(root, {
    node(node) {
      node.fields ??= viewOf(visibility, schema, node.type).fields;
    },
    entry(entry) {
      entry.fields ??= viewOf(visibility, schema, entry.component).fields;
    },
  });
}
