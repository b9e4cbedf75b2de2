// Webhooks over GraphQL: each field runs the route that does the same over REST.
import type { GraphqlPart } from '../../core';
import type { WebhookRoutes } from './routes';

const TYPES = `
type Webhook { id: ID! name: String! url: String! types: [String!]! events: [String!]! condition: JSON payload: String! role: String! format: String! headers: JSON! enabled: Boolean! disabledBecause: String declared: Boolean! secret: String }
type WebhookTest { ok: Boolean! status: Int error: String }
input WebhookInput { name: String! url: String! types: [String!] events: [String!] condition: JSON payload: String role: String format: String headers: JSON enabled: Boolean }
extend type Query { webhooks: [Webhook!]! }
extend type Mutation { createWebhook(data: WebhookInput!): Webhook! updateWebhook(id: ID!, data: WebhookInput!): Webhook! deleteWebhook(id: ID!): Boolean! testWebhook(id: ID!): WebhookTest! }
`;

type Args = Readonly<Record<string, unknown>>;
const idOf = ({ id }: Args) => ({ id: String(id) });
const data = (json: unknown): unknown => (json as { readonly data: unknown }).data;

export const graphqlPart = (routes: WebhookRoutes): GraphqlPart => ({
  name: 'webhooks',
  description: 'Lists, creates, changes, deletes and tests webhooks',
  typeDefs: TYPES,
  fields: {
    'Query.webhooks': { route: routes.list, result: data },
    'Mutation.createWebhook': { route: routes.create, input: (args) => ({ body: args.data }), result: data },
    'Mutation.updateWebhook': {
      route: routes.update,
      input: (args) => ({ params: idOf(args), body: args.data }),
      result: data,
    },
    'Mutation.deleteWebhook': {
      route: routes.remove,
      input: (args) => ({ params: idOf(args) }),
      result: () => true,
    },
    'Mutation.testWebhook': { route: routes.test, input: (args) => ({ params: idOf(args) }), result: data },
  },
});
