// What the resolvers of root fields have in common: their sources, and the words that come from arguments.
import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { Documents, GraphqlPart, QueryLimits } from '../../core';
import type { GraphqlModel } from './model/model';
import type { Looking } from './read/words';
import type { RunContext } from './run-context';
import type { Hub } from './subscriptions/hub';

export type Arguments = Readonly<Record<string, unknown>>;
export type Resolver = GraphQLFieldResolver<undefined, RunContext, Arguments>;

export interface ReadSources {
  readonly model: GraphqlModel;
  readonly limits: QueryLimits;
  readonly nodeLimit: number;
  readonly amountLimit: number;
  readonly documents: () => Documents;
}

export interface ResolverSources extends ReadSources {
  readonly schema: GraphQLSchema;
  /** The writes that subscriptions listen to; null: subscriptions are disabled. */
  readonly hub: Hub | null;
  /** Milliseconds of one read of a subscription; 0: no limit. */
  readonly timeout: number;
  /** What plugins add. */
  readonly parts: readonly GraphqlPart[];
}

export const lookingAt = (
  { model, limits }: ReadSources,
  info: GraphQLResolveInfo,
  visibility: Looking['visibility'],
): Looking => ({
  model,
  graphql: info.schema,
  visibility,
  defaultLimit: limits.defaultLimit,
  fragments: info.fragments,
  variables: info.variableValues,
});

export const idOf = ({ documentId }: Arguments): string | null =>
  typeof documentId === 'string' ? documentId : null;

/** Arguments that are parameters of plugins: `locale`, `status`. */
export function paramWords(args: Arguments, { params }: GraphqlModel): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const { name, graphql } of params) {
    const value = args[name];
    if (value !== null && value !== undefined) words[name] = graphql.values?.[String(value)] ?? value;
  }
  return words;
}
