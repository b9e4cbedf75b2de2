// The schema of an application without extensions. A type is built when an operation or introspection first needs the type. graphql-js
// would build all types for the first request.
import {
  type DefinitionNode,
  type GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  parse,
  specifiedScalarTypes,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql';
import type { PluginSdl } from '../extension/join-definitions';
import { buildType, type TypeSource } from './build-type';
import { configureType } from './configure-type';
import { type Definition, definitionText } from './definition';
import type { DescribedSchema } from './describe-schema';
import type { GeneratedResolvers } from './field-resolvers';

type TypeMap = ReturnType<GraphQLSchema['getTypeMap']>;

class LazySchema extends GraphQLSchema {
  readonly #types: TypeMap;

  constructor(types: TypeMap) {
    // Its definitions were checked: graphql does not check the schema again.
    super({ assumeValid: true });
    this.#types = types;
    // The types of introspection.
    for (const [name, type] of Object.entries(super.getTypeMap())) types[name] ??= type;
  }
  override getTypeMap(): TypeMap {
    return this.#types;
  }
  override getQueryType(): GraphQLObjectType | undefined {
    return this.#root('Query');
  }
  override getMutationType(): GraphQLObjectType | undefined {
    return this.#root('Mutation');
  }
  override getSubscriptionType(): GraphQLObjectType | undefined {
    return this.#root('Subscription');
  }
  #root(name: string): GraphQLObjectType | undefined {
    return this.#types[name] as GraphQLObjectType | undefined;
  }
}

export function lazySchema(
  { model, definitions, typeDefs }: Omit<DescribedSchema, 'isTrusted'>,
  resolvers: GeneratedResolvers,
): GraphQLSchema {
  const types: TypeMap = Object.create(null);
  const parts = { find, resolversOf: resolvers.of };
  for (const source of sourcesOf(definitions, typeDefs)) {
    let built: GraphQLNamedType | undefined;
    Object.defineProperty(types, source.name, {
      enumerable: true,
      get: () => {
        built ??= configureType(buildType(source, parts), model, find);
        return built;
      },
    });
  }
  for (const scalar of specifiedScalarTypes) types[scalar.name] = scalar;
  return new LazySchema(types);

  function find(name: string): GraphQLNamedType {
    const type = types[name];
    if (!type) throw new Error(`Unknown type: "${name}".`);
    return type;
  }
}

/** The schema for events of subscriptions: their root fields have no arguments, because nothing asks for them. */
export function eventSchema(schema: GraphQLSchema): GraphQLSchema {
  const types: TypeMap = Object.create(schema.getTypeMap());
  const root = schema.getSubscriptionType();
  if (root) {
    const { fields, ...config } = root.toConfig();
    const bare = Object.entries(fields).map(([name, field]) => [name, { ...field, args: {} }]);
    const value = new GraphQLObjectType({ ...config, fields: Object.fromEntries(bare) });
    Object.defineProperty(types, root.name, { value });
  }
  return new LazySchema(types);
}

function sourcesOf(definitions: readonly Definition[], typeDefs: readonly PluginSdl[]): TypeSource[] {
  const written = typeDefs.length > 0 ? typeDefs.flatMap(({ value }) => nodesOf(value)) : [];
  const extensions = new Map<string, TypeExtensionNode[]>();
  for (const node of written)
    if (isTypeExtensionNode(node))
      extensions.set(node.name.value, [...(extensions.get(node.name.value) ?? []), node]);
  const added = (name: string) => extensions.get(name) ?? [];
  return [
    ...definitions.map(({ body: _, ...definition }, index): TypeSource => {
      const { name } = definition;
      const text = () => definitionText(definitions[index] as Definition);
      return { ...definition, nodes: () => [...(nodesOf(text()) as TypeDefinitionNode[]), ...added(name)] };
    }),
    ...written.filter(isTypeDefinitionNode).map(
      (node): TypeSource => ({
        keyword: keywordOf(node),
        name: node.name.value,
        description: node.description?.value,
        isOneOf: node.directives?.some(({ name }) => name.value === 'oneOf'),
        nodes: () => [node, ...added(node.name.value)],
      }),
    ),
  ];
}

const nodesOf = (text: string): readonly DefinitionNode[] => parse(text, { noLocation: true }).definitions;

const KEYWORDS: Readonly<Record<string, Definition['keyword']>> = {
  ObjectTypeDefinition: 'type',
  InputObjectTypeDefinition: 'input',
  EnumTypeDefinition: 'enum',
  UnionTypeDefinition: 'union',
  ScalarTypeDefinition: 'scalar',
};

function keywordOf({ kind, name }: TypeDefinitionNode): Definition['keyword'] {
  const keyword = KEYWORDS[kind];
  if (!keyword) throw new Error(`A built-in plugin cannot add ${name.value}, a ${kind}`);
  return keyword;
}
