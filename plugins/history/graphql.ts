// The history over GraphQL: each field runs the route that does the same over REST.
import type { GraphqlPart } from '../../core';
import type { HistoryRoutes } from './routes';

const TYPES = `
type Version { id: ID! operation: String! at: DateTime! by: JSON request: String published: Boolean! changed: [String!]! content: JSON }
type VersionChange { path: String! at: Int from: JSON to: JSON }
extend type Query { versions(type: String!, documentId: ID, locale: String, page: Int, pageSize: Int): [Version!]! version(type: String!, documentId: ID, locale: String, version: ID!): Version! versionDiff(type: String!, documentId: ID, locale: String, from: String!, to: String!, values: String): [VersionChange!]! }
extend type Mutation { restoreVersion(type: String!, documentId: ID, locale: String, version: ID!): ID! }
`;

type Args = Readonly<Record<string, unknown>>;
const query = (args: Args) => ({ query: args });
const one = ({ version, ...args }: Args) => ({ params: { version: String(version) }, query: args });
const data = (json: unknown): unknown => (json as { readonly data: unknown }).data;

export const graphqlPart = (routes: HistoryRoutes): GraphqlPart => ({
  name: 'history',
  description: 'Versions of documents',
  typeDefs: TYPES,
  fields: {
    'Query.versions': { route: routes.list, input: query, result: data },
    'Query.version': { route: routes.one, input: one, result: data },
    'Query.versionDiff': { route: routes.diff, input: query, result: data },
    'Mutation.restoreVersion': {
      route: routes.restore,
      input: one,
      result: (json) => (data(json) as { readonly documentId: string }).documentId,
    },
  },
});
