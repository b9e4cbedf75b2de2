// Populated nodes: each is one more statement that reads rows of (parent key, JSON text) for all parents at once.
import type { Page, Populate, PopulateRelation, QueryNode } from '../../query/ast';
import type { RelationAttribute } from '../../schema/content-type';
import { followsParent } from './axes';
import { build, type CompileContext, type Fragment, limitParam, where } from './context';
import { finish } from './finish';
import { isUnsorted, orderBy, orderTerms } from './order';
import { ExtraColumns, type ParentRow } from './parent-row';
import type { Branch, CompiledStatement, NodePlan, Part, RelationPart } from './plan-types';
import { KEY_OF_DOCUMENTS, KEY_OF_ROWS } from './plan-types';
import { EntriesCompiler, type NodeCompiler } from './populate-entries';
import { needsParentRow, type Reach, reach, tieSql } from './reach';
import { rowJson } from './row-json';
import { filterSql } from './where';

export class PopulateCompiler implements NodeCompiler {
  statements = 0;
  readonly #entries = new EntriesCompiler(this);

  constructor(
    readonly context: CompileContext,
    readonly uniform: (component: string) => boolean,
  ) {}

  node(node: QueryNode, parent: ParentRow, jsonAt: number, path: string): NodePlan {
    return { jsonAt, parts: node.populate.map((populate) => this.part(populate, parent, path)) };
  }

  private part(populate: Populate, parent: ParentRow, path: string): Part {
    const own = path ? `${path}.${populate.key}` : populate.key;
    if (populate.kind === 'relation') return this.relation(populate, parent, own);
    return this.#entries.part(populate, parent, own);
  }

  private relation(populate: PopulateRelation, parent: ParentRow, path: string): RelationPart {
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
    parent: ParentRow,
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
      true,
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
        read: this.statement(read),
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
    return { read: this.statement(read), parentKeyAt: source.parentKeyAt, child, orderAt, tag };
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
      context.value(page, (value) => limitParam((value as Page).start, context)),
      ' AND n <= ',
      context.value(page, (value) => limitParam((value as Page).start + (value as Page).limit, context)),
      ' ORDER BY k, n',
    );
  }

  statement(read: Fragment): CompiledStatement {
    this.statements++;
    const limit: Fragment = { text: this.context.dialect.limitMark, params: [{ kind: 'budget' }] };
    return finish(build(read, ' LIMIT ', limit), this.context);
  }
}

const LEAF: NodePlan = { jsonAt: 1, parts: [] };
