// The last sort key of every list is its id, so that pages neither repeat nor lose a document. This key has no origin. A populated
// list without another key keeps the order of its links.
import type { ContentType } from '../../model/compiled/content-type';
import type { QueryNode, SortKey } from '../ast';
import { walk } from '../walk';

export function keepStableOrder(root: QueryNode): void {
  walk(root, {
    node: (node) => addId(node, node.type),
    level({ list, type }) {
      if (list) addId(list, type);
    },
  });
}

function addId(list: { sort: readonly SortKey[] }, type: ContentType): void {
  if (list.sort.some((key) => key.field.name === 'id' && key.steps.length === 0)) return;
  const id = type.scalars.get('id');
  if (id) list.sort = [...list.sort, { steps: NO_STEPS, field: id, direction: 'asc', origin: null }];
}

const NO_STEPS: SortKey['steps'] = [];
