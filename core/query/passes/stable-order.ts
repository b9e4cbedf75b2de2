// Ties are broken by the id, so that pages neither repeat nor lose a document: the last sort key of every node is its id.
// A key without an origin is nobody's wish; a populated list with no other key keeps the order of its links.
import type { QueryNode, SortKey } from '../ast';
import { walk } from '../walk';

export function keepStableOrder(root: QueryNode): void {
  walk(root, {
    node(node) {
      if (node.sort.some((key) => key.field.name === 'id' && key.steps.length === 0)) return;
      const id = node.type.scalars.get('id');
      if (id) node.sort = [...node.sort, { steps: NO_STEPS, field: id, direction: 'asc', origin: null }];
    },
  });
}

const NO_STEPS: SortKey['steps'] = [];
