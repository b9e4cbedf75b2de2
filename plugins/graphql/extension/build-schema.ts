// The generated definitions and the extensions → one executable schema.
import { type DocumentNode, type GraphQLSchema, isObjectType, parse } from 'graphql';
import { StartupError } from '../../../core';
import type { DescribedSchema } from '../describe-schema';
import { writeSdl } from '../model/definition';
import { wholeSchema } from '../model/whole-schema';
import type { GeneratedResolvers } from '../resolver-sources';
import {
  extensionTools,
  type GraphqlExtension,
  type ResolverConfig,
  type SchemaExtension,
} from './extension';

export interface BuiltSchema {
  readonly schema: GraphQLSchema;
  /** The places of generated root fields: `Query.articles`. */
  readonly roots: ReadonlySet<string>;
  readonly resolversConfig: ReadonlyMap<string, ResolverConfig>;
}

export function buildSchema(
  { definitions, typeDefs, model }: DescribedSchema,
  extension: GraphqlExtension,
  generated: GeneratedResolvers,
): BuiltSchema {
  const extensions = extension.sources.map(evaluated);
  const added = extensions.flatMap((each) => (each.typeDefs ? [each.typeDefs] : []));
  const { roots, ...whole } = wholeSchema(
    documentOf(writeSdl(definitions, typeDefs), added),
    model,
    generated,
  );
  let { schema } = whole;
  const [types, plugins] = [
    extensions.flatMap((each) => each.types ?? []),
    extensions.flatMap((each) => each.plugins ?? []),
  ];
  if (types.length > 0 || plugins.length > 0) schema = withNexus(schema, types, plugins);
  const resolvers = extensions.flatMap((each) => (each.resolvers ? [each.resolvers] : []));
  if (resolvers.length > 0) schema = attempt('resolvers', () => withResolvers(schema, resolvers));
  const resolversConfig = new Map(extensions.flatMap((each) => Object.entries(each.resolversConfig ?? {})));
  for (const place of resolversConfig.keys()) checkPlace(place, schema);
  return { schema, roots, resolversConfig };
}

function documentOf(sdl: string, typeDefs: readonly string[]): DocumentNode {
  if (typeDefs.length === 0) return parse(sdl, { noLocation: true });
  const { mergeTypeDefs } = require('@graphql-tools/merge') as typeof import('@graphql-tools/merge');
  return attempt('typeDefs', () => mergeTypeDefs([sdl, ...typeDefs], { noLocation: true }));
}

// Both packages are loaded for extensions only: startup without one loads 90 files less.
function withResolvers(schema: GraphQLSchema, resolvers: readonly unknown[]): GraphQLSchema {
  const { mergeResolvers } = require('@graphql-tools/merge') as typeof import('@graphql-tools/merge');
  const { addResolversToSchema } = require('@graphql-tools/schema') as typeof import('@graphql-tools/schema');
  return addResolversToSchema({
    schema,
    resolvers: mergeResolvers(resolvers as never) as never,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}

function withNexus(
  schema: GraphQLSchema,
  types: readonly unknown[],
  plugins: readonly unknown[],
): GraphQLSchema {
  const nexus = extensionTools.nexus as {
    makeSchema(config: Readonly<Record<string, unknown>>): GraphQLSchema;
  };
  const generated = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return attempt('types', () =>
    nexus.makeSchema({
      types: [...generated, ...types],
      plugins,
      shouldGenerateArtifacts: false,
      shouldExitAfterGenerateArtifacts: false,
      features: { abstractTypeStrategies: { resolveType: true } },
    }),
  );
}

function evaluated(source: GraphqlExtension['sources'][number]): SchemaExtension {
  return typeof source === 'function' ? attempt('use', () => source(extensionTools)) : source;
}

function attempt<T>(key: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StartupError('A GraphQL extension cannot be used:', [
      { where: 'plugin graphql', at: key, message: error instanceof Error ? error.message : String(error) },
    ]);
  }
}

function checkPlace(place: string, schema: GraphQLSchema): void {
  const [typeName = '', field = ''] = place.split('.');
  const type = schema.getType(typeName);
  if (isObjectType(type) && field in type.getFields()) return;
  throw new StartupError('A GraphQL extension cannot be used:', [
    {
      where: 'plugin graphql',
      at: `resolversConfig["${place}"]`,
      message: `the schema has no field ${place}; keys are like "Query.articles"`,
    },
  ]);
}
