// The common parts of resolvers of root fields: what they read with, and the words from arguments.
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { type Caller, type ContentType, coreErrors, type Documents, type QueryLimits } from '../../../core';
import type { RunContext } from '../context/run-context';
import type { GraphqlModel } from '../model/model';
import type { LookAhead } from './look-ahead';

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
  visibility: LookAhead['visibility'],
): LookAhead => ({
  model,
  graphql: info.schema,
  visibility,
  defaultLimit: limits.defaultLimit,
  maxLimit: limits.maxLimit,
  variables: info.variableValues,
});

export const idOf = ({ documentId }: Arguments): string | null =>
  typeof documentId === 'string' ? documentId : null;

/**
 * The documentId that the arguments name; null: a single type. In the former format `id` names a row that the caller sees; '' is the id
 * of no document.
 */
export async function documentIdOf(
  { uid, kind }: ContentType,
  args: Arguments,
  { model, documents }: ReadSources,
  caller: Caller,
): Promise<string | null> {
  const documentId = idOf(args);
  if (kind === 'singleType' || !model.isV4) return documentId;
  const { id } = args;
  if (typeof id !== 'string') {
    if (documentId === null) throw coreErrors.QUERY_INVALID('Give the argument `documentId` or `id`');
    return documentId;
  }
  if (documentId !== null)
    throw coreErrors.QUERY_INVALID('Give either the argument `documentId` or `id`, not both');
  const found = await documents()(uid).findFirst({
    ...paramWords(args, model),
    filters: { id },
    fields: ['documentId'],
    caller,
  });
  return found?.documentId ?? '';
}

/** Arguments that are parameters of plugins: `locale`, `status`. */
export function paramWords(args: Arguments, { params }: GraphqlModel): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const { name, graphql } of params) {
    const value = args[name];
    if (value !== null && value !== undefined) words[name] = graphql.values?.[String(value)] ?? value;
  }
  return words;
}
