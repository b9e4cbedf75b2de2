// The plan of a selection: the fields of an operation as a tree, with fragments opened, and `@skip` and `@include` applied. The limits, the
// look-ahead and the writers read it, so all of them see the same fields, and before graphql-js runs. An operation that runs without
// graphql-js has one plan for all requests of its shape (transport/shape-variables.ts).
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fields of one plan, fragments opened. A few nested fragments stand for millions of fields. */
const MOST_FIELDS = 20_000;

/** What the nodes of one operation mean. */
interface Source {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Fields that the plan may still open. */
  left: number;
}

type Nodes = readonly { readonly selectionSet?: SelectionSetNode | undefined }[];

interface Opened {
  readonly fields: readonly SelectionPlan[];
  /** A fragment has a type: objects of different types may have different fields. */
  readonly hasTypes: boolean;
}

/** One field, with everything below it. The plan of an operation has no key and no nodes; below it are the root fields. */
export class SelectionPlan {
  readonly name: string;
  #all: Opened | null = null;
  #ofTypes: Map<string, readonly SelectionPlan[]> | null = null;

  constructor(
    /** The response key. */
    readonly key: string,
    /** All nodes that ask for the field. They have equal arguments. */
    readonly nodes: readonly FieldNode[],
    private readonly source: Source,
    /** The nodes with the fields below. */
    private readonly parents: Nodes = nodes,
  ) {
    this.name = nodes[0]?.name.value ?? '';
  }

  static ofOperation(operation: OperationDefinitionNode, source: Omit<Source, 'left'>): SelectionPlan {
    return new SelectionPlan('', [], { ...source, left: MOST_FIELDS }, [operation]);
  }

  /** For a resolver that graphql-js calls. */
  static ofField({ path, fieldNodes, schema, fragments, variableValues }: GraphQLResolveInfo): SelectionPlan {
    const source = { schema, fragments, variables: variableValues, left: MOST_FIELDS };
    return new SelectionPlan(String(path.key), fieldNodes, source);
  }

  /** Fields of the whole plan that were opened so far. */
  get opened(): number {
    return MOST_FIELDS - this.source.left;
  }

  /** `__typename` and introspection. */
  get isIntrospection(): boolean {
    return this.name.startsWith('__');
  }

  /** The fields below, by response key. `type`: of the object, if a union could have others; without it, those of all types. */
  fields(type: string | null = null): readonly SelectionPlan[] {
    this.#all ??= opened(this.parents, null, this.source);
    if (type === null || !this.#all.hasTypes) return this.#all.fields;
    this.#ofTypes ??= new Map();
    const own = this.#ofTypes.get(type) ?? opened(this.parents, type, this.source).fields;
    this.#ofTypes.set(type, own);
    return own;
  }
}

const LEAF: Opened = { fields: [], hasTypes: false };

/** The fields below nodes of one field. */
function opened(nodes: Nodes, type: string | null, source: Source): Opened {
  if (nodes.every(({ selectionSet }) => !selectionSet)) return LEAF;
  const { fragments, schema } = source;
  const found = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  let hasTypes = false;
  const applies = (condition: string): boolean => {
    hasTypes = true;
    return type === null || condition === type || isAbstractType(schema.getType(condition));
  };
  const collect = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, source)) continue;
      if (selection.kind === 'Field') {
        const key = selection.alias?.value ?? selection.name.value;
        const known = found.get(key);
        if (known) known.push(selection);
        else found.set(key, [selection]);
      } else if (selection.kind === 'InlineFragment') {
        if (!selection.typeCondition || applies(selection.typeCondition.name.value))
          collect(selection.selectionSet.selections);
      } else {
        const fragment = fragments[selection.name.value];
        if (!fragment || seen.has(selection.name.value)) continue;
        seen.add(selection.name.value);
        if (applies(fragment.typeCondition.name.value)) collect(fragment.selectionSet.selections);
      }
    }
  };
  for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet.selections);
  if (type === null) count(found.size, source);
  return { fields: [...found].map(([key, own]) => new SelectionPlan(key, own, source)), hasTypes };
}

function count(fields: number, source: Source): void {
  source.left -= fields;
  if (source.left < 0)
    throw new GraphQLError(
      `The operation stands for more than ${MOST_FIELDS} fields once its fragments are opened. Send smaller operations`,
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    );
}

function isIncluded(node: SelectionNode, { variables }: Source): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}
