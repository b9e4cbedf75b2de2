// Populated relations, components and zones. Each relation is one more statement that reads the rows for all parents at once.
//
// Query: article?fields=title&populate[author][fields]=name&populate[links]=true
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'title',t1."title"), t1."author_doc", t1."links" FROM
//     "article_list" t1 WHERE t1."tongue" = ? AND t1."stage" = ? ORDER BY t1.id LIMIT +?
//   SELECT t2."document_id", json_object('id',t2."id",'documentId',t2."document_id",'name',t2."name") FROM "author_list" t2
//     WHERE t2."document_id" IN (SELECT value FROM json_each(?)) AND t2."stage" = ? LIMIT +?
import type {
  EntryNode,
  Populate,
  PopulateComponent,
  PopulateRelation,
  PopulateZone,
  QueryNode,
} from '../../query/ast';
import type { RelationAttribute } from '../../schema/model/content-type';
import { isMany } from '../../schema/model/nested';
import type { Statement } from '../database';
import { build, raw } from '../sql';
import type { CompileContext, Fragment } from './context';
import { entryTargetRows, entryTargets, filteredEntryRows } from './entry-rows';
import { finish, type Unlimited } from './finish';
import { isUnsorted } from './order';
import { ExtraColumns, type ParentRow } from './parent-row';
import {
  type Branch,
  type CompiledStatement,
  type EntriesPart,
  type EntriesPlan,
  type EntryBranch,
  type EntryPart,
  type EntryPlan,
  KEY_OF_ROWS,
  type NodePlan,
  type Part,
  type RelationPart,
  type RootPlan,
} from './plan-types';
import { type ChildSource, childSource, countRows, documentRows, type RowsOf } from './relation-rows';
import { rowJson } from './row-json';

export class PopulateCompiler {
  statements = 0;
  readonly prefetched: RootPlan['prefetched'][number][] = [];

  /** `uniform`: is every stored entry of the component written in its current schema? */
  constructor(
    private readonly context: CompileContext,
    private readonly uniform: (component: string) => boolean,
  ) {}

  node(node: Pick<QueryNode, 'populate'>, parent: ParentRow, jsonAt: number, path: string): NodePlan {
    return { jsonAt, parts: node.populate.map((populate) => this.part(populate, parent, path)) };
  }

  private part(populate: Populate, parent: ParentRow, path: string): Part {
    const own = path ? `${path}.${populate.key}` : populate.key;
    return populate.kind === 'relation'
      ? this.relation(populate, parent, own)
      : this.entries(populate, parent, own);
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
      branches: targets.map((target) => this.branch(attribute, target, parent, count, isMerged, path)),
      path,
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

  // ── components and zones ──

  private entries(populate: PopulateComponent | PopulateZone, parent: ParentRow, path: string): EntriesPart {
    const { context } = this;
    const { attribute } = populate;
    const many = isMany(attribute);
    const storedAt = parent.extras.add(`${parent.alias}.${context.id(attribute.column)}`);
    const rows = populate.kind === 'component' ? filteredEntryRows(populate, parent, context) : null;
    return {
      kind: 'entries',
      prefix: prefixOf(populate.key),
      storedAt,
      many,
      count: populate.count,
      filtered: rows && {
        read: this.statement(rows),
        parentKeyAt: parent.extras.add(`${parent.alias}.id`),
      },
      entries: this.entriesPlan(populate, parent, path),
      path,
    };
  }

  private entriesPlan(
    populate: PopulateComponent | PopulateZone,
    parent: ParentRow,
    path: string,
  ): EntriesPlan {
    const isZone = populate.kind === 'zone';
    const nodes = isZone ? [...populate.entries] : [[populate.attribute.component, populate.entry] as const];
    const byComponent = new Map(
      nodes.map(([uid, entry]) => [uid, this.entryPlan(uid, entry, isZone, parent, path)]),
    );
    const verbatim = nodes.every(([uid, entry]) => this.uniform(uid) && isWhole(entry));
    const [only = null] = isZone ? [] : byComponent.values();
    return { verbatim, byComponent, only };
  }

  private entryPlan(
    uid: string,
    entry: EntryNode,
    isZone: boolean,
    parent: ParentRow,
    path: string,
  ): EntryPlan {
    return {
      scalars: scalarNames(entry).map((name) => ({ name, prefix: prefixOf(name) })),
      parts: entry.populate.map((populate) => this.entryPart(populate, parent, `${path}.${populate.key}`)),
      tag: isZone ? `,"__component":${JSON.stringify(uid)}` : '',
    };
  }

  private entryPart(populate: Populate, parent: ParentRow, path: string): EntryPart {
    const { attribute, key, count } = populate;
    const facts = { name: attribute.name, prefix: prefixOf(key), count };
    if (populate.kind !== 'relation')
      return {
        ...facts,
        kind: 'nested',
        many: isMany(populate.attribute),
        entries: this.entriesPlan(populate, parent, path),
      };
    return {
      ...facts,
      kind: 'relation',
      many: populate.attribute.many,
      branches: populate.targets.map((target) => this.entryBranch(populate.attribute, target, parent, path)),
      path,
      sorted: populate.targets.some((target) => !isUnsorted(target.sort)),
    };
  }

  private entryBranch(
    attribute: RelationAttribute,
    node: QueryNode,
    parent: ParentRow,
    path: string,
  ): EntryBranch {
    const { context } = this;
    const { type } = node;
    const extras = new ExtraColumns(2);
    const targets = entryTargets(node, parent, extras, context);
    const child = this.node(node, { alias: targets.alias, type, extras, reread: null }, 1, path);
    const { rows, pins } = entryTargetRows(node, targets, context);
    return {
      read: this.statement(rows),
      type: type.uid,
      typed: attribute.target === null,
      child,
      axes: targets.axes,
      pins,
      dormant: context.dormantAxes(parent.type, type),
      tag: typeTag(attribute, type.uid),
    };
  }

  // ── statements ──

  private statement(read: Unlimited): CompiledStatement {
    this.statements++;
    return this.finished(read);
  }

  /** Reads no more rows than the request may still read. */
  private finished({ columns, rest }: Unlimited, like?: Statement): CompiledStatement {
    const limit: Fragment = { text: this.context.dialect.limitMark, params: [{ kind: 'budget' }] };
    return finish({ columns, rest: build(rest, ' LIMIT ', limit), limited: true }, this.context, like);
  }
}

const LEAF: NodePlan = { jsonAt: 1, parts: [] };

const prefixOf = (key: string): string => `,${JSON.stringify(key)}:`;

const typeTag = (attribute: RelationAttribute, uid: string): string =>
  attribute.target === null ? `,"__type":${JSON.stringify(uid)}` : '';

/** `id` leads every entry and is written separately. */
const scalarNames = (entry: EntryNode): string[] =>
  (entry.fields ?? []).map(({ field }) => field.name).filter((name) => name !== 'id');

/** Does the request ask for every stored attribute of the component, in its order? Then the stored text is the answer. */
function isWhole(entry: EntryNode): boolean {
  const stored = [...entry.component.attributes.values()].filter((attribute) => attribute.kind !== 'waiting');
  const asked = scalarNames(entry);
  return (
    entry.populate.length === 0 &&
    stored.length === asked.length &&
    stored.every((attribute, index) => attribute.kind === 'scalar' && attribute.name === asked[index])
  );
}
