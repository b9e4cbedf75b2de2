// Populated nodes: each is one more statement that reads rows of (parent key, JSON text) for all parents at once.
import type {
  EntryNode,
  Page,
  Populate,
  PopulateComponent,
  PopulateRelation,
  PopulateZone,
  QueryNode,
} from '../../query/ast';
import type { ContentType, RelationAttribute } from '../../schema/content-type';
import { axisCondition, axisPredicates, followsParent } from './axes';
import { build, type CompileContext, type Fragment, limitMark, type Scope, where } from './context';
import { finish } from './finish';
import { isUnsorted, orderBy, orderTerms } from './order';
import type {
  Branch,
  CompiledStatement,
  EntriesPart,
  EntriesPlan,
  EntryBranch,
  EntryPart,
  EntryPin,
  EntryPlan,
  NodePlan,
  Part,
  RelationPart,
} from './plan-types';
import { KEY_OF_DOCUMENTS, KEY_OF_ROWS } from './plan-types';
import { needsParentRow, type Reach, reach, tieSql } from './reach';
import { rowJson } from './row-json';
import { filterSql } from './where';

/** Columns of a parent's row that its populated nodes need, each asked for once. */
export class ExtraColumns {
  readonly columns: string[] = [];
  constructor(private readonly first: number) {}

  add(expr: string): number {
    const known = this.columns.indexOf(expr);
    return this.first + (known >= 0 ? known : this.columns.push(expr) - 1);
  }
}

/** A statement whose rows are being given children. */
interface Parent {
  readonly alias: string;
  readonly type: ContentType;
  readonly extras: ExtraColumns;
}

export class PopulateCompiler {
  statements = 0;

  constructor(
    private readonly context: CompileContext,
    private readonly uniform: (component: string) => boolean,
  ) {}

  node(node: QueryNode, parent: Parent, jsonAt: number, path: string): NodePlan {
    return { jsonAt, parts: node.populate.map((populate) => this.part(populate, parent, path)) };
  }

  private part(populate: Populate, parent: Parent, path: string): Part {
    const own = path ? `${path}.${populate.key}` : populate.key;
    if (populate.kind === 'relation') return this.relation(populate, parent, own);
    return this.entries(populate, parent, own);
  }

  private relation(populate: PopulateRelation, parent: Parent, path: string): RelationPart {
    const { attribute } = populate;
    const merged = attribute.many && populate.targets.length > 1;
    return {
      kind: 'relation',
      prefix: `,${JSON.stringify(populate.key)}:`,
      many: attribute.many,
      count: populate.count,
      branches: populate.targets.map((target) =>
        this.branch(attribute, target, parent, populate.count, merged, path),
      ),
      path,
    };
  }

  private branch(
    attribute: RelationAttribute,
    node: QueryNode,
    parent: Parent,
    count: boolean,
    merged: boolean,
    path: string,
  ): Branch {
    const { context } = this;
    const { storage } = attribute;
    const needsParent =
      followsParent(node.bound) ||
      needsParentRow(attribute, parent.type, context) ||
      (storage.kind === 'column' && storage.typeColumn !== null && attribute.holdsLinks);
    const parentAlias = needsParent ? context.alias() : parent.alias;
    const to = reach(
      attribute,
      node.type,
      node.bound,
      { kind: 'row', alias: parentAlias, type: parent.type },
      context,
    );
    if (!to.tie) throw new Error(`The relation ${attribute.name} has no key to be populated by`);
    const source = needsParent
      ? {
          from: `${context.table(parent.type.table)} ${parentAlias}, ${to.from}`,
          key: `${parentAlias}.id`,
          parentKeyAt: parent.extras.add(`${parent.alias}.id`),
          keySpec: KEY_OF_ROWS,
          conditions: tieSql(to),
        }
      : {
          from: to.from,
          key: to.tie.rows,
          parentKeyAt: parent.extras.add(to.tie.parent),
          keySpec: to.tie.parent === `${parent.alias}.id` ? KEY_OF_ROWS : KEY_OF_DOCUMENTS,
          conditions: [],
        };
    const conditions = [
      context.keys(source.key, source.keySpec),
      ...source.conditions,
      ...to.shown,
      ...(node.filter
        ? [filterSql(node.filter, { kind: 'row', alias: to.alias, type: node.type }, context)]
        : []),
    ];
    const tag = attribute.target === null ? `,"__type":${JSON.stringify(node.type.uid)}` : '';
    if (count) {
      const read = build(
        `SELECT ${source.key}, count(*) FROM ${source.from}`,
        where(conditions),
        ` GROUP BY ${source.key}`,
      );
      return {
        read: this.finish(this.budgeted(read)),
        parentKeyAt: source.parentKeyAt,
        child: LEAF,
        orderAt: null,
        tag,
      };
    }
    const extras = new ExtraColumns(2);
    const orderAt = merged ? extras.add(to.order[0] ?? `${to.alias}.id`) : null;
    const child = this.node(node, { alias: to.alias, type: node.type, extras }, 1, path);
    const json = rowJson(node.fields ?? [], { kind: 'row', alias: to.alias, type: node.type }, context);
    const order = this.order(node, to, attribute.many || node.page ? source.key : null);
    const read = node.page
      ? this.paged(node, source.key, source.from, json, extras.columns, conditions, order)
      : build(
          `SELECT ${[source.key, json, ...extras.columns].join(', ')} FROM ${source.from}`,
          where(conditions),
          order.text ? ' ORDER BY ' : '',
          order,
        );
    return { read: this.finish(this.budgeted(read)), parentKeyAt: source.parentKeyAt, child, orderAt, tag };
  }

