// Capabilities of a deployment as rows: a declared capability must answer. The lines of the spec introduce the feature.
import { rowsOf } from '../row';

export const capabilityRows = rowsOf(
  { section: 'capabilities', title: 'Capabilities', profile: 'spec' },
  `
capabilities.drafts     | L13  | must | drafts     | draft and publish answers: POST ?status=draft makes a document without publishedAt
capabilities.i18n       | L13  | must | i18n       | internationalization answers: POST ?locale=fr makes a document in fr
capabilities.auth       | L11  | must | auth       | users and permissions answer: a wrong login is refused, roles are listed
capabilities.tokens     | L411 | must | tokens     | API tokens answer: a token that can only read reads, and does not write
capabilities.upload     | L9   | must | upload     | the media library answers: its files are listed
capabilities.graphql    | L294 | must | graphql    | GraphQL answers at its endpoint
capabilities.aggregates | L308 | must | aggregates | aggregates answer: a connection counts its documents
capabilities.sandbox    | L294 | must | sandbox    | the sandbox answers: the endpoint serves a page to a browser
`,
);
