// The resolvers of generated types, as the schema takes them.
import type { GraphQLFieldResolver } from 'graphql';

/** The resolvers of one field. Only fields of `Subscription` have `subscribe`. */
export interface FieldResolvers {
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  readonly subscribe?: GraphQLFieldResolver<unknown, unknown>;
}

export interface GeneratedResolvers {
  /** The resolvers of a type, by field. */
  of(type: string): ReadonlyMap<string, FieldResolvers>;
  /** All resolvers that `of` has returned. */
  readonly made: Set<unknown>;
}
