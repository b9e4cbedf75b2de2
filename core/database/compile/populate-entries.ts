// Components and zones: which entries are answered, what is written of each, and the statements that read the documents they
// point at. The stored text comes with the row; project-component.ts makes the answer of it.
import type { EntryNode, Populate, PopulateComponent, PopulateZone, QueryNode } from '../../query/ast';
import { DOCUMENT_ID_COLUMN } from '../../schema/column-specs';
import type { RelationAttribute } from '../../schema/content-type';
import { isMany } from '../../schema/nested';
import { axisCondition, axisPredicates } from './axes';
import { build, type CompileContext, type Fragment, type Scope, where } from './context';
import type { Unlimited } from './finish';
import { isUnsorted, orderBy, orderTerms } from './order';
import { ExtraColumns, type ParentRow } from './parent-row';
import type {
  CompiledStatement,
  EntriesPart,
  EntriesPlan,
  EntryBranch,
  EntryPart,
  EntryPin,
  EntryPlan,
  NodePlan,
} from './plan-types';
import { KEY_OF_ROWS } from './plan-types';
import { rowJson } from './row-json';
import { filterSql } from './where';

/** What the compiler of a whole node lends: documents inside entries have populated nodes of their own. */
export interface NodeCompiler {
  readonly context: CompileContext;
  /** Are all stored entries of the component written as its schema says today? */
  readonly uniform: (component: string) => boolean;
  node(node: QueryNode, parent: ParentRow, jsonAt: number, path: string): NodePlan;
  /** A finished statement within the row budget. */
  statement(read: Unlimited): CompiledStatement;
}

export class EntriesCompiler {
  constructor(private readonly around: NodeCompiler) {}

  part(populate: PopulateComponent | PopulateZone, parent: ParentRow, path: string): EntriesPart {
    const { context } = this.around;
    const { attribute } = populate;
    const many = isMany(attribute);
    const stored = `${parent.alias}.${context.id(attribute.column)}`;
    return {
      kind: 'entries',
      prefix: `,${JSON.stringify(populate.key)}:`,
      storedAt: parent.extras.add(stored),
      many,
      count: populate.count,
      picked: populate.kind === 'component' && many ? this.picked(populate, parent) : null,
      entries:
        populate.kind === 'component'
          ? this.entriesPlan(new Map([[populate.attribute.component, populate.entry]]), false, parent, path)
          : this.entriesPlan(populate.entries, true, parent, path),
      path,
    };
  }

  /** Entries chosen by filters or put in another order: the database picks them. */
  private picked(populate: PopulateComponent, parent: ParentRow): EntriesPart['picked'] {
    if (!populate.filter && isUnsorted(populate.sort)) return null;
    const { context } = this.around;
    const alias = context.alias();
    const each = context.dialect.eachEntry(
      `${alias}.${context.id(populate.attribute.column)}`,
      context.alias(),
    );
    const scope: Scope = { kind: 'entry', object: each.entry, row: { alias, type: parent.type } };
    const terms = isUnsorted(populate.sort)
      ? []
      : orderTerms(
          populate.sort.filter((key) => key.origin),
          scope,
          context,
        );
    const order = orderBy(terms, context);
    const rest = build(
      `FROM ${context.table(parent.type.table)} ${alias}, ${each.from}`,
      where([
        context.keys(`${alias}.id`, KEY_OF_ROWS),
        ...(populate.filter ? [filterSql(populate.filter, scope, context)] : []),
      ]),
      ` ORDER BY ${alias}.id`,
      ...(order.text ? [', ', order] : []),
      `, ${each.position}`,
    );
    const read = this.around.statement({ columns: [`${alias}.id`, each.entry], rest });
    return { read, parentKeyAt: parent.extras.add(`${parent.alias}.id`) };
  }

  private entriesPlan(
    nodes: ReadonlyMap<string, EntryNode>,
    zone: boolean,
    parent: ParentRow,
    path: string,
  ): EntriesPlan {
    const byComponent = new Map(
      [...nodes].map(([uid, entry]) => [uid, this.entryPlan(uid, entry, zone, parent, path)]),
    );
    const verbatim = [...nodes].every(([uid, entry]) => this.around.uniform(uid) && isWhole(entry));
    const [only = null] = zone ? [] : byComponent.values();
    return { verbatim, byComponent, only };
  }

  private entryPlan(
    uid: string,
    entry: EntryNode,
    zone: boolean,
    parent: ParentRow,
    path: string,
  ): EntryPlan {
    return {
      scalars: scalarNames(entry).map((name) => ({ name, prefix: `,${JSON.stringify(name)}:` })),
      parts: entry.populate.map((populate) => this.entryPart(populate, parent, `${path}.${populate.key}`)),
      tag: zone ? `,"__component":${JSON.stringify(uid)}` : '',
    };
  }

