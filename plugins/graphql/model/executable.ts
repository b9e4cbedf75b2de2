// SDL → a schema that graphql-js can run: scalars, unions, and the resolvers of generated fields. Root fields come from resolvers.ts.
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  type GraphQLUnionType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { resolveField } from '../read/resolve-field';
import type { ModelFacts } from './facts';
import type { GraphqlModel } from './model';
import { configureScalar } from './scalars';

/** `isTrusted`: graphql does not check the schema, which takes a third of the time. */
export function buildExecutable(
  document: DocumentNode,
  model: GraphqlModel,
  isTrusted: boolean,
): GraphQLSchema {
  const schema = buildASTSchema(document, { assumeValid: isTrusted, assumeValidSDL: isTrusted });
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type)) configureScalar(type as GraphQLScalarType);
    else if (isUnionType(type)) configureUnion(type as GraphQLUnionType, model);
  }
  for (const facts of model.facts.values()) configureFields(schema.getType(facts.name), facts);
  return schema;
}

function configureFields(type: unknown, facts: ModelFacts): void {
  if (!isObjectType(type)) return;
  const defined = (type as GraphQLObjectType).getFields();
  for (const [name, field] of facts.fields) {
    const definition = defined[name];
    if (definition) definition.resolve = resolveField(field);
  }
}

function configureUnion(type: GraphQLUnionType, model: GraphqlModel): void {
  type.resolveType = (value) => {
    const { __component, __type } = value as { __component?: string; __type?: string };
    return model.of(__component ?? __type ?? '').name;
  };
}
