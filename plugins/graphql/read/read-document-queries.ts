// Root fields of extensions that return a query of documents. The read of the selection needs the same statements as a generated field.
import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
} from 'graphql';
import type { ContentType } from '../../../core';
import type { RunContext } from '../context/run-context';
import { DocumentQuery } from '../extension/document-query';
import type { GraphqlModel } from '../model/model';
import type { Arguments } from './read-sources';

/** `list`: all documents; `connection`: with their page and aggregates; `first`: the first document. */
export type ListShape = 'list' | 'connection' | 'first';

export type ReadList = (
  type: ContentType,
  shape: ListShape,
  args: Arguments,
  context: RunContext,
  info: GraphQLResolveInfo,
) => Promise<unknown>;

type Resolver = GraphQLFieldResolver<unknown, RunContext>;

/** Lets the root fields of extensions return a query. */
export function readDocumentQueries(
  schema: GraphQLSchema,
  model: GraphqlModel,
  generated: ReadonlySet<string>,
  readList: ReadList,
): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (!field.resolve || generated.has(`${root?.name}.${field.name}`)) continue;
      const resolve = field.resolve as Resolver;
      const reading: Resolver = async (parent, args, context, info) => {
        const found: unknown = await resolve(parent, args, context, info);
        if (!(found instanceof DocumentQuery)) return found;
        const type = model.types.find(({ uid }) => uid === found.uid);
        if (!type) throw new Error(`GraphQL has no content type "${found.uid}"`);
        // The query may depend on more than the operation, so that nothing is kept under the operation's text.
        return readList(
          type,
          shapeOf(info, type, model),
          found.args,
          { ...context, operationText: null },
          info,
        );
      };
      field.resolve = reading as GraphQLFieldResolver<unknown, unknown>;
    }
}

function shapeOf(
  { returnType, fieldName }: GraphQLResolveInfo,
  { uid }: ContentType,
  model: GraphqlModel,
): ListShape {
  const { name } = model.of(uid);
  const answer = getNamedType(returnType).name;
  if (answer === `${name}EntityResponseCollection`) return 'connection';
  if (answer !== name)
    throw new Error(`The field ${fieldName} returns ${answer}; a query of ${uid} needs ${name} or [${name}]`);
  return isListType(getNullableType(returnType)) ? 'list' : 'first';
}
