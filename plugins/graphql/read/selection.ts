// The selection below one field, by response key: fragments opened, `@skip` and `@include` applied. Works on the syntax tree, so
// that the look-ahead knows what graphql-js will ask before it asks.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export interface Selecting {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Response key → the nodes that ask for it. `typeName`: the type of the object; null: any. */
export type Selected = Map<string, FieldNode[]>;

/** `matches`: whether a fragment on the named type applies. */
export function selectedFields(
  nodes: readonly { readonly selectionSet?: SelectionSetNode | undefined }[],
  matches: (typeCondition: string) => boolean,
  selecting: Selecting,
): Selected {
  const selected: Selected = new Map();
  const seen = new Set<string>();
  const collect = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, selecting)) continue;
      if (selection.kind === 'Field') {
        const key = selection.alias?.value ?? selection.name.value;
        const known = selected.get(key);
        if (known) known.push(selection);
        else selected.set(key, [selection]);
      } else if (selection.kind === 'InlineFragment') {
        if (!selection.typeCondition || matches(selection.typeCondition.name.value))
          collect(selection.selectionSet.selections);
      } else {
        const fragment = selecting.fragments[selection.name.value];
        if (!fragment || seen.has(selection.name.value)) continue;
        seen.add(selection.name.value);
        if (matches(fragment.typeCondition.name.value)) collect(fragment.selectionSet.selections);
      }
    }
  };
  for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet.selections);
  return selected;
}

function isIncluded(node: SelectionNode, { variables }: Selecting): boolean {
  if (!node.directives || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;
}
