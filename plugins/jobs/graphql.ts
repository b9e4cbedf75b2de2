// Jobs over GraphQL: each field runs the route that does the same over REST.
import type { GraphqlPart } from '../../core';
import type { JobRoutes } from './routes';

const TYPES = `
type Job { id: ID! name: String! state: String! payload: JSON key: String attempts: Int! due: DateTime tick: DateTime error: String createdAt: DateTime! changedAt: DateTime! }
extend type Query { job(id: ID!): Job }
extend type Mutation { enqueueJob(name: String!, payload: JSON): Job retryJob(id: ID!): Job! cancelJob(id: ID!): Job! }
`;

const byId = ({ id }: Readonly<Record<string, unknown>>) => ({ params: { id: String(id) } });
const data = (json: unknown): unknown => (json as { readonly data: unknown }).data;

export const graphqlPart = (routes: JobRoutes): GraphqlPart => ({
  name: 'jobs',
  description: 'One job; enqueues, retries and cancels jobs',
  typeDefs: TYPES,
  fields: {
    'Query.job': { route: routes.one, input: byId, result: data },
    'Mutation.enqueueJob': { route: routes.enqueue, input: (args) => ({ body: args }), result: data },
    'Mutation.retryJob': { route: routes.retry, input: byId, result: data },
    'Mutation.cancelJob': { route: routes.cancel, input: byId, result: data },
  },
});
