// The shape of a query: everything except its values. Queries of one shape share a plan and bind their own values, in the order of
// this walk. `filters[rating]=3` and `filters[rating]=4` have one shape, `filters[rating][$gt]=3` has another.
//
// Query: article?fields=title&filters[rating]=3
//   SELECT count(*) FROM "article_list" t0 WHERE t0."tongue" = ? AND t0."stage" = ? AND t0."rating" = ?

import { searchParts } from '../../../database/search-parts';
import type {
  AggregateLevel,
  AnswerField,
  BoundAxis,
  Bucketing,
  CompareFilter,
  EntryNode,
  Filter,
  Populate,
  QueryNode,
  SortKey,
} from '../../query/ast';
import { copyNode } from '../../query/copy-tree';
import type { FixedKey } from '../../query/selection';

export interface Shape {
  readonly key: string;
  readonly values: readonly unknown[];
}

/** Which value belongs to which object of the tree; only a plan being compiled needs it. */
export type Sites = Map<object, number>;

export function shapeOf(root: QueryNode): Shape {
  const walk = new ShapeWalk(null);
  walk.node(root);
  return { key: walk.key, values: walk.values };
}

/** A copy of the tree in which no two places share an object, and the value index of each. */
export function sitesOf(root: QueryNode): { readonly tree: QueryNode; readonly sites: Sites } {
  const tree = copyNode(root);
  const walk = new ShapeWalk(new Map());
  walk.node(tree);
  return { tree, sites: walk.sites ?? new Map() };
}

/** A part of the shape: shorter values are found without the index. */
export const hasParts = ({ operator, value }: CompareFilter): boolean =>
  operator.takes === 'one' && operator.containsValue === true && searchParts(String(value)).length > 0;

class ShapeWalk {
  key = '';
  readonly values: unknown[] = [];

  constructor(readonly sites: Sites | null) {}

  node(node: QueryNode): void {
    this.key += `${node.type.uid}{`;
    this.fields(node.fields);
    if (node.selection) this.key += JSON.stringify([node.selection.most, node.selection.last]);
    for (const axis of node.bound) this.axis(axis);
    if (node.filter) this.filter(node.filter);
    this.sort(node.sort);
    if (node.page) {
      this.key += node.page.start > 0 ? '@n' : '@1';
      this.site(node.page, node.page);
    }
    for (const populate of node.populate) this.populate(populate);
    if (node.aggregate) this.level(node.aggregate);
    this.key += '}';
  }

  private level({ filter, count, figures, groups, list }: AggregateLevel): void {
    this.key += count ? '(#' : '(';
    for (const { operator, field } of figures) this.key += `${operator} ${field.name},`;
    if (filter) this.filter(filter);
    if (list) {
      this.key += '%';
      this.fields(list.fields);
      this.sort(list.sort);
      this.site(list.page, list.page);
      for (const populate of list.populate) this.populate(populate);
    }
    for (const group of groups) this.group(group);
    this.key += ')';
  }

  private group({ key, by, parts }: Bucketing): void {
    this.key += `/${JSON.stringify(key)}=`;
    if (by.kind === 'related') this.filter(by);
    else this.key += by.name;
    for (const part of parts) {
      this.key += `/${JSON.stringify(part.key)}`;
      this.level(part.level);
    }
  }

  private site(object: object, value: unknown): void {
    this.sites?.set(object, this.values.length);
    this.values.push(value);
  }

  private fields(fields: readonly AnswerField[] | null): void {
    if (!fields) return;
    let text = '';
    for (const each of fields) text += 'text' in each ? JSON.stringify(each) : nameInShape(each);
    this.key += text;
  }

  private axis(axis: BoundAxis): void {
    if (axis.kind === 'any') this.key += '^*';
    else if (axis.kind === 'parent') this.key += `^<${axis.parentColumn}`;
    else if (axis.kind === 'first') {
      this.key += `^f${axis.values.length}`;
      this.site(axis, axis.values);
    } else {
      this.key += axis.values.length === 1 ? '^1' : '^n';
      this.site(axis, axis.values);
    }
  }

  private filter(filter: Filter): void {
    switch (filter.kind) {
      case 'and':
      case 'or':
        this.key += filter.kind === 'and' ? '&(' : '|(';
        for (const each of filter.of) this.filter(each);
        this.key += ')';
        return;
      case 'not':
        this.key += '!(';
        this.filter(filter.of);
        this.key += ')';
        return;
      case 'compare':
        this.key += `?${filter.field.name}${filter.operator.name};`;
        if (hasParts(filter)) this.key += '"';
        if (filter.operator.takes !== 'none') this.site(filter, filter.value);
        return;
      case 'related':
        this.key += `>${filter.attribute.name}:${filter.type.uid}(`;
        for (const axis of filter.bound) this.axis(axis);
        if (filter.where) this.filter(filter.where);
        this.key += ')';
        return;
      case 'entry':
        this.key += `.${filter.attribute.name}:${filter.component.uid}(`;
        if (filter.where) this.filter(filter.where);
        this.key += ')';
        return;
      case 'constant':
        this.key += filter.value ? 'T' : 'F';
    }
  }

  private sort(sort: readonly SortKey[]): void {
    for (const { steps, field, direction, origin } of sort) {
      this.key += direction === 'asc' ? (origin ? '+' : '~') : '-';
      for (const step of steps) {
        this.key += `${step.attribute.name}.`;
        if (step.kind !== 'relation') continue;
        for (const axis of step.bound) this.axis(axis);
        if (step.filter) this.filter(step.filter);
      }
      this.key += `${field.name};`;
    }
  }

  private populate(populate: Populate): void {
    this.key += `[${populate.key}=${populate.attribute.name}${populate.count ? '#' : ''}`;
    if (populate.kind === 'relation') for (const target of populate.targets) this.node(target);
    else if (populate.kind === 'component') this.entry(populate.entry);
    else
      for (const [uid, entry] of populate.entries) {
        this.key += uid;
        this.entry(entry);
      }
    this.key += ']';
  }

  private entry(entry: EntryNode): void {
    this.key += '{';
    this.fields(entry.fields);
    if (entry.filter) this.filter(entry.filter);
    this.sort(entry.sort);
    for (const populate of entry.populate) this.populate(populate);
    this.key += '}';
  }
}

const nameInShape = ({ field: { name }, key, asNumber }: Exclude<AnswerField, FixedKey>): string =>
  key === undefined ? `${name},` : `${key}=${name}${asNumber ? '#' : ''},`;
