// Copies of a query tree: only what carries values or contains it.
import type {
  AggregateLevel,
  BoundAxis,
  EntryNode,
  Filter,
  Populate,
  QueryNode,
  RelatedFilter,
  SortKey,
} from './ast';

const copyBound = (bound: readonly BoundAxis[]): BoundAxis[] => bound.map((axis) => ({ ...axis }));

export function copyNode(node: QueryNode): QueryNode {
  return {
    ...node,
    bound: copyBound(node.bound),
    filter: node.filter && copyFilter(node.filter),
    sort: node.sort.map(copySort),
    page: node.page && { ...node.page },
    populate: node.populate.map(copyPopulate),
    ...(node.aggregate ? { aggregate: copyLevel(node.aggregate) } : {}),
  };
}

function copyLevel(level: AggregateLevel): AggregateLevel {
  const { filter, list, groups } = level;
  return {
    ...level,
    filter: filter && copyFilter(filter),
    list: list && {
      ...list,
      sort: list.sort.map(copySort),
      page: { ...list.page },
      populate: list.populate.map(copyPopulate),
    },
    groups: groups.map(({ key, by, parts }) => ({
      key,
      by: by.kind === 'related' ? copyRelated(by) : by,
      parts: parts.map((part) => ({ ...part, level: copyLevel(part.level) })),
    })),
  };
}

const copyRelated = (filter: RelatedFilter): RelatedFilter => ({
  ...filter,
  bound: copyBound(filter.bound),
  where: filter.where && copyFilter(filter.where),
});

function copyFilter(filter: Filter): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, of: filter.of.map(copyFilter) };
    case 'not':
      return { kind: 'not', of: copyFilter(filter.of) };
    case 'related':
      return copyRelated(filter);
    case 'entry':
      return { ...filter, where: filter.where && copyFilter(filter.where) };
    default:
      return { ...filter };
  }
}

const copySort = (key: SortKey): SortKey => ({
  ...key,
  steps: key.steps.map((step) =>
    step.kind === 'relation'
      ? { ...step, bound: copyBound(step.bound), filter: step.filter && copyFilter(step.filter) }
      : step,
  ),
});

const copyEntry = (entry: EntryNode): EntryNode => ({
  ...entry,
  filter: entry.filter && copyFilter(entry.filter),
  sort: entry.sort.map(copySort),
  populate: entry.populate.map(copyPopulate),
});

function copyPopulate(populate: Populate): Populate {
  if (populate.kind === 'relation') return { ...populate, targets: populate.targets.map(copyNode) };
  if (populate.kind === 'zone')
    return {
      ...populate,
      entries: new Map([...populate.entries].map(([uid, entry]) => [uid, copyEntry(entry)])),
    };
  return { ...populate, entry: copyEntry(populate.entry) };
}
