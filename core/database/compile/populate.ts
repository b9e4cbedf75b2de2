// Populated nodes: each is one more statement that reads rows of (parent key, JSON text) for all parents at once.
import type { ColumnSpec } from '../../attributes/sql-dialect';
import type { Page, Populate, PopulateRelation, QueryNode } from '../../query/ast';
import { DOCUMENT_ID_COLUMN } from '../../schema/column-specs';
import type { RelationAttribute } from '../../schema/content-type';
import type { Statement } from '../database';
import { raw } from '../sql';
import { followsParent } from './axes';
import { build, type CompileContext, type Fragment, limitParam, where } from './context';
import { finish, type Unlimited } from './finish';
import { isUnsorted, orderBy, orderTerms } from './order';
import { ExtraColumns, type ParentRow } from './parent-row';
import type { Branch, CompiledStatement, NodePlan, Part, RelationPart, RootPlan } from './plan-types';
import { KEY_OF_ROWS } from './plan-types';
import { EntriesCompiler, type NodeCompiler } from './populate-entries';
import { needsParentRow, reach, tieSql } from './reach';
import type { Reach } from './reaching';
import { rowJson } from './row-json';
import { filterSql } from './where';

export class PopulateCompiler implements NodeCompiler {
  statements = 0;
  readonly beside: RootPlan['beside'][number][] = [];
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
      needsParentRow(attribute, parent.type, node.type, context) ||
      (storage.kind === 'column' && storage.typeColumn !== null && attribute.holdsLinks);
    const parentAlias = needsParent ? context.alias() : parent.alias;
    const to = reach({
      attribute,
      type: node.type,
      bound: node.bound,
      scope: { kind: 'row', alias: parentAlias, type: parent.type },
      context,
      linksFirst: true,
    });
    if (!to.tie) throw new Error(`The relation ${attribute.name} has no key to be populated by`);
    const source: ChildSource = needsParent
      ? {
          from: `${context.table(parent.type.table)} ${parentAlias}, ${to.from}`,
          key: `${parentAlias}.id`,
          parentKey: `${parent.alias}.id`,
          keySpec: KEY_OF_ROWS,
          conditions: tieSql(to),
        }
      : {
          from: to.from,
          key: to.tie.rows,
          parentKey: to.tie.parent,
          keySpec: to.tie.parent === `${parent.alias}.id` ? KEY_OF_ROWS : DOCUMENT_ID_COLUMN,
          conditions: [],
        };
    const conditions = [
      ...source.conditions,
      ...to.shown,
      ...(node.filter
        ? [filterSql(node.filter, { kind: 'row', alias: to.alias, type: node.type }, context)]
        : []),
    ];
    const tag = attribute.target === null ? `,"__type":${JSON.stringify(node.type.uid)}` : '';
    if (count) {
      const read = (from: Fragment, tied: Fragment): Unlimited => ({
        columns: [source.key, 'count(*)'],
        rest: build('FROM ', from, where([tied, ...conditions]), ` GROUP BY ${source.key}`),
      });
      return this.tied(read, source, parent, { child: LEAF, orderAt: null, tag });
    }
    const extras = new ExtraColumns(2);
    const orderAt = merged ? extras.add(to.order[0] ?? `${to.alias}.id`) : null;
    const child = this.node(node, { alias: to.alias, type: node.type, extras, again: null }, 1, path);
    const json = rowJson(node.fields ?? [], { kind: 'row', alias: to.alias, type: node.type }, context);
    const order = this.order(node, to, attribute.many || node.page ? source.key : null);
    const columns = [source.key, json, ...extras.columns];
    const read = (from: Fragment, tied: Fragment): Unlimited => {
      const rows = build('FROM ', from, where([tied, ...conditions]));
      return node.page
        ? this.paged(node.page, columns, rows, order)
        : { columns, rest: build(rows, order.text ? ' ORDER BY ' : '', order) };
    };
    return this.tied(read, source, parent, { child, orderAt, tag });
  }

  /** Tied to a list of keys; where the parents can be read again, a second statement is tied to them. */
  private tied(
    read: (from: Fragment, tied: Fragment) => Unlimited,
    source: ChildSource,
    parent: ParentRow,
    rest: Pick<Branch, 'child' | 'orderAt' | 'tag'>,
  ): Branch {
    const { context } = this;
    const { from, key, keySpec, parentKey } = source;
    const branch: Branch = {
      read: this.statement(read(raw(from), context.keys(key, keySpec))),
      parentKeyAt: parent.extras.add(parentKey),
      ...rest,
    };
    if (!parent.again) return branch;
    const keys = context.alias();
    const rows = context.alias();
    const again = build(`SELECT ${parentKey} AS k `, parent.again);
    const distinct =
      keySpec === KEY_OF_ROWS ? again : build(`SELECT DISTINCT ${rows}.k FROM (`, again, `) ${rows}`);
    const beside = read(build('(', distinct, `) ${keys}, ${from}`), raw(`${key} = ${keys}.k`));
    this.beside.push({ branch, read: this.finished(beside, branch.read.statement) });
    return branch;
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
  private paged(page: Page, columns: readonly string[], rows: Fragment, order: Fragment): Unlimited {
    const { context } = this;
    const [key] = columns;
    const names = columns.map((_, index) => (index === 0 ? 'k' : `c${index}`));
    const selected = columns.map((expr, index) => `${expr} AS ${names[index]}`).join(', ');
    const rest = build(
      `FROM (SELECT ${selected}, row_number() OVER (PARTITION BY ${key} ORDER BY `,
      order,
      ') AS n ',
      rows,
      ') w WHERE n > ',
      context.value(page, (value) => limitParam((value as Page).start, context)),
      ' AND n <= ',
      context.value(page, (value) => limitParam((value as Page).start + (value as Page).limit, context)),
      ' ORDER BY k, n',
    );
    return { columns: names, rest };
  }

  statement(read: Unlimited): CompiledStatement {
    this.statements++;
    return this.finished(read);
  }

  private finished({ columns, rest }: Unlimited, like?: Statement): CompiledStatement {
    const limit: Fragment = { text: this.context.dialect.limitMark, params: [{ kind: 'budget' }] };
    return finish({ columns, rest: build(rest, ' LIMIT ', limit), limited: true }, this.context, like);
  }
}

/** Where the rows of a populated node come from, and what ties them to their parents. */
interface ChildSource {
  readonly from: string;
  readonly key: string;
  readonly keySpec: ColumnSpec;
  /** The parent's side of the tie. */
  readonly parentKey: string;
  readonly conditions: readonly Fragment[];
}

const LEAF: NodePlan = { jsonAt: 1, parts: [] };
