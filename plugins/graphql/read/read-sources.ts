// The common parts of resolvers of root fields: what they read with, and the words from arguments.
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Documents, QueryLimits } from '../../../core';
import type { RunContext } from '../context/run-context';
import type { GraphqlModel } from '../model/model';
import type { Looking } from './words';

export type Arguments = Readonly<Record<string, unknown>>;
export type Resolver = GraphQLFieldResolver<undefined, RunContext, Arguments>;

export interface ReadSources {
  readonly model: GraphqlModel;
  readonly limits: QueryLimits;
  readonly nodeLimit: number;
  readonly amountLimit: number;
  readonly documents: () => Documents;
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
  maxLimit: limits.maxLimit,
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
