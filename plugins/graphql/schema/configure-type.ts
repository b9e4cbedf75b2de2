// Adds the functions of types that are not resolvers: scalars check values, and unions name the type of a document.
import {
  type GraphQLNamedType,
  type GraphQLScalarType,
  type GraphQLUnionType,
  isScalarType,
  isUnionType,
} from 'graphql';
import type { GraphqlModel } from '../model/model';
import { configureScalar } from './scalars';
import { configureZoneScalar } from './zone-scalars';

export function configureType(
  type: GraphQLNamedType,
  model: GraphqlModel,
  find: (name: string) => GraphQLNamedType | undefined,
): GraphQLNamedType {
  if (isScalarType(type)) {
    const scalar = type as GraphQLScalarType;
    if (!configureZoneScalar(scalar, model, find)) configureScalar(scalar, model);
  }
  if (isUnionType(type)) configureUnion(type as GraphQLUnionType, model);
  return type;
}

function configureUnion(type: GraphQLUnionType, model: GraphqlModel): void {
  type.resolveType = (value) => {
    const { __component, __type } = value as { __component?: string; __type?: string };
    return model.of(__component ?? __type ?? '').name;
  };
}
