// Everything populated below a row. Each relation is one more statement that reads the rows for all parents at once.
//
// Query: article?fields=title&populate[author][fields]=name&populate[links]=true
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'title',t1."title"), t1."author_doc", t1."links" FROM
//     "article_list" t1 WHERE t1."tongue" = ? AND t1."stage" = ? ORDER BY t1.id LIMIT +?
//   SELECT t2."document_id", json_object('id',t2."id",'documentId',t2."document_id",'name',t2."name") FROM "author_list" t2
//     WHERE t2."document_id" IN (SELECT value FROM json_each(?)) AND t2."stage" = ? LIMIT +?

import type { Statement } from '../../../database/database';
import { build, raw } from '../../../database/sql';
import type { RelationAttribute } from '../../model/compiled/content-type';
import type { Populate, PopulateRelation, QueryNode } from '../../query/ast';
import { type CompileContext, type Fragment, where } from './context';
import type { TreeCompiler } from './entries-plan';
import { finish, type Unlimited } from './finish';
import { ExtraColumns, type ParentRow } from './parent-row';
import {
  type Branch,
  type CompiledStatement,
  KEY_OF_ROWS,
  type LongPart,
  type NodePlan,
  type Part,
  prefixOf,
  type RelationPart,
  type RootPlan,
  typeTag,
} from './plan-types';
import { type ChildSource, childSource, countRows, documentRows, type RowsOf } from './relation-rows';
import { rowJson } from './row-json';

const loadEntries = (): typeof import('./entries-plan') => require('./entries-plan');

export class PopulateCompiler implements TreeCompiler {
  statements = 0;
  readonly prefetched: RootPlan['prefetched'][number][] = [];

  /** `uniform`: is every stored entry of the component written in its current schema? */
  constructor(
    private readonly context: CompileContext,
    readonly uniform: (component: string) => boolean,
  ) {}

  node(
    { populate, selection }: Pick<QueryNode, 'populate' | 'selection'>,
    parent: ParentRow,
    jsonAt: number,
    path: string,
  ): NodePlan {
    const last = (selection?.last ?? []).map(({ key, text }) => prefixOf(key) + JSON.stringify(text));
    return { jsonAt, parts: populate.map((each) => this.part(each, parent, path)), last: last.join('') };
  }

  private part(populate: Populate, parent: ParentRow, path: string): Part {
    const own = path ? `${path}.${populate.key}` : populate.key;
    return populate.kind === 'relation'
      ? this.relation(populate, parent, own)
      : loadEntries().entriesPart(populate, parent, own, this.context, this);
  }

  // ── relations ──

  private relation(populate: PopulateRelation, parent: ParentRow, path: string): RelationPart {
    const { attribute, count, targets } = populate;
    const isMerged = attribute.many && targets.length > 1;
    return {
      kind: 'relation',
      prefix: prefixOf(populate.key),
      many: attribute.many,
      count,
      most: targets[0]?.selection?.most ?? null,
      branches: targets.map((target) => this.branch(attribute, target, parent, count, isMerged, path)),
      path,
    };
  }

  /** Read in pages. The conditions and the order are those of the ids, so the rows have none. */
  long({ attribute, key, targets: [target] }: LongRelation, parent: ParentRow): LongPart {
    const { context } = this;
    const { type } = target;
    const source = childSource(attribute, target, parent, context);
    const ids = documentRows(target, source, [source.key, `${source.join.alias}.id`], true, context);
    const alias = context.alias();
    const extras = new ExtraColumns(2);
    const child = this.node(target, { alias, type, extras, reread: null }, 1, key);
    const json = rowJson(target.fields ?? [], { kind: 'row', alias, type }, context);
    const id = `${alias}.id`;
    return {
      prefix: prefixOf(key),
      path: key,
      parentKeyAt: parent.extras.add(source.parentKey),
      ids: this.statement(ids(raw(source.from), context.keys(source.key, source.keySpec))),
      rows: this.statement({
        columns: [id, json, ...extras.columns],
        rest: build(`FROM ${context.table(type.table)} ${alias}`, where([context.keys(id, KEY_OF_ROWS)])),
      }),
      child,
    };
  }

  private branch(
    attribute: RelationAttribute,
    node: QueryNode,
    parent: ParentRow,
    count: boolean,
    isMerged: boolean,
    path: string,
  ): Branch {
    const { context } = this;
    const { type } = node;
    const source = childSource(attribute, node, parent, context);
    const { alias, order } = source.join;
    const tag = typeTag(attribute, type.uid);
    if (count) return this.tied(countRows(source), source, parent, { child: LEAF, orderAt: null, tag });
    const extras = new ExtraColumns(2);
    const orderAt = isMerged ? extras.add(order[0] ?? `${alias}.id`) : null;
    const child = this.node(node, { alias, type, extras, reread: null }, 1, path);
    const json = rowJson(node.fields ?? [], { kind: 'row', alias, type }, context);
    const columns = [source.key, json, ...extras.columns];
    const rows = documentRows(node, source, columns, attribute.many, context);
    return this.tied(rows, source, parent, { child, orderAt, tag });
  }

  /** Tied to a list of keys; where the parents can be read again, a second statement is tied to them. */
  private tied(
    rowsOf: RowsOf,
    source: ChildSource,
    parent: ParentRow,
    rest: Pick<Branch, 'child' | 'orderAt' | 'tag'>,
  ): Branch {
    const { context } = this;
    const { from, key, keySpec, parentKey } = source;
    const branch: Branch = {
      read: this.statement(rowsOf(raw(from), context.keys(key, keySpec))),
      parentKeyAt: parent.extras.add(parentKey),
      ...rest,
    };
    if (!parent.reread) return branch;
    const keys = context.alias();
    const rows = context.alias();
    const parents = build(`SELECT ${parentKey} AS k `, parent.reread);
    const distinct =
      keySpec === KEY_OF_ROWS ? parents : build(`SELECT DISTINCT ${rows}.k FROM (`, parents, `) ${rows}`);
    const read = rowsOf(build('(', distinct, `) ${keys}, ${from}`), raw(`${key} = ${keys}.k`));
    this.prefetched.push({ branch, read: this.finished(read, branch.read.statement) });
    return branch;
  }

  // ── statements ──

  statement(read: Unlimited): CompiledStatement {
    this.statements++;
    return this.finished(read);
  }

  /** Reads no more rows than the request may still read. */
  private finished({ columns, rest }: Unlimited, like?: Statement): CompiledStatement {
    const limit: Fragment = { text: this.context.dialect.limitMark, params: [{ kind: 'budget' }] };
    return finish({ columns, rest: build(rest, ' LIMIT ', limit), limited: true }, this.context, like);
  }
}

type LongRelation = PopulateRelation & { readonly targets: readonly [QueryNode] };

/** A list of documents of one type: its length has no limit. */
export const isLong = (populate: Populate): populate is LongRelation =>
  populate.kind === 'relation' &&
  populate.attribute.many &&
  populate.attribute.target !== null &&
  !populate.count;

const LEAF: NodePlan = { jsonAt: 1, parts: [], last: '' };
