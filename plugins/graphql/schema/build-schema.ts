// The generated definitions and the extensions → one executable schema.
import { type GraphQLSchema, isObjectType, validateSchema } from 'graphql';
import type { Mistake } from '../../../core';
import { markDocuments } from '../extension/code-documents';
import {
  type AddedSource,
  type ExtensionTools,
  type GraphqlExtension,
  type ResolverConfig,
  requireNexus,
  type SchemaExtension,
} from '../extension/extension';
import { joinDefinitions } from '../extension/join-definitions';
import {
  type Added,
  attempt,
  attemptAll,
  definitionMistakes,
  mistakeOf,
  refuse,
  startupError,
} from '../extension/mistakes';
import { ownResolvers } from '../extension/own-resolvers';
import type { GraphqlModel } from '../model/model';
import { writeSdl } from './definition';
import type { DescribedSchema } from './describe-schema';
import type { GeneratedResolvers } from './field-resolvers';
import { wholeSchema } from './whole-schema';

export interface BuiltSchema {
  readonly schema: GraphQLSchema;
  /** The places of generated root fields: `Query.articles`. */
  readonly roots: ReadonlySet<string>;
  readonly resolversConfig: ReadonlyMap<string, Added<ResolverConfig>>;
}

export function buildSchema(
  { definitions, typeDefs, model }: DescribedSchema,
  extension: GraphqlExtension,
  generated: GeneratedResolvers,
): BuiltSchema {
  const tools: ExtensionTools = {
    get nexus() {
      return requireNexus();
    },
    uidOf(name) {
      const { model: found } = model.byName.get(name) ?? {};
      return found?.model === 'type' ? found.uid : null;
    },
    isBeforeNexus(name, field) {
      const type = schema.getType(name);
      return isObjectType(type) && field in type.getFields();
    },
    markDocuments,
  };
  const extensions = extension.sources.map((each) => evaluated(each, tools));
  const document = joinDefinitions(writeSdl(definitions), typeDefs, added(extensions, 'typeDefs'));
  const { roots, ...whole } = wholeSchema(document, model, generated);
  let { schema } = whole;
  const types = added(extensions, 'types');
  const plugins = added(extensions, 'plugins');
  if (types.length > 0 || plugins.length > 0) schema = withNexus(schema, types, plugins);
  const resolvers = added(extensions, 'resolvers').map(ownResolvers);
  if (resolvers.length > 0) schema = withResolvers(schema, resolvers);
  refuse(definitionMistakes(validateSchema(schema)));
  const resolversConfig = new Map(
    added(extensions, 'resolversConfig').flatMap(({ plugin, value }) =>
      Object.entries(value).map(([place, config]) => [place, { plugin, value: config }] as const),
    ),
  );
  refuse([
    ...[...resolversConfig].flatMap(([place, { plugin }]) =>
      placeMistakes(place, mistakeAt(plugin, `resolversConfig["${place}"]`), schema),
    ),
    ...model.parts.flatMap(({ plugin, name, value: { fields = {}, documentFields = {} } }) => {
      const at = (key: string) => mistakeAt(plugin, `graphql part "${name}", ${key}`);
      return [
        ...Object.keys(fields).flatMap((place) => placeMistakes(place, at(`fields["${place}"]`), schema)),
        ...Object.keys(documentFields).flatMap((place) => {
          const mistake = at(`documentFields["${place}"]`);
          return [...placeMistakes(place, mistake, schema), ...documentMistakes(place, mistake, model)];
        }),
      ];
    }),
  ]);
  return { schema, roots, resolversConfig };
}

/** The values of one key, of the extensions that have the key. */
function added<Key extends keyof SchemaExtension>(
  extensions: readonly Added<SchemaExtension>[],
  key: Key,
): Added<NonNullable<SchemaExtension[Key]>>[] {
  return extensions.flatMap(({ plugin, value: { [key]: value } }) => (value ? [{ plugin, value }] : []));
}

// Both packages are loaded for extensions only: startup without one loads 90 files less.
function withResolvers(
  schema: GraphQLSchema,
  resolvers: readonly Added<Readonly<Record<string, unknown>>>[],
): GraphQLSchema {
  const { mergeResolvers } = require('@graphql-tools/merge') as typeof import('@graphql-tools/merge');
  const { addResolversToSchema } = require('@graphql-tools/schema') as typeof import('@graphql-tools/schema');
  const at = { at: 'resolvers', remedy: 'add the field to typeDefs, or remove the resolver' };
  return attemptAll(resolvers, at, (each) =>
    addResolversToSchema({
      schema,
      resolvers: mergeResolvers(each as never) as never,
      resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    }),
  );
}

function withNexus(
  schema: GraphQLSchema,
  types: readonly Added<readonly unknown[]>[],
  plugins: readonly Added<readonly unknown[]>[],
): GraphQLSchema {
  const [{ plugin } = { plugin: 'graphql' }] = [...types, ...plugins];
  const nexus = attempt({ plugin, at: 'types' }, requireNexus) as {
    makeSchema(config: Readonly<Record<string, unknown>>): GraphQLSchema;
  };
  const generated = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const at = { at: 'types', remedy: 'correct the types of the plugin' };
  return attemptAll(types, at, (each) => {
    const built = nexus.makeSchema({
      types: [...generated, ...each.flat()],
      plugins: plugins.flatMap(({ value }) => value),
      shouldGenerateArtifacts: false,
      shouldExitAfterGenerateArtifacts: false,
      features: { abstractTypeStrategies: { resolveType: true } },
    });
    // Types of Nexus do not have the source of their plugin.
    for (const error of validateSchema(built)) throw error;
    return built;
  });
}

function evaluated({ plugin, source }: AddedSource, tools: ExtensionTools): Added<SchemaExtension> {
  const value: unknown =
    typeof source === 'function' ? attempt({ plugin, at: 'use' }, () => source(tools)) : source;
  if (typeof value === 'object' && value !== null) return { plugin, value };
  const message = `the extension is ${String(value)}; use an object such as { typeDefs, resolvers }, or a function that returns it`;
  throw startupError([mistakeOf(plugin, 'use', message)]);
}

function documentMistakes(
  place: string,
  mistake: (message: string) => Mistake,
  { byName }: GraphqlModel,
): Mistake[] {
  const [typeName = ''] = place.split('.');
  if (byName.get(typeName)?.model.model === 'type') return [];
  return [mistake(`${typeName} is no content type; use a key such as "Article.views"`)];
}

const mistakeAt =
  (plugin: string, at: string) =>
  (message: string): Mistake =>
    mistakeOf(plugin, at, message);

function placeMistakes(
  place: string,
  mistake: (message: string) => Mistake,
  schema: GraphQLSchema,
): Mistake[] {
  const [typeName = '', field = ''] = place.split('.');
  const type = schema.getType(typeName);
  if (isObjectType(type) && field in type.getFields()) return [];
  return [
    mistake(`the schema has no field ${place}; add it to typeDefs, or use a key such as "Query.articles"`),
  ];
}