  private entryPart(populate: Populate, parent: ParentRow, path: string): EntryPart {
    const { attribute, key, count } = populate;
    const prefix = `,${JSON.stringify(key)}:`;
    if (populate.kind === 'relation')
      return {
        kind: 'relation',
        name: attribute.name,
        prefix,
        many: populate.attribute.many,
        count,
        branches: populate.targets.map((target) =>
          this.entryBranch(populate.attribute, target, parent, path),
        ),
        path,
        sorted: populate.targets.some((target) => !isUnsorted(target.sort)),
      };
    const nodes =
      populate.kind === 'zone' ? populate.entries : new Map([[populate.attribute.component, populate.entry]]);
    return {
      kind: 'nested',
      name: attribute.name,
      prefix,
      many: isMany(populate.attribute),
      count,
      entries: this.entriesPlan(nodes, populate.kind === 'zone', parent, path),
    };
  }

  private entryBranch(
    attribute: RelationAttribute,
    node: QueryNode,
    parent: ParentRow,
    path: string,
  ): EntryBranch {
    const { context } = this.around;
    const alias = context.alias();
    const scope: Scope = { kind: 'row', alias, type: node.type };
    const extras = new ExtraColumns(2);
    const axes = node.bound.flatMap((axis) =>
      axis.kind === 'parent'
        ? [
            {
              parentAt: parent.extras.add(`${parent.alias}.${context.id(axis.parentColumn)}`),
              childAt: extras.add(`${alias}.${context.id(axis.column)}`),
            },
          ]
        : [],
    );
    const pinned = node.type.axes.filter(
      ({ axis }) => !parent.type.axes.some((own) => own.axis.name === axis.name),
    );
    const pinAt = pinned.map(({ axis }) => extras.add(`${alias}.${context.id(axis.column)}`));
    const child = this.around.node(node, { alias, type: node.type, extras, again: null }, 1, path);
    // A link that selects another value than the one read needs the rows of all; the statement says which are the ones read.
    const selecting = pinned.filter(({ axis }) => axis.pin === 'select');
    const shown = selecting.map(({ axis }) => this.shownColumn(node, axis.column, alias));
    const first = 2 + extras.columns.length;
    const pins = pinned.map((use, index): EntryPin => {
      const { name, store } = use.axis;
      const at = selecting.indexOf(use);
      return {
        axis: name,
        words: store.kind === 'enum' ? store.values : null,
        childAt: pinAt[index] ?? 0,
        shownAt: at < 0 ? null : first + at,
      };
    });
    const key = `${alias}.${context.id('document_id')}`;
    const json = rowJson(node.fields ?? [], scope, context);
    const conditions = [
      context.keys(key, DOCUMENT_ID_COLUMN),
      ...axisPredicates(
        node.bound.filter(
          (axis) => axis.kind !== 'parent' && !selecting.some((use) => use.axis.column === axis.column),
        ),
        node.type,
        alias,
        context,
      ),
      ...(node.filter ? [filterSql(node.filter, scope, context)] : []),
    ];
    const order = isUnsorted(node.sort) ? null : orderBy(orderTerms(node.sort, scope, context), context);
    const rest = build(
      `FROM ${context.table(node.type.table)} ${alias}`,
      where(conditions),
      ...(order ? [' ORDER BY ', order] : []),
    );
    return {
      read: this.around.statement({ columns: [key, json, ...extras.columns, ...shown], rest }),
      type: node.type.uid,
      typed: attribute.target === null,
      child,
      axes,
      pins,
      asleep: context.asleepAxes(parent.type, node.type),
      tag: attribute.target === null ? `,"__type":${JSON.stringify(node.type.uid)}` : '',
    };
  }

  /** `CASE WHEN … THEN 1 ELSE 0 END`: is this row the one that the axis' own binding shows? */
  private shownColumn(node: QueryNode, column: string, alias: string): Fragment {
    const free = node.bound.filter((axis) => axis.kind !== 'parent');
    const read = axisCondition(free, column, node.type, alias, this.around.context, null);
    return read ? build('CASE WHEN ', read, ' THEN 1 ELSE 0 END') : build('1');
  }
}

/** `id` leads every entry and is written by itself. */
const scalarNames = (entry: EntryNode): string[] =>
  (entry.fields ?? []).map(({ field }) => field.name).filter((name) => name !== 'id');

/** Does the entry ask for all that is stored of the component, in its order, so that the stored text is the answer? */
function isWhole(entry: EntryNode): boolean {
  const stored = [...entry.component.attributes.values()].filter((attribute) => attribute.kind !== 'waiting');
  const asked = scalarNames(entry);
  return (
    entry.populate.length === 0 &&
    stored.length === asked.length &&
    stored.every((attribute, index) => attribute.kind === 'scalar' && attribute.name === asked[index])
  );
}
