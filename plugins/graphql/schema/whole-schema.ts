// The schema of an application with extensions, built from one checked document with all definitions.
import { buildASTSchema, type DocumentNode, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphqlModel } from '../model/model';
import { configureType } from './configure-type';
import type { GeneratedResolvers } from './field-resolvers';

export interface WholeSchema {
  readonly schema: GraphQLSchema;
  /** The places of generated root fields: `Query.articles`. */
  readonly roots: ReadonlySet<string>;
}

export function wholeSchema(
  document: DocumentNode,
  model: GraphqlModel,
  resolvers: GeneratedResolvers,
): WholeSchema {
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const rootTypes = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const roots = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    configureType(type, model, (name) => schema.getType(name));
    if (!isObjectType(type)) continue;
    const defined = type.getFields();
    for (const [name, own] of resolvers.of(type.name)) {
      const field = defined[name];
      if (!field) continue;
      Object.assign(field, own);
      if (rootTypes.includes(type)) roots.add(`${type.name}.${name}`);
    }
  }
  return { schema, roots };
}
