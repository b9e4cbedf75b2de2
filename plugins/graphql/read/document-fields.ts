// Fields of plugins on documents: one call reads the values of all documents that graphql-js asks for one after the other.
import type { GraphQLFieldResolver } from 'graphql';
import { AppError, type GraphqlPartDocumentField, type Visibility } from '../../../core';
import { type RunContext, rootKey } from '../context/run-context';
import { siblingsAsked } from './read-below';

type Document = Readonly<Record<string, unknown>>;
type Values = ReadonlyMap<string, unknown>;

interface Batch {
  readonly ids: Set<string>;
  readonly values: Promise<Values>;
}

const NOTHING: Values = new Map();

export function documentFieldResolver({
  action,
  read,
}: GraphqlPartDocumentField): GraphQLFieldResolver<Document, RunContext> {
  const batches = new WeakMap<RunContext, Batch>();

  const begin = (context: RunContext, root: string): Batch => {
    const ids = new Set<string>();
    const work = async (): Promise<Values> => {
      batches.delete(context);
      const visibility = await visibilityFor(action, context);
      return visibility ? read([...ids], context.callerWith(visibility)) : NOTHING;
    };
    const values = siblingsAsked().then(() => context.trace?.measure(root, work) ?? work());
    return { ids, values };
  };

  return ({ documentId }, _args, context, info) => {
    if (typeof documentId !== 'string') return null;
    const batch = batches.get(context) ?? begin(context, rootKey(info));
    batches.set(context, batch);
    batch.ids.add(documentId);
    return batch.values.then((values) => values.get(documentId) ?? null);
  };
}

/** null: the caller may not do it. */
async function visibilityFor(action: string, context: RunContext): Promise<Visibility | null> {
  try {
    return await context.authorize(action);
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}
