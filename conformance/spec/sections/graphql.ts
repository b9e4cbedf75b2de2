// The spec's "GraphQL: endpoint and queries" as rows: id, line of the spec, level, what it needs, what must hold.
import { rowsOf } from '../row';

export const graphqlRows = rowsOf(
  { section: 'graphql', title: 'GraphQL: endpoint and queries', profile: 'spec' },
  `
graphql.endpoint.default        | L294 | must   | graphql         | /graphql
graphql.endpoint.one            | L294 | must   | graphql         | queries and mutations at one path
graphql.sandbox.path            | L294 | must   | graphql sandbox | the sandbox is at the same path
graphql.query.one               | L300 | must   | graphql         | s(documentId) gives the requested fields
graphql.query.one.locale        | L300 | must   | graphql i18n    | locale argument of type I18NLocaleCode
graphql.query.one.status        | L300 | must   | graphql drafts  | status argument
graphql.query.list              | L301 | must   | graphql         | p gives a flat list
graphql.query.list.filters      | L301 | must   | graphql         | filters
graphql.query.list.pagination   | L301 | should | graphql         | pagination
graphql.query.list.sort         | L301 | must   | graphql         | sort
graphql.query.list.locale       | L301 | must   | graphql i18n    | locale
graphql.query.list.status       | L301 | must   | graphql drafts  | status
graphql.connection.nodes        | L302 | must   | graphql         | p_connection { nodes }
graphql.connection.page-info    | L302 | must   | graphql         | page, pageSize, pageCount, total
graphql.connection.aggregate    | L302 | must   | aggregates      | p_connection { aggregate }
graphql.connection.arguments    | L302 | must   | graphql         | the same arguments as p
graphql.status.enum             | L304 | must   | graphql drafts  | PublicationStatus { DRAFT PUBLISHED }
graphql.nested.relation         | L305 | must   | graphql         | relations as nested fields
graphql.nested.media            | L305 | must   | graphql upload  | media as nested fields
graphql.nested.component        | L305 | must   | graphql         | components as nested fields
graphql.nested.media-connection | L305 | must   | graphql upload  | <field>_connection { nodes } for multiple media
graphql.zone.union              | L306 | must   | graphql         | zone is a union
graphql.zone.names              | L306 | must   | graphql         | members are Component<Category><Name>
graphql.zone.typename           | L306 | must   | graphql         | __typename tells them apart
`,
);
