// The audit log over GraphQL: each field runs the route that does the same over REST.
import type { GraphqlPart } from '../../core';
import type { AuditRoutes } from './routes';

const TYPES = `
type AuditEntry { id: ID! seq: Int event: String! at: DateTime! actor: JSON! ip: String request: String type: String documentId: ID details: JSON hash: String }
extend type Query { auditEntries(event: String, actor: String, type: String, documentId: ID, request: String, ip: String, from: String, to: String, page: Int, pageSize: Int): [AuditEntry!]! auditEntry(id: ID!): AuditEntry! }
`;

const result = (json: unknown): unknown => (json as { readonly data: unknown }).data;

export const graphqlPart = ({ list, one }: AuditRoutes): GraphqlPart => ({
  name: 'audit',
  description: 'Entries of the audit log',
  typeDefs: TYPES,
  fields: {
    'Query.auditEntries': {
      route: list,
      input: (query) => ({ query }),
      result,
    },
    'Query.auditEntry': { route: one, input: ({ id }) => ({ params: { id: String(id) } }), result },
  },
});
