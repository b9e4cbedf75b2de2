// The plan of a populated component or zone: the selected entries, their keys in the answer, and the documents that they name.
//
// Query: article?fields=title&populate[seo][populate][metas][filters][key]=x
//   SELECT json_object('id',t1."id",'documentId',t1."document_id",'title',t1."title"), t1."seo", t1.id FROM "article_list" t1 WHERE
//     t1."tongue" = ? AND t1."stage" = ? ORDER BY t1.id LIMIT +?
//   SELECT t2.id, … FROM "article_list" t2, json_each(…) t3 WHERE t2.id IN (SELECT value FROM json_each(?)) AND t2."seo" IS NOT
//     NULL AND ((…) ->> '$."key"') = ? ORDER BY t2.id, t3.key LIMIT +?

import { isMany } from '../../model/compiled/nested';
import type {
  EntryNode,
  Populate,
  PopulateComponent,
  PopulateRelation,
  PopulateZone,
  QueryNode,
} from '../../query/ast';
import { isUnsorted } from '../../query/order-kinds';
import type { CompileContext } from './context';
import { entryTargetRows, entryTargets } from './entry-rows';
import { type EntryStep, entrySelection, isSelected } from './entry-selection';
import type { Unlimited } from './finish';
import { ExtraColumns, type ParentRow } from './parent-row';
import {
  type CompiledStatement,
  type EntriesPart,
  type EntriesPlan,
  type EntryBranch,
  type EntryPart,
  type EntryPlan,
  type NodePlan,
  prefixOf,
  typeTag,
} from './plan-types';

/** The functions of the tree compiler that entries need. */
export interface TreeCompiler {
  node(node: QueryNode, parent: ParentRow, jsonAt: number, path: string): NodePlan;
  statement(read: Unlimited): CompiledStatement;
  /** Is every stored entry of the component written in its current schema? */
  uniform(component: string): boolean;
}

type PopulateEntries = PopulateComponent | PopulateZone;

export function entriesPart(
  populate: PopulateEntries,
  parent: ParentRow,
  path: string,
  context: CompileContext,
  tree: TreeCompiler,
): EntriesPart {
  return new EntriesCompiler(parent, context, tree).part(populate, path);
}

/** Compiles one attribute of a row, with all entries inside it. */
class EntriesCompiler {
  readonly #selections: CompiledStatement[] = [];

  constructor(
    private readonly parent: ParentRow,
    private readonly context: CompileContext,
    private readonly tree: TreeCompiler,
  ) {}

  part(populate: PopulateEntries, path: string): EntriesPart {
    const { alias, extras } = this.parent;
    const { attribute, key, count } = populate;
    const storedAt = extras.add(`${alias}.${this.context.id(attribute.column)}`);
    const entries = this.#entries(populate, [], path);
    const reads = this.#selections;
    return {
      kind: 'entries',
      prefix: prefixOf(key),
      storedAt,
      many: isMany(attribute),
      count,
      selected: reads.length > 0 ? { reads, rowKeyAt: extras.add(`${alias}.id`) } : null,
      entries,
      path,
    };
  }

  #entries(populate: PopulateEntries, above: readonly EntryStep[], path: string): EntriesPlan {
    const { attribute } = populate;
    const isZone = populate.kind === 'zone';
    const nodes = isZone ? [...populate.entries] : [[populate.attribute.component, populate.entry] as const];
    const byComponent = new Map(
      nodes.map(([uid, entry]) => [
        uid,
        this.#entry(entry, isZone, [...above, { attribute, component: uid }], path),
      ]),
    );
    const verbatim = nodes.every(
      ([uid, entry]) =>
        this.tree.uniform(uid) && isWhole(entry) && (byComponent.get(uid)?.selection ?? null) === null,
    );
    const [only = null] = isZone ? [] : byComponent.values();
    return { verbatim, byComponent, only };
  }

  #entry(entry: EntryNode, isZone: boolean, steps: readonly EntryStep[], path: string): EntryPlan {
    const uid = entry.component.uid;
    return {
      selection: this.#selection(entry, steps),
      scalars: scalarNames(entry).map((name) => ({ name, prefix: prefixOf(name) })),
      parts: entry.populate.map((populate) => this.#entryPart(populate, steps, `${path}.${populate.key}`)),
      tag: isZone ? `,"__component":${JSON.stringify(uid)}` : '',
    };
  }

  #selection(entry: EntryNode, steps: readonly EntryStep[]): CompiledStatement | null {
    if (!isSelected(entry, steps)) return null;
    const read = this.tree.statement(entrySelection(entry, steps, this.parent.type, this.context));
    this.#selections.push(read);
    return read;
  }

  #entryPart(populate: Populate, steps: readonly EntryStep[], path: string): EntryPart {
    const { attribute, key, count } = populate;
    const facts = { name: attribute.name, prefix: prefixOf(key), count };
    if (populate.kind !== 'relation')
      return {
        ...facts,
        kind: 'nested',
        many: isMany(populate.attribute),
        entries: this.#entries(populate, steps, path),
      };
    return {
      ...facts,
      kind: 'relation',
      many: populate.attribute.many,
      branches: populate.targets.map((target) => this.#branch(populate.attribute, target, path)),
      path,
      sorted: populate.targets.some((target) => !isUnsorted(target.sort)),
    };
  }

  #branch(attribute: PopulateRelation['attribute'], node: QueryNode, path: string): EntryBranch {
    const { parent, context, tree } = this;
    const { type } = node;
    const extras = new ExtraColumns(2);
    const targets = entryTargets(node, parent, extras, context);
    const child = tree.node(node, { alias: targets.alias, type, extras, reread: null }, 1, path);
    const { rows, pins } = entryTargetRows(node, targets, context);
    return {
      read: tree.statement(rows),
      type: type.uid,
      typed: attribute.target === null,
      pageAt: node.page && context.place(node.page),
      child,
      axes: targets.axes,
      pins,
      dormant: context.dormantAxes(parent.type, type),
      tag: typeTag(attribute, type.uid),
    };
  }
}

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
