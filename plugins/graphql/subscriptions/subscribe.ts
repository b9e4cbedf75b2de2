// A planned subscription → its results, one for each event.
import { createSourceEventStream, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { SubscriptionClient } from '../context/client';
import { type ContextParts, contextOf } from '../context/run-context';
import type { Planned } from '../operation/plan-operation';
import { ChangedEvent } from './change';
import { endingSource } from './ending-source';

export interface SubscribeParts extends ContextParts {
  readonly schema: GraphQLSchema;
  /** All fields are generated: no resolver asks who subscribes. */
  readonly isTrusted: boolean;
}

export type Results = AsyncGenerator<ExecutionResult, void, void>;

/** An answer without events: why the subscription cannot begin. */
export type Subscribe = (client: SubscriptionClient, planned: Planned) => Promise<Results | ExecutionResult>;

export function createSubscribe(parts: SubscribeParts): Subscribe {
  /** Subscriptions that share an event have equal operations and rights, and thus one result. */
  const shared = new WeakMap<ChangedEvent, ReturnType<typeof execute>>();
  return async (client, { asked, document }) => {
    const args = {
      schema: parts.schema,
      document,
      contextValue: contextOf(parts, client.request, asked, true, { client, control: null, trace: null }),
      variableValues: asked.variables ?? {},
      operationName: asked.operationName,
    };
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return source;
    client.request.log.debug('a subscription begins', { query: asked.query });
    return endingSource(source, async (event) => {
      if (!parts.isTrusted || !(event instanceof ChangedEvent)) return execute({ ...args, rootValue: event });
      const result = shared.get(event) ?? execute({ ...args, rootValue: event });
      shared.set(event, result);
      return result;
    });
  };
}

export const isResults = (found: Results | ExecutionResult): found is Results =>
  Symbol.asyncIterator in found;
