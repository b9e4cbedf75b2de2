// A planned subscription → its results, one for each event.
import { createSourceEventStream, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { SubscriptionClient } from '../context/client';
import { type ContextParts, contextOf } from '../context/run-context';
import type { Planned } from '../operation/plan-operation';
import { ChangedEvent } from './change';
import { endingSource } from './ending-source';
import { eventOperation } from './event-operation';

export interface SubscribeParts extends ContextParts {
  readonly schema: GraphQLSchema;
  /** The schema that events run. null: a resolver that is not generated may ask who subscribes, and for what. */
  readonly eventSchema: (() => GraphQLSchema) | null;
}

export type Results = AsyncGenerator<ExecutionResult, void, void>;

/** An answer without events: why the subscription cannot begin. */
export type Subscribe = (client: SubscriptionClient, planned: Planned) => Promise<Results | ExecutionResult>;

export function createSubscribe(parts: SubscribeParts): Subscribe {
  const { schema, eventSchema } = parts;
  /** Subscriptions that share an event have equal operations and rights, and thus one result. */
  const shared = new WeakMap<ChangedEvent, ReturnType<typeof execute>>();
  return async (client, { asked, document }) => {
    const args = {
      schema,
      document,
      contextValue: contextOf(parts, client.request, asked, true, { client, control: null, trace: null }),
      variableValues: asked.variables ?? {},
      operationName: asked.operationName,
    };
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return source;
    client.request.log.debug('a subscription begins', { query: asked.query });
    const ofEvent = eventSchema && {
      ...args,
      schema: eventSchema(),
      document: eventOperation(document, schema),
    };
    return endingSource(source, async (event) => {
      if (!ofEvent) return execute({ ...args, rootValue: event });
      if (!(event instanceof ChangedEvent)) return execute({ ...ofEvent, rootValue: event });
      const result = shared.get(event) ?? execute({ ...ofEvent, rootValue: event });
      shared.set(event, result);
      return result;
    });
  };
}

export const isResults = (found: Results | ExecutionResult): found is Results =>
  Symbol.asyncIterator in found;
