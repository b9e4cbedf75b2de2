// A result set for the hook `documents.loaded`. A tap that reads the objects makes their text be parsed, and written again; a tap that
// only looks at the type, or asks for a type that the query does not read, costs no parsing.
import type { EntryNode, Populate, QueryNode } from '../query/ast';
import type { ContentType, Uid } from '../schema/model/content-type';
import type { LoadedSet } from './operations';

type Value = Record<string, unknown>;

/** The part of a query that says which documents are inside the documents. */
export type ReadTree = Pick<QueryNode, 'type' | 'populate'>;

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

  get documents(): Value[] {
    this.#documents ??= JSON.parse(this.read as string) as Value[];
    return this.#documents;
  }

  of(uid: Uid): readonly Value[] {
    return reads(this.tree, uid) ? [...documentsOf(uid, this.tree, this.documents)] : [];
  }

  /** With the changes of the taps. */
  get text(): string {
    return this.#documents ? JSON.stringify(this.#documents) : (this.read as string);
  }
}

function reads({ type, populate }: ReadTree, uid: Uid): boolean {
  return type.uid === uid || populate.some((each) => populates(each, uid));
}

function populates(each: Populate, uid: Uid): boolean {
  if (each.kind === 'relation') return each.targets.some((target) => reads(target, uid));
  return entryNodesOf(each).some((entry) => entry.populate.some((inner) => populates(inner, uid)));
}

const entryNodesOf = (each: Exclude<Populate, { readonly kind: 'relation' }>): readonly EntryNode[] =>
  each.kind === 'component' ? [each.entry] : [...each.entries.values()];

function* documentsOf(uid: Uid, { type, populate }: ReadTree, documents: readonly Value[]): Iterable<Value> {
  for (const document of documents) {
    if (type.uid === uid) yield document;
    yield* populatedIn(uid, populate, document);
  }
}

/** `holder`: a document, or an entry of a component or zone. */
function* populatedIn(uid: Uid, populate: readonly Populate[], holder: Value): Iterable<Value> {
  for (const each of populate) {
    if (each.count || !populates(each, uid)) continue;
    for (const value of objectsAt(holder[each.key])) {
      if (each.kind === 'relation') {
        const target =
          each.targets.length === 1
            ? each.targets[0]
            : each.targets.find(({ type }) => type.uid === value.__type);
        if (target) yield* documentsOf(uid, target, [value]);
      } else {
        const entry = each.kind === 'component' ? each.entry : each.entries.get(String(value.__component));
        if (entry) yield* populatedIn(uid, entry.populate, value);
      }
    }
  }
}

/** null, one object or several. */
const objectsAt = (value: unknown): readonly Value[] =>
  [value].flat().filter((each): each is Value => typeof each === 'object' && each !== null);
