// Reads the documents of a root field: the arguments are words of the query layer, and the selection is that of the client.
import type { GraphQLResolveInfo } from 'graphql';
import type { ContentType } from '../../../core';
import type { RunContext } from '../context/run-context';
import type { Arguments } from './read-sources';

/** `list`: all documents; `connection`: with their page and aggregates; `first`: the first document; `references`: with their documentId. */
export type ListShape = 'list' | 'connection' | 'first' | 'references';

export type ReadList = (
  type: ContentType,
  shape: ListShape,
  args: Arguments,
  context: RunContext,
  info: GraphQLResolveInfo,
) => Promise<unknown>;
