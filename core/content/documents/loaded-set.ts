// A result set for the hook `documents.loaded`. A tap that reads the objects makes their text be parsed, and written again; a tap that
// only looks at the type, or asks for a type that the query does not read, costs no parsing.

import type { Caller } from '../../kernel/http/request/caller';
import type { Attribute, ContentType, Uid } from '../model/compiled/content-type';
import type { Visibility } from '../model/compiled/visibility';
import type { EntryNode, Populate, QueryNode } from '../query/ast';
import type { LoadedEntry, LoadedSet } from './operations';

type Value = Record<string, unknown>;

/** The part of a query that says which documents are inside the documents. */
type Tree = Pick<QueryNode, 'type' | 'fields' | 'populate'>;

/** A tree, and the caller who reads it. */
export interface ReadTree extends Tree {
  readonly caller: Caller;
  readonly visibility: Visibility;
}

export class ReadSet implements LoadedSet {
  #documents: Value[] | null;

  /** `read`: the JSON text of an array, or the array. */
  constructor(
    private readonly tree: ReadTree,
    private readonly read: string | Value[],
  ) {
    this.#documents = typeof read === 'string' ? null : read;
  }

  get type(): ContentType {
    return this.tree.type;
  }

  get caller(): Caller {
    return this.tree.caller;
  }

  get visibility(): Visibility {
    return this.tree.visibility;
  }

  get documents(): Value[] {
    this.#documents ??= JSON.parse(this.read as string) as Value[];
    return this.#documents;
  }

  of(uid: Uid): readonly Value[] {
    return reads(this.tree, uid) ? [...documentsOf(uid, this.tree, this.documents)] : [];
  }

  entries(attributeType: string): readonly LoadedEntry[] {
    if (!asksFor(this.tree, attributeType)) return [];
    return this.documents.flatMap((each) => [...entriesOf(attributeType, this.tree, each, each)]);
  }

  /** With the changes of the taps. */
  get text(): string {
    return this.#documents ? JSON.stringify(this.#documents) : (this.read as string);
  }
}

function reads({ type, populate }: Tree, uid: Uid): boolean {
  return type.uid === uid || populate.some((each) => populates(each, uid));
}

function populates(each: Populate, uid: Uid): boolean {
  if (each.kind === 'relation') return each.targets.some((target) => reads(target, uid));
  return entryNodesOf(each).some((entry) => entry.populate.some((inner) => populates(inner, uid)));
}

const entryNodesOf = (each: Exclude<Populate, { readonly kind: 'relation' }>): readonly EntryNode[] =>
  each.kind === 'component' ? [each.entry] : [...each.entries.values()];

function* documentsOf(uid: Uid, { type, populate }: Tree, documents: readonly Value[]): Iterable<Value> {
  for (const document of documents) {
    if (type.uid === uid) yield document;
    yield* populatedIn(uid, populate, document);
  }
}

/** `holder`: a document, or an entry of a component or zone. */
function* populatedIn(uid: Uid, populate: readonly Populate[], holder: Value): Iterable<Value> {
  for (const each of populate) {
    if (each.count || !populates(each, uid)) continue;
    for (const [node, value] of populatedBy(each, holder))
      if ('type' in node) yield* documentsOf(uid, node, [value]);
      else yield* populatedIn(uid, node.populate, value);
  }
}

/** The documents or entries under a key, each with the node that read it. */
function* populatedBy(each: Populate, holder: Value): Iterable<readonly [Tree | EntryNode, Value]> {
  for (const value of objectsAt(holder[each.key])) {
    const node = nodeOf(each, value);
    if (node) yield [node, value];
  }
}

function nodeOf(each: Populate, value: Value): Tree | EntryNode | undefined {
  if (each.kind === 'component') return each.entry;
  if (each.kind === 'zone') return each.entries.get(String(value.__component));
  const { targets } = each;
  return targets.length === 1 ? targets[0] : targets.find(({ type }) => type.uid === value.__type);
}

/** null, one object or several. */
const objectsAt = (value: unknown): readonly Value[] =>
  [value].flat().filter((each): each is Value => typeof each === 'object' && each !== null);

function asksFor({ fields, populate }: Tree | EntryNode, attributeType: string): boolean {
  return (
    fields?.some((each) => 'field' in each && each.field.is(attributeType)) === true ||
    populate.some(
      (each) =>
        !each.count &&
        (each.attribute.is(attributeType) ||
          (each.kind === 'relation' ? each.targets : entryNodesOf(each)).some((node: Tree | EntryNode) =>
            asksFor(node, attributeType),
          )),
    )
  );
}

function* entriesOf(
  attributeType: string,
  node: Tree | EntryNode,
  holder: Value,
  document: Value,
): Iterable<LoadedEntry> {
  const model = 'type' in node ? node.type : node.component;
  for (const each of node.fields ?? []) {
    if (!('field' in each) || !each.field.is(attributeType)) continue;
    const key = ('key' in each ? each.key : undefined) ?? each.field.name;
    if (key in holder) yield new EntryAt(each.field, model, document, holder, key);
  }
  for (const each of node.populate) {
    if (each.count || !(each.key in holder)) continue;
    if (each.attribute.is(attributeType))
      yield new EntryAt(each.attribute, model, document, holder, each.key);
    for (const [inner, value] of populatedBy(each, holder))
      yield* entriesOf(attributeType, inner, value, 'type' in inner ? value : document);
  }
}

class EntryAt implements LoadedEntry {
  constructor(
    readonly attribute: Attribute,
    readonly model: LoadedEntry['model'],
    readonly document: Value,
    private readonly holder: Value,
    private readonly key: string,
  ) {}

  get value(): unknown {
    return this.holder[this.key];
  }

  set value(value: unknown) {
    this.holder[this.key] = value;
  }
}