  /**
   * The request's own sort, or the order of the links; parents come apart when the rows are glued. Where each parent has one
   * row (`key` null) no order is asked for, and the database sorts nothing.
   */
  private order(node: QueryNode, to: Reach, key: string | null): Fragment {
    if (!isUnsorted(node.sort))
      return orderBy(
        orderTerms(node.sort, { kind: 'row', alias: to.alias, type: node.type }, this.context),
        this.context,
      );
    return build(key ? [key, ...to.order].join(', ') : '');
  }

  /** A page for each parent: rows are numbered within it. */
  private paged(
    node: QueryNode,
    key: string,
    from: string,
    json: string,
    extras: readonly string[],
    conditions: readonly Fragment[],
    order: Fragment,
  ): Fragment {
    const { context } = this;
    const { page } = node;
    if (!page) throw new Error('A page per parent needs a page');
    const names = ['k', 'j', ...extras.map((_, index) => `e${index}`)];
    const selected = [key, json, ...extras].map((expr, index) => `${expr} AS ${names[index]}`).join(', ');
    return build(
      `SELECT ${names.join(', ')} FROM (SELECT ${selected}, row_number() OVER (PARTITION BY ${key} ORDER BY `,
      order,
      `) AS n FROM ${from}`,
      where(conditions),
      ') w WHERE n > ',
      context.value(page, (value) => limitMark((value as Page).start, context)),
      ' AND n <= ',
      context.value(page, (value) => limitMark((value as Page).start + (value as Page).limit, context)),
      ' ORDER BY k, n',
    );
  }

  // ── components and zones ──

  private entries(populate: PopulateComponent | PopulateZone, parent: Parent, path: string): EntriesPart {
    const { context } = this;
    const { attribute } = populate;
    const many = attribute.kind === 'zone' || attribute.repeatable;
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
  private picked(populate: PopulateComponent, parent: Parent): EntriesPart['picked'] {
    if (!populate.filter && isUnsorted(populate.sort)) return null;
    const { context } = this;
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
    const read = build(
      `SELECT ${alias}.id, ${each.entry} FROM ${context.table(parent.type.table)} ${alias}, ${each.from}`,
      where([
        context.keys(`${alias}.id`, KEY_OF_ROWS),
        ...(populate.filter ? [filterSql(populate.filter, scope, context)] : []),
      ]),
      ` ORDER BY ${alias}.id`,
      ...(order.text ? [', ', order] : []),
      `, ${each.position}`,
    );
    return { read: this.finish(this.budgeted(read)), parentKeyAt: parent.extras.add(`${parent.alias}.id`) };
  }

  private entriesPlan(
    nodes: ReadonlyMap<string, EntryNode>,
    zone: boolean,
    parent: Parent,
    path: string,
  ): EntriesPlan {
    const byComponent = new Map(
      [...nodes].map(([uid, entry]) => [uid, this.entryPlan(uid, entry, zone, parent, path)]),
    );
    const verbatim = [...nodes].every(([uid, entry]) => this.uniform(uid) && isWhole(entry));
    const [only = null] = zone ? [] : byComponent.values();
    return { verbatim, byComponent, only };
  }

  private entryPlan(uid: string, entry: EntryNode, zone: boolean, parent: Parent, path: string): EntryPlan {
    return {
      scalars: scalarNames(entry).map((name) => ({ name, prefix: `,${JSON.stringify(name)}:` })),
      parts: entry.populate.map((populate) => this.entryPart(populate, parent, `${path}.${populate.key}`)),
      tag: zone ? `,"__component":${JSON.stringify(uid)}` : '',
    };
  }

  private entryPart(populate: Populate, parent: Parent, path: string): EntryPart {
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
    const many = populate.kind === 'zone' || populate.attribute.repeatable;
    return {
      kind: 'nested',
      name: attribute.name,
      prefix,
      many,
      count,
      entries: this.entriesPlan(nodes, populate.kind === 'zone', parent, path),
    };
  }

  private entryBranch(
    attribute: RelationAttribute,
    node: QueryNode,
    parent: Parent,
    path: string,
  ): EntryBranch {
    const { context } = this;
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
    const child = this.node(node, { alias, type: node.type, extras }, 1, path);
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
      context.keys(key, KEY_OF_DOCUMENTS),
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
    const read = build(
      `SELECT ${[key, json, ...extras.columns].join(', ')}`,
      ...shown,
      ` FROM ${context.table(node.type.table)} ${alias}`,
      where(conditions),
      ...(order ? [' ORDER BY ', order] : []),
    );
    return {
      read: this.finish(this.budgeted(read)),
      type: node.type.uid,
      typed: attribute.target === null,
      child,
      axes,
      pins,
      tag: attribute.target === null ? `,"__type":${JSON.stringify(node.type.uid)}` : '',
    };
  }

  /** `, CASE WHEN … THEN 1 ELSE 0 END`: is this row the one that the axis' own binding shows? */
  private shownColumn(node: QueryNode, column: string, alias: string): Fragment {
    const free = node.bound.filter((axis) => axis.kind !== 'parent');
    const read = axisCondition(free, column, node.type, alias, this.context, null);
    return read ? build(', CASE WHEN ', read, ' THEN 1 ELSE 0 END') : build(', 1');
  }

  private budgeted(read: Fragment): Fragment {
    return build(read, ' LIMIT ', { text: '?', params: [{ kind: 'budget' }] });
  }

  private finish(read: Fragment): CompiledStatement {
    this.statements++;
    return finish(read, this.context);
  }
}

const LEAF: NodePlan = { jsonAt: 1, parts: [] };

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
