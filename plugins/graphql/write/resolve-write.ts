// The resolvers of mutations: one call of the document service each.
import type { GraphQLResolveInfo } from 'graphql';
import { type ContentType, ownDocumentId, type WriteOutcome } from '../../../core';
import type { RunContext } from '../context/run-context';
import { readShape } from '../read/look-ahead';
import {
  type Arguments,
  documentIdOf,
  lookingAt,
  paramWords,
  type ReadSources,
  type Resolver,
} from '../read/read-sources';
import { selectionOf } from '../read/reading';
import { toData } from './to-data';

export function writeResolver(
  type: ContentType,
  sources: ReadSources,
  operation: 'create' | 'update',
): Resolver {
  return async (_root, args, context, info) => {
    const words = await writeWords(type, operation, args, context, info, sources);
    const service = sources.documents().text(type.uid);
    return answerOf(
      await service[operation]({
        ...words,
        data: toData(args.data ?? {}, sources.model.of(type.uid), sources.model),
      }),
    );
  };
}

export function operationResolver(type: ContentType, name: string, sources: ReadSources): Resolver {
  return async (_root, args, context, info) => {
    const words = await writeWords(type, name, args, context, info, sources);
    return answerOf(await sources.documents().text(type.uid).operation(name, words));
  };
}

export function deleteResolver(type: ContentType, sources: ReadSources): Resolver {
  return async (_root, args, context) => {
    const visibility = await context.authorize(`${type.uid}.delete`);
    const caller = context.callerWith(visibility);
    const documentId = (await documentIdOf(type, args, sources, caller)) ?? ownDocumentId(type, caller);
    await sources
      .documents()
      .text(type.uid)
      .delete({ ...paramWords(args, sources.model), documentId, caller, visibility });
    return { documentId };
  };
}

async function writeWords(
  type: ContentType,
  operation: string,
  args: Arguments,
  context: RunContext,
  info: GraphQLResolveInfo,
  sources: ReadSources,
) {
  const visibility = await context.authorize(`${type.uid}.${operation}`);
  const shape = readShape(selectionOf(info), type.uid, lookingAt(sources, info, visibility));
  const caller = context.callerWith(visibility);
  const documentId = operation === 'create' ? null : await documentIdOf(type, args, sources, caller);
  return {
    ...paramWords(args, sources.model),
    ...shape,
    ...(documentId === null ? {} : { documentId }),
    caller,
    visibility,
    limits: { ...sources.limits, rows: context.rows },
  };
}

const answerOf = (outcome: WriteOutcome | null): unknown =>
  outcome?.text == null ? null : JSON.parse(outcome.text);
