// Walks a query tree: visits each place that reads rows, in the order of nesting, with its parent rows. Passes and `query.transform` of
// plugins use the walk; the walk changes nothing.

import type { AxisBindings } from '../model/compiled/axis';
import type { ContentType, RelationAttribute } from '../model/compiled/content-type';
import type {
  AggregateLevel,
  BoundAxis,
  EntryNode,
  Filter,
  Populate,
  PopulateRelation,
  QueryNode,
  RelatedFilter,
  SortKey,
  SortStep,
} from './ast';

/** A place that reads rows of a type: a node, a filter or a sort through a relation. */
export interface RowSource {
  readonly type: ContentType;
  axes: AxisBindings;
  bound: readonly BoundAxis[];
}

/** The parent rows of a place, and the parents of these rows. Entries of a component belong to their row. */
export interface Above {
  readonly row: RowSource;
  readonly above: Above | null;
  /** The relation that leads to the row; null for the root. */
  readonly via: RelationAttribute | null;
}

export type RelationStep = Extract<SortStep, { kind: 'relation' }>;

export interface Visitor {
  /** Called before the content of the node. `via`: the populate that reads the node, null for the root. */
  node?(node: QueryNode, above: Above | null, via: PopulateRelation | null): void;
  /** Called after the content of the node. */
  leaveNode?(node: QueryNode): void;
  related?(filter: RelatedFilter, above: Above): void;
  leaveRelated?(filter: RelatedFilter): void;
  step?(step: RelationStep, above: Above): void;
  leaveStep?(step: RelationStep): void;
  entry?(entry: EntryNode): void;
  /** A level of aggregates, called before its content. */
  level?(level: AggregateLevel): void;
}

export function walk(root: QueryNode, visitor: Visitor): void {
  walkNode(root, null, null, visitor);
}

function walkNode(
  node: QueryNode,
  above: Above | null,
  via: PopulateRelation | null,
  visitor: Visitor,
): void {
  visitor.node?.(node, above, via);
  const here: Above = { row: node, above, via: via?.attribute ?? null };
  if (node.filter) walkFilter(node.filter, here, visitor);
  walkSort(node.sort, here, visitor);
  walkPopulate(node.populate, here, visitor);
  if (node.aggregate) walkLevel(node.aggregate, here, visitor);
  visitor.leaveNode?.(node);
}

function walkLevel(level: AggregateLevel, above: Above, visitor: Visitor): void {
  visitor.level?.(level);
  const { filter, list, groups } = level;
  if (filter) walkFilter(filter, above, visitor);
  if (list) {
    walkSort(list.sort, above, visitor);
    walkPopulate(list.populate, above, visitor);
  }
  for (const { by, parts } of groups) {
    if (by.kind === 'related') walkFilter(by, above, visitor);
    for (const part of parts) walkLevel(part.level, above, visitor);
  }
}

function walkFilter(filter: Filter, above: Above, visitor: Visitor): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const each of filter.of) walkFilter(each, above, visitor);
      return;
    case 'not':
      walkFilter(filter.of, above, visitor);
      return;
    case 'related':
      visitor.related?.(filter, above);
      if (filter.where) walkFilter(filter.where, { row: filter, above, via: filter.attribute }, visitor);
      visitor.leaveRelated?.(filter);
      return;
    case 'entry':
      if (filter.where) walkFilter(filter.where, above, visitor);
  }
}

function walkSort(sort: readonly SortKey[], above: Above, visitor: Visitor): void {
  for (const { steps } of sort) {
    let here = above;
    for (const step of steps) {
      if (step.kind === 'component') continue;
      visitor.step?.(step, here);
      here = { row: step, above: here, via: step.attribute };
      if (step.filter) walkFilter(step.filter, here, visitor);
      visitor.leaveStep?.(step);
    }
  }
}

function walkPopulate(populates: readonly Populate[], above: Above, visitor: Visitor): void {
  for (const populate of populates) {
    if (populate.kind === 'relation') {
      for (const target of populate.targets) walkNode(target, above, populate, visitor);
    } else if (populate.kind === 'component') walkEntry(populate.entry, above, visitor);
    else for (const entry of populate.entries.values()) walkEntry(entry, above, visitor);
  }
}

function walkEntry(entry: EntryNode, above: Above, visitor: Visitor): void {
  visitor.entry?.(entry);
  if (entry.filter) walkFilter(entry.filter, above, visitor);
  walkSort(entry.sort, above, visitor);
  walkPopulate(entry.populate, above, visitor);
}
