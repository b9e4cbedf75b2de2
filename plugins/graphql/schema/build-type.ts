// Builds one type of the schema from its definition. The SDL of the fields is parsed when graphql first needs the fields. So an operation
// parses only the types that it names.
import {
  type ConstDirectiveNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type GraphQLArgumentConfig,
  GraphQLDeprecatedDirective,
  GraphQLEnumType,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  type GraphQLType,
  GraphQLUnionType,
  getDirectiveValues,
  type InputValueDefinitionNode,
  Kind,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  type TypeNode,
  valueFromAST,
} from 'graphql';
import type { Definition } from './definition';
import type { FieldResolvers } from './field-resolvers';

export interface TypeSource extends Omit<Definition, 'body'> {
  /** The definition, and its extensions by plugins. */
  nodes(): readonly (TypeDefinitionNode | TypeExtensionNode)[];
}

export interface TypeParts {
  find(name: string): GraphQLNamedType;
  resolversOf(type: string): ReadonlyMap<string, FieldResolvers>;
}

export function buildType(source: TypeSource, parts: TypeParts): GraphQLNamedType {
  const { name, description } = source;
  switch (source.keyword) {
    case 'type':
      return new GraphQLObjectType({ name, description, fields: () => outputFields(source, parts) });
    case 'input': {
      const { isOneOf = false } = source;
      return new GraphQLInputObjectType({
        name,
        description,
        isOneOf,
        fields: () => inputFields(source, parts),
      });
    }
    case 'enum':
      return new GraphQLEnumType({ name, description, values: valuesOf(source) });
    case 'union':
      return new GraphQLUnionType({ name, description, types: () => membersOf(source, parts) });
    case 'scalar':
      return new GraphQLScalarType({ name, description });
  }
}

function outputFields(source: TypeSource, parts: TypeParts) {
  const resolvers = parts.resolversOf(source.name);
  return byName(listed<FieldDefinitionNode>(source, 'fields'), (node) => ({
    ...described(node),
    type: typeOf(node.type, parts) as GraphQLOutputType,
    args: byName(node.arguments ?? [], (each) => inputValue(each, parts)),
    ...resolvers.get(node.name.value),
  }));
}

const inputFields = (source: TypeSource, parts: TypeParts) =>
  byName(listed<InputValueDefinitionNode>(source, 'fields'), (node) => inputValue(node, parts));

function inputValue(
  node: InputValueDefinitionNode,
  parts: TypeParts,
): GraphQLArgumentConfig & GraphQLInputFieldConfig {
  const type = typeOf(node.type, parts) as GraphQLInputType;
  return { ...described(node), type, defaultValue: valueFromAST(node.defaultValue, type) };
}

const valuesOf = (source: TypeSource) => byName(listed<EnumValueDefinitionNode>(source, 'values'), described);

const membersOf = (source: TypeSource, parts: TypeParts): GraphQLObjectType[] =>
  listed<TypeNode>(source, 'types').map((node) => typeOf(node, parts) as GraphQLObjectType);

/** The fields, values or members of a definition and of its extensions. */
const listed = <Node>(source: TypeSource, key: string): Node[] =>
  source.nodes().flatMap((node) => (node as unknown as Readonly<Record<string, readonly Node[]>>)[key] ?? []);

interface Described {
  readonly name: { readonly value: string };
  readonly description?: { readonly value: string };
  readonly directives?: readonly ConstDirectiveNode[];
}

const described = (node: Described) => ({
  description: node.description?.value,
  deprecationReason: node.directives?.length
    ? (getDirectiveValues(GraphQLDeprecatedDirective, node)?.reason as string | undefined)
    : undefined,
});

function byName<Node extends Described, T>(
  nodes: readonly Node[],
  make: (node: Node) => T,
): Record<string, T> {
  const made: Record<string, T> = Object.create(null);
  for (const node of nodes) made[node.name.value] = make(node);
  return made;
}

function typeOf(node: TypeNode, parts: TypeParts): GraphQLType {
  switch (node.kind) {
    case Kind.LIST_TYPE:
      return new GraphQLList(typeOf(node.type, parts));
    case Kind.NON_NULL_TYPE:
      return new GraphQLNonNull(typeOf(node.type, parts) as GraphQLNullableType);
    case Kind.NAMED_TYPE:
      return parts.find(node.name.value);
  }
}
