// A planned subscription → its results, one for each event.
import { type ExecutionResult, type GraphQLSchema, subscribe } from 'graphql';
import type { SubscriptionClient } from '../context/client';
import { type ContextParts, contextOf } from '../context/run-context';
import type { Planned } from '../operation/plan-operation';

export interface SubscribeParts extends ContextParts {
  readonly schema: GraphQLSchema;
}

export type Results = AsyncGenerator<ExecutionResult, void, void>;

/** An answer without events: why the subscription cannot begin. */
export type Subscribe = (client: SubscriptionClient, planned: Planned) => Promise<Results | ExecutionResult>;

export const createSubscribe =
  (parts: SubscribeParts): Subscribe =>
  async (client, { asked, document }) => {
    const found = await subscribe({
      schema: parts.schema,
      document,
      contextValue: contextOf(parts, client.request, asked, true, { client, control: null, trace: null }),
      variableValues: asked.variables ?? {},
      operationName: asked.operationName,
    });
    if (isResults(found)) client.request.log.debug('a subscription begins', { query: asked.query });
    return found;
  };

export const isResults = (found: Results | ExecutionResult): found is Results =>
  Symbol.asyncIterator in found;
